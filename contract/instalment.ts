import * as v from 'valibot'
import { indiaDay, rupees, whole } from '#contract/wire.ts'

/**
 * One line of a repayment schedule before the money has arrived: days are counted from the payout.
 */
export const quotedInstalment = v.object({
  number: whole,
  dueAfterDays: whole,
  dueDay: indiaDay,
  opening: rupees,
  principal: rupees,
  interest: rupees,
  amount: rupees,
})

export const parts = v.object({ penal: rupees, interest: rupees, principal: rupees })

/** The figures of a running loan's instalment on the payment page and the order page. */
export const instalmentPosition = v.object({
  number: whole,
  dueDay: indiaDay,
  agreed: rupees,
  owed: parts,
  paid: parts,
  overdueDays: whole,
  state: v.picklist(['paid', 'overdue', 'upcoming']),
})
