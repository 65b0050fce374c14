import { type Html, html } from '#server/platform/http/html.ts'
import type { SimulatedLink } from '#server/providers/payment/simulator.ts'
import {
  outcomesOpenIn,
  type PayoutOutcome,
  type SimulatedPayout,
} from '#server/providers/payout/simulator.ts'
import type { SandboxPush } from '#server/providers/push/simulator.ts'
import { MEANINGFUL_INPUTS } from '#server/providers/simulated/inputs.ts'
import type { SandboxSms } from '#server/providers/sms/simulator.ts'
import { instantText, rupeesText } from '#server/sandbox/page.ts'
import type { Stage } from '#server/sandbox/ready-made.ts'
import type { Removed } from '#server/sandbox/reset.ts'

/** The messages of a number, and the entries of another list, that are shown at once. */
const GROUP_SHOWN = 5

const STAGE_TEXT: Record<Stage, { readonly button: string; readonly text: string }> = {
  verified: { button: 'Verified', text: 'is verified, and can apply' },
  approved: { button: 'Approved', text: 'has an approved loan, and can take the money' },
  running: { button: 'Running', text: 'has a running loan' },
  overdue: { button: 'Overdue', text: 'has an overdue loan' },
  settled: { button: 'Settled', text: 'has repaid a loan, and has its documents' },
}

/** The buttons that make a borrower at a stage. */
export function borrowerSection(): Html {
  const buttons = Object.entries(STAGE_TEXT).map(
    ([stage, { button }]) =>
      html`<button class="btn secondary" name="stage" value="${stage}">${button}</button>`,
  )
  return html`<section class="card" id="borrowers" aria-labelledby="borrowers-title">
<h2 id="borrowers-title">Ready-made borrowers</h2>
<form method="post" action="/sandbox/borrowers" class="stack">
<p class="label" id="stages-label">Make a new borrower who is</p>
<div class="choices" role="group" aria-labelledby="stages-label">${buttons}</div>
</form>
<p class="note">It takes some seconds. Overdue and Settled move the clock past the due day of the loan, for everybody.</p>
</section>`
}

/** The way to sign in as a new borrower. */
export function newBorrowerSection({
  phone,
  stage,
}: {
  readonly phone: string
  readonly stage: Stage
}): Html {
  return html`<section class="card" aria-labelledby="made-title">
<h2 id="made-title">The borrower ${STAGE_TEXT[stage].text}.</h2>
<p>Sign in with this mobile number:</p>
<p class="amount">${phone}</p>
<p class="links"><a href="/">Open Saral</a><a href="/sandbox/sms?phone=91${phone}">The messages to this number, with the code</a></p>
</section>`
}

/** The link to the reset and its confirmation. */
export function resetSection(): Html {
  return html`<section class="card" id="reset" aria-labelledby="reset-title">
<h2 id="reset-title">Reset</h2>
<p>Brings the demonstration back to its first state. It asks first.</p>
<a class="btn secondary wide" href="/sandbox/reset">Reset the demonstration</a>
</section>`
}

/** The confirmation before everything is removed. */
export function askResetSection(): Html {
  return html`<section class="card" aria-labelledby="ask-title">
<h2 id="ask-title">Remove everything?</h2>
<p>This removes every borrower with their loans, documents and pictures, and all messages, payouts and payments of the simulators. Everybody is signed out, and the clock shows the real time again. It cannot be undone.</p>
<form method="post" action="/sandbox/reset" class="stack">
<button class="btn danger wide" name="confirm" value="yes">Remove everything</button>
</form>
<a class="btn secondary wide" href="/sandbox">Keep everything</a>
</section>`
}

/** The result of a reset. */
export function removedSection({ borrowers, orders, messages, files }: Removed): Html {
  return html`<section class="card" aria-labelledby="removed-title">
<h2 id="removed-title">The demonstration begins again.</h2>
<p>Removed:</p>
<dl class="kv">
<div><dt>Borrowers</dt><dd>${borrowers}</dd></div>
<div><dt>Applications and loans</dt><dd>${orders}</dd></div>
<div><dt>Text messages</dt><dd>${messages}</dd></div>
<div><dt>Pictures</dt><dd>${files}</dd></div>
</dl>
<p>Everybody is signed out, and the clock shows the real time.</p>
<a class="btn primary wide" href="/sandbox">Sandbox</a>
</section>`
}

const STEPS = [
  { advance: 'PT1H', text: '1 hour' },
  { advance: 'P1D', text: '1 day' },
  { advance: 'P7D', text: '7 days' },
  { advance: 'P15D', text: '15 days' },
] as const

/** The product's current time, and the buttons to move it forward. */
export function clockSection(now: Date): Html {
  return html`<section class="card" id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<p class="amount"><time datetime="${now.toISOString()}">${instantText(now)}</time></p>
<form method="post" action="/sandbox/clock" class="stack">
<p class="label" id="steps-label">Move it on by</p>
<div class="choices" role="group" aria-labelledby="steps-label">
${STEPS.map(({ advance, text }) => html`<button class="btn secondary" name="advance" value="${advance}">${text}</button>`)}
</div>
</form>
<form method="post" action="/sandbox/clock" class="step">
<div class="field"><label for="count">Other</label><input id="count" name="count" type="number" inputmode="numeric" min="1" max="400" required></div>
<div class="field"><label for="unit">Unit</label><select id="unit" name="unit"><option value="D">days</option><option value="H">hours</option><option value="M">minutes</option></select></div>
<button class="btn primary">Move on</button>
</form>
<p class="note">Only a reset sets it back. Close of business runs at once for the days that pass.</p>
</section>`
}

/**
 * The messages that simulated phones received, newest first, with their codes marked: those to one
 * number, or those to all in a group for each number.
 */
export function smsSection(messages: readonly SandboxSms[], phone?: string | null): Html {
  const title = phone ? `Messages to +${phone}` : 'Messages'
  return html`<section id="sms" aria-labelledby="sms-title" aria-live="polite">
<h2 id="sms-title">${title}</h2>
${messages.length === 0 ? emptyNote('No message yet. Ask for a sign-in code, and it arrives here.') : messageList(messages, phone)}
</section>`
}

function messageList(messages: readonly SandboxSms[], phone?: string | null): Html {
  if (phone) return html`<ul class="card flush">${messages.map(messageItem)}</ul>`
  const numbers = [...new Set(messages.map(({ to }) => to))]
  const groups = numbers.map((number, index) =>
    messageGroup(
      number,
      messages.filter(({ to }) => to === number),
      index === 0,
    ),
  )
  return html`<div class="card flush">${groups}</div>`
}

/** The messages to one number, whose newest is visible; the group of the newest message is open. */
function messageGroup(to: string, messages: readonly SandboxSms[], isOpen: boolean): Html {
  const [newest] = messages
  const open = isOpen ? html` open` : undefined
  return html`<details id="sms-${to}"${open}>
<summary><span class="grow"><b>+${to}</b> <span class="note">${messages.length === 1 ? '1 message' : `${messages.length} messages`}${newest && `, ${instantText(newest.sentAt)}`}</span></span></summary>
<ul>${messages.slice(0, GROUP_SHOWN).map(messageItem)}</ul>
<p class="item"><a href="/sandbox/sms?phone=${to}">All messages to +${to}</a></p>
</details>`
}

function messageItem({ text, sentAt }: SandboxSms): Html {
  return html`<li class="item"><p class="meta"><time datetime="${sentAt.toISOString()}">${instantText(sentAt)}</time></p><p>${withCodes(text)}</p></li>`
}

/** Marks the codes of a message: four to eight digits that are no year of a date. */
function withCodes(text: string): readonly Html[] {
  return text
    .split(/((?<![A-Z][a-z]{2} )\b\d{4,8}\b)/)
    .map(part => (/^\d{4,8}$/.test(part) ? html`<b>${part}</b>` : html`${part}`))
}

const BUTTON_TEXT: Record<PayoutOutcome, string> = {
  succeed: 'Succeed',
  refuse: 'Refuse',
  delay: 'Delay',
  reverse: 'Reverse',
}
const STATE_TAG: Record<SimulatedPayout['state'], string> = {
  pending: 'warn',
  succeeded: 'good',
  refused: 'bad',
  reversed: 'bad',
}

/** The payouts at the simulated bank, and the actions on each. */
export function payoutSection(payouts: readonly SimulatedPayout[], isHeld: boolean): Html {
  return html`<section id="payouts" aria-labelledby="payouts-title">
<h2 id="payouts-title">Payouts</h2>
<form method="post" action="/sandbox/payouts/hold" class="card row">
<p class="grow">${isHeld ? 'Held: each payout waits for you.' : 'Each payout succeeds by itself after about two seconds.'}</p>
<button class="btn secondary" name="hold" value="${isHeld ? 'false' : 'true'}">${isHeld ? 'Release' : 'Hold'}</button>
</form>
${payouts.length === 0 ? emptyNote('No payout yet. Get Money sends one.') : foldedList(payouts.map(payoutCard), 'stack')}
</section>`
}

function payoutCard(payout: SimulatedPayout): Html {
  const { id, amountPaise, holder, accountLastFour, ifsc, narration, state, utr, reason, sentAt } =
    payout
  const buttons = outcomesOpenIn(state).map(
    outcome =>
      html`<button class="btn secondary small" name="outcome" value="${outcome}" aria-describedby="payout-${id}">${BUTTON_TEXT[outcome]}</button>`,
  )
  return html`<li class="card">
<p class="row" id="payout-${id}"><b class="title grow">${rupeesText(amountPaise)}</b><span class="tag ${STATE_TAG[state]}">${state}</span></p>
<dl class="kv">
<div><dt>To</dt><dd>${holder}, •••• ${accountLastFour}</dd></div>
<div><dt>IFSC</dt><dd>${ifsc}</dd></div>
<div><dt>Narration</dt><dd>${narration}</dd></div>
<div><dt>Sent</dt><dd>${instantText(sentAt)}</dd></div>
${state === 'succeeded' ? html`<div><dt>UTR</dt><dd>${utr}</dd></div>` : undefined}
${reason === null ? undefined : html`<div><dt>Reason</dt><dd>${reason}</dd></div>`}
</dl>
${buttons.length === 0 ? undefined : html`<form method="post" action="/sandbox/payouts/${id}" class="choices thirds">${buttons}</form>`}
</li>`
}

type LinkState = 'paid' | 'open' | 'over'
const LINK_TAG: Record<LinkState, string> = { paid: 'good', open: 'warn', over: 'bad' }

/** The outcome of a hosted page. */
export function stateOf({ isPaid, isOver }: Pick<SimulatedLink, 'isPaid' | 'isOver'>): LinkState {
  if (isPaid) return 'paid'
  return isOver ? 'over' : 'open'
}

/** The hosted payment pages that were opened, newest first. */
export function paymentSection(links: readonly SimulatedLink[]): Html {
  const rows = links.map(
    ({ ref, amountPaise, description, createdAt, upiRef, ...link }) =>
      html`<li class="item"><p class="meta"><a href="/sandbox/pay/${ref}">${description}</a><span class="tag ${LINK_TAG[stateOf(link)]}">${stateOf(link)}</span></p><p><b>${rupeesText(amountPaise)}</b> <span class="note">${instantText(createdAt)}</span>${upiRef === null ? undefined : html` <a href="/sandbox/upi/${upiRef}">In the UPI app</a>`}</p></li>`,
  )
  return html`<section id="payments" aria-labelledby="payments-title">
<h2 id="payments-title">Payments</h2>
${rows.length === 0 ? emptyNote('No payment page yet. Repayment opens one.') : foldedList(rows, 'card flush')}
</section>`
}

/** Sample inputs: unused numbers, and those with a special meaning. */
export function inputSection(fresh: {
  readonly aadhaar: string
  readonly pan: string
  readonly hasCodes: boolean
}): Html {
  const rows = MEANINGFUL_INPUTS.map(
    ({ what, input, outcome }) =>
      html`<tr><td>${what}</td><td>${input}</td><td>${outcome}</td></tr>`,
  )
  return html`<section id="inputs" aria-labelledby="inputs-title">
<h2 id="inputs-title">What to type</h2>
<div class="card">
<dl class="kv">
<div><dt>A new Aadhaar</dt><dd>${fresh.aadhaar}</dd></div>
<div><dt>A new PAN</dt><dd>${fresh.pan}</dd></div>
</dl>
<p class="note">Any phone, account and picture will do.</p>
${fresh.hasCodes ? html`<p><a href="/sandbox/aadhaar-code">An Aadhaar code to scan</a></p>` : undefined}
</div>
<details class="card flush">
<summary>Inputs that make it go wrong</summary>
<div class="folded"><table><thead><tr><th scope="col">Input</th><th scope="col">Value</th><th scope="col">What happens</th></tr></thead><tbody>${rows}</tbody></table></div>
</details>
</section>`
}

/** A list with collapsed older entries. */
export function foldedList(rows: readonly Html[], style: 'stack' | 'card flush'): Html {
  const list = html`<ul class="${style}">${rows.slice(0, GROUP_SHOWN)}</ul>`
  const earlier = rows.slice(GROUP_SHOWN)
  if (earlier.length === 0) return list
  return html`${list}<details class="earlier"><summary>${earlier.length} earlier</summary><ul class="${style}">${earlier}</ul></details>`
}

function emptyNote(text: string): Html {
  return html`<p class="card quiet">${text}</p>`
}

/** The notifications that simulated browsers received, newest first. */
export function pushSection(messages: readonly SandboxPush[]): Html {
  const rows = messages.map(
    ({ host, title, body, path, sentAt }) =>
      html`<li class="item"><p class="meta"><span>${host}</span><time datetime="${sentAt.toISOString()}">${instantText(sentAt)}</time></p><p><b>${title}</b></p><p>${body} <a href="${path}">${path}</a></p></li>`,
  )
  return html`<section id="push" aria-labelledby="push-title">
<h2 id="push-title">Notifications</h2>
${rows.length === 0 ? html`<p class="card quiet">No notification yet. Allow them on the home page, and apply.</p>` : foldedList(rows, 'card flush')}
</section>`
}
