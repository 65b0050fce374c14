import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Paise } from '#domain/money.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { SANDBOX_PAYEE, type SimulatedLink } from '#server/providers/payment/simulator.ts'
import { LANGUAGES } from '#words/language.ts'
import { say } from '#words/say.ts'

export type Page = {
  readonly title: string
  readonly body: Html
  /**
   * Further addresses to which a form of this page may redirect the browser: the page that a
   * payment returns to.
   */
  readonly formTarget?: string | undefined
  /** True for a page that shows new messages by itself. */
  readonly isLive?: boolean
  /** True for a page with columns in a wide window. */
  readonly isWide?: boolean
}

/** Sends a page that runs no script, except ours on a live page, and loads nothing from elsewhere. */
export function sendPage(
  reply: FastifyReply,
  { title, body, formTarget, isLive = false, isWide = false }: Page,
  status = 200,
): FastifyReply {
  const formAction = [
    "'self'",
    formTarget === undefined ? undefined : URL.parse(formTarget)?.origin,
  ]
    .filter(Boolean)
    .join(' ')
  const script = isLive ? " script-src 'self'; connect-src 'self';" : ''
  return reply
    .status(status)
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self';${script} form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      // Not `no-referrer`: with that, older browsers hide a form's origin, and the form is refused.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(documentOf({ title, body, isLive, isWide }).html)
}

function documentOf({ title, body, isLive, isWide }: Page): Html {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title} – Saral sandbox</title>
<link rel="icon" href="/sandbox/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/assets/sandbox.css">
${isLive ? html`<script src="/sandbox/assets/live.js" defer></script>` : undefined}
</head>
<body>
<main class="page${isWide ? ' wide' : ''}">
<p class="demo">DEMO: not a lender. Everything here is simulated.</p>
${body}
</main>
</body>
</html>
`
}

const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const instantFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

export function rupeesText(amount: Paise): string {
  return rupeeFormat.format(amount / 100)
}

/** An instant in Indian time, formatted for people. */
export function instantText(at: Date): string {
  return instantFormat.format(at)
}

const ASSETS = {
  'sandbox.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'jaali.svg': 'image/svg+xml',
  'star.svg': 'image/svg+xml',
  'mark.svg': 'image/svg+xml',
}

/** The stylesheet and images of the sandbox's pages, served from our own origin. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const [name, type] of Object.entries(ASSETS)) {
    const bytes = await readFile(new URL(`assets/${name}`, import.meta.url))
    app.get(`/sandbox/assets/${name}`, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(bytes),
    )
  }
}

/** One of the sandbox's sections on a page of its own. */
export function sectionPage(title: string, sections: readonly Html[]): Page {
  return sandboxPage(
    title,
    html`<a href="/sandbox">Sandbox</a>`,
    html`<div class="body">${sections}</div>`,
  )
}

/** The sandbox's page: its sections in columns, which stand below each other in a narrow window. */
export function wholePage(columns: readonly (readonly Html[])[]): Page {
  const links = html`<a href="#sms">Messages</a><a href="#payouts">Payouts</a><a href="#payments">Payments</a><a href="/sandbox/upi">UPI app</a><a href="#inputs">What to type</a>`
  const body = columns.map(sections => html`<div class="column">${sections}</div>`)
  return { ...sandboxPage('Sandbox', links, html`<div class="body">${body}</div>`), isWide: true }
}

function sandboxPage(title: string, nav: Html, sections: Html): Page {
  const body = html`<header class="canopy">
<p class="wordmark"><span class="star"></span>Saral</p>
<h1>Sandbox</h1>
<p>The world around Saral, simulated: no message leaves, no money moves.</p>
<nav aria-label="Sandbox" class="links"><a href="">Refresh</a>${nav}<a href="/">Open Saral</a></nav>
</header>
${sections}`
  return { title, body }
}

/**
 * The hosted payment page. Unusual options are folded away, so that `Pay` and `Fail` stand alone.
 */
export function payPage(link: SimulatedLink): Page {
  return {
    title: 'Payment',
    formTarget: link.returnUrl,
    body: html`${payHeader(link)}<div class="body">${payBody(link)}</div>`,
  }
}

function payBody(link: SimulatedLink): Html {
  if (link.isPaid) return paidCard(link)
  return link.isOver ? overCard(link) : payForm(link)
}

function payHeader({ amountPaise, description }: SimulatedLink): Html {
  return html`<header class="canopy">
<h1>Simulated payment</h1>
<p class="amount">${rupeesText(amountPaise)}</p>
<p>${description}</p>
</header>`
}

function payForm({ ref }: SimulatedLink): Html {
  return html`<form method="post" action="/sandbox/pay/${ref}" class="stack">
<p>Here your bank or UPI app would ask you. Nothing is charged.</p>
<button class="btn main wide" name="action" value="pay">Pay</button>
<button class="btn secondary wide" name="action" value="fail">Fail</button>
<details class="card flush">
<summary>Other ways it can go</summary>
<div class="stack folded">
<button class="btn secondary wide" name="action" value="pay-without-returning">Pay without returning</button>
<button class="btn secondary wide" name="action" value="notify-twice">Notify twice</button>
<button class="btn secondary wide" name="action" value="pay-without-refund">Pay from an account that takes no refund</button>
<p class="note">Without returning: as if you closed this page after paying. Twice: Saral is told of the same payment two times.</p>
</div>
</details>
</form>`
}

/** The page of a UPI app that reads a link, as another phone's camera would. */
export function upiScanPage(): Page {
  return {
    title: 'UPI app',
    body: html`<header class="canopy"><h1>Simulated UPI app</h1>
<p>It stands for the UPI app of a phone: it reads what Saral’s link or code holds.</p></header>
<div class="body"><form method="post" action="/sandbox/upi" class="stack">
<div class="field"><label for="link">The upi:// link</label><input id="link" name="link" autocomplete="off" required></div>
<button class="btn main wide">Open</button>
</form></div>`,
  }
}

/** A request for money as a UPI app shows it. */
export function upiAppPage(upi: SimulatedLink): Page {
  return { title: 'UPI app', body: html`${upiHeader(upi)}<div class="body">${upiBody(upi)}</div>` }
}

function upiHeader({ amountPaise, description }: SimulatedLink): Html {
  return html`<header class="canopy">
<h1>Simulated UPI app</h1>
<p class="amount">${rupeesText(amountPaise)}</p>
<p>To ${SANDBOX_PAYEE.name} (${SANDBOX_PAYEE.address}): ${description}</p>
</header>`
}

function upiBody({ ref, isPaid, isOver }: SimulatedLink): Html {
  if (isPaid)
    return html`<p class="card">Paid. Saral is told by a signed message; go back to where you were.</p>`
  if (isOver) return html`<p class="card">This request is over. No money was taken.</p>`
  return html`<form method="post" action="/sandbox/upi/${ref}" class="stack">
<p>Here your UPI app would ask for your PIN. Nothing is charged.</p>
<button class="btn main wide" name="action" value="pay">Pay</button>
<button class="btn secondary wide" name="action" value="fail">Decline</button>
</form>`
}

function paidCard({ returnUrl }: SimulatedLink): Html {
  return html`<section class="card" aria-labelledby="paid-title"><h2 id="paid-title">Paid</h2>
<p>This payment was made. Saral is told by a signed message, whether or not you return.</p>
<a class="btn primary wide" href="${returnUrl}">Return</a></section>`
}

/** Borrowers may come back to an old page, so it answers in every language that has these words. */
function overCard({ returnUrl }: SimulatedLink): Html {
  const languages = LANGUAGES.filter(
    language => language === 'en' || say(language, 'sandbox.over') !== say('en', 'sandbox.over'),
  )
  const texts = languages.map(
    language => html`<p lang="${language}">${say(language, 'sandbox.over')}</p>`,
  )
  const labels = languages.map(
    (language, at) =>
      html`${at > 0 ? ' · ' : ''}<span lang="${language}">${say(language, 'sandbox.return')}</span>`,
  )
  return html`<section class="card" aria-labelledby="over-title"><h2 id="over-title">This page is over</h2>
${texts}
<a class="btn primary wide" href="${returnUrl}">${labels}</a></section>`
}

/** An error page for a person. */
export function failurePage(message: string): Page {
  return {
    title: 'Not done',
    body: html`<header class="canopy"><h1>Not done</h1></header><div class="body"><p class="card">${message}</p><a class="btn primary wide" href="/sandbox">Sandbox</a></div>`,
  }
}
