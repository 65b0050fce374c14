import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Paise } from '#domain/money.ts'
import { type Html, html } from '#server/sandbox/html.ts'

export type Page = {
  readonly title: string
  readonly body: Html
  /** Where else a form of this page may lead the browser: the page that a payment returns to. */
  readonly formTarget?: string | undefined
}

/** Sends a page that may run no script and load nothing from elsewhere. */
export function sendPage(
  reply: FastifyReply,
  { title, body, formTarget }: Page,
  status = 200,
): FastifyReply {
  const formAction = [
    "'self'",
    formTarget === undefined ? undefined : URL.parse(formTarget)?.origin,
  ]
    .filter(Boolean)
    .join(' ')
  return reply
    .status(status)
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      // Not `no-referrer`: with that, older browsers hide where a form comes from, and it would be refused.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(documentOf(title, body).html)
}

function documentOf(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title} – Saral sandbox</title>
<link rel="icon" href="/sandbox/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/assets/sandbox.css">
</head>
<body>
<main class="page">
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

/** An instant as a person in India reads it. */
export function instantText(at: Date): string {
  return instantFormat.format(at)
}

const ASSETS = {
  'sandbox.css': 'text/css; charset=utf-8',
  'jaali.svg': 'image/svg+xml',
  'star.svg': 'image/svg+xml',
  'mark.svg': 'image/svg+xml',
}

/** The stylesheet and drawings of the sandbox's pages, as files of our own. */
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
