import { LANGUAGES, type Language } from '#words/language.ts'

/*
 * The messages that a further language must have: those that bind or warn a borrower. English and Hindi
 * have every message. A further language has all of these, and falls back to English for the others.
 */

/** The languages that have what binds or warns, and perhaps more. */
export const FURTHER_LANGUAGES = ['ta', 'te', 'bn', 'mr'] as const satisfies Language[]
type Further = (typeof FURTHER_LANGUAGES)[number]

/** The languages that have every message. */
export const WHOLE_LANGUAGES = LANGUAGES.filter(
  (language): language is Exclude<Language, Further> =>
    !FURTHER_LANGUAGES.some(further => further === language),
)

/** Each begins the ids of messages that bind or warn. */
export const BINDING: readonly string[] = [
  // signing in, and what one agrees to
  'login.',
  'code.',
  'consent.',
  'legal.term.',
  'legal.complaints',
  // the offer, its cost, and what is agreed
  'home.order.',
  'home.cost',
  'home.apr.',
  'home.external.',
  'home.leaving.',
  'product.apr.',
  'product.costs',
  'product.fee',
  'product.gst',
  'product.annual',
  'product.repayment',
  'product.instalments',
  'product.once',
  'product.every',
  'product.late',
  'product.early',
  'product.max',
  'product.rate',
  'product.period',
  'product.apply-now',
  'product.denied',
  'apply.',
  'loan.',
  'schedule.',
  'orders.confirm.',
  'keyfacts.',
  'addendum.',
  'document.',
  // repaying and extending
  'orders.overdue',
  'orders.due',
  'orders.detail.',
  'orders.pay.',
  'orders.payoff.',
  'orders.return.',
  'orders.state.',
  'orders.upi',
  'orders.autopay.',
  'orders.autopay.',
  'orders.hardship.',
  'orders.audit.withdraw',
  'orders.question.',
  // what is asked before a decision
  'question.',
  'orders.withdrawn',
  'orders.document.kind.',
  'extension.',
  'hardship.',
  // own limits
  'account.limits',
  'catalogue.own-',
  // reminders
  'sms.',
  'push.',
  'account.reminders',
  'calendar.',
  // refusals on the way
  'refusal.not-logged-in',
  'refusal.input-invalid',
  'refusal.header-invalid',
  'refusal.failed-unexpectedly',
  'refusal.phone-invalid',
  'refusal.code',
  'refusal.confirm-code-',
  'refusal.session-',
  'refusal.passkey-',
  'refusal.proof-of-work-',
  'refusal.key-facts-',
  'refusal.terms-changed',
  'refusal.product-locked',
  'refusal.product-full',
  'refusal.amount-not-offered',
  'refusal.period-not-offered',
  'refusal.order-in-progress',
  'refusal.reapply-too-soon',
  'refusal.order-state',
  'refusal.outdated',
  'refusal.offer-lapsed',
  'refusal.nothing-to-pay',
  'refusal.payoff-day',
  'refusal.part-not-payable',
  'refusal.extension-',
  'refusal.hardship-',
  'refusal.payment-',
  'refusal.upi-',
  'refusal.autopay-',
  'refusal.own-',
  'refusal.pause-day',
  // what stands around all that
  'common.',
  'device.governs',
  'lender.',
  'ui.',
]

/** Whether no further language may lack this message. */
export function isBinding(id: string): boolean {
  return BINDING.some(beginning => id.startsWith(beginning))
}
