import type { DecisionReason } from '#domain/lending/decision.ts'
import { MINIMUM_AGE_YEARS } from '#domain/limits.ts'
import { currentLanguage, t } from '#web/locales/i18n.ts'
import type { MessageId } from '#words/catalogues.ts'

/** Why an application was refused, or why what was approved came to nothing. */
type Reason = DecisionReason | 'payout-refused' | 'payout-reversed' | 'offer-lapsed'

const words: Record<Reason, MessageId> = {
  'under-age': 'loan.reason.under-age',
  'identity-unverified': 'loan.reason.identity-unverified',
  'names-differ': 'loan.reason.names-differ',
  'names-need-a-look': 'loan.reason.names-need-a-look',
  'cards-need-a-look': 'loan.reason.cards-need-a-look',
  'face-needs-a-look': 'loan.reason.face-needs-a-look',
  'no-income': 'loan.reason.no-income',
  'instalment-too-high': 'loan.reason.instalment-too-high',
  'instalment-needs-a-look': 'loan.reason.instalment-needs-a-look',
  'order-in-progress': 'loan.reason.order-in-progress',
  'was-long-overdue': 'loan.reason.was-long-overdue',
  'was-overdue': 'loan.reason.was-overdue',
  'reviewed-by-a-person': 'loan.reason.reviewed-by-a-person',
  'payout-refused': 'loan.reason.payout-refused',
  'payout-reversed': 'loan.reason.payout-reversed',
  'offer-lapsed': 'loan.reason.offer-lapsed',
}

/**
 * The reason of an order. In English the server's sentence is exact, amounts included; in another language our
 * catalogue speaks for the same reason, and what a person wrote stays as it was written.
 */
export function reasonInWords({ reason, msg }: { reason: string; msg: string }): string {
  if (currentLanguage() === 'en' || reason === 'reviewed-by-a-person' || !isKnown(reason))
    return msg
  return t(words[reason], { years: MINIMUM_AGE_YEARS })
}

function isKnown(reason: string): reason is Reason {
  return Object.hasOwn(words, reason)
}
