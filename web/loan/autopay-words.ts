import type { InferOutput } from 'valibot'
import type { autoPayPart } from '#contract/autopay.ts'
import type { Day } from '#domain/day.ts'
import type { SelfPaidReason } from '#domain/lending/mandate.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import type { MessageId } from '#words/catalogues.ts'

type Part = InferOutput<typeof autoPayPart>

const byAutoPay: Partial<Record<Part['debit'], MessageId>> = {
  planned: 'loan.autopay.planned',
  announced: 'loan.autopay.announced',
  started: 'loan.autopay.started',
}

const byHand: Record<SelfPaidReason, MessageId> = {
  paused: 'loan.autopay.paused',
  overdue: 'loan.autopay.overdue',
  'help-awaited': 'loan.autopay.help-awaited',
  'above-cap': 'loan.autopay.above-cap',
  'mandate-over': 'loan.autopay.mandate-over',
  'too-late': 'loan.autopay.too-late',
  'part-paid': 'loan.autopay.part-paid',
  skipped: 'loan.autopay.skipped',
  'not-taken': 'loan.autopay.not-taken',
}

/** Who pays the instalment that is due on a day: AutoPay, or the borrower, with the reason. */
export function autoPayWords({ debit, why }: Part, dueDay: Day): string {
  const id = why === null ? byAutoPay[debit] : byHand[why]
  return id ? t(id, { date: day(dueDay) }) : ''
}
