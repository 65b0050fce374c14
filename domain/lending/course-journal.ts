import { type Day, laterDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import type { Course } from '#domain/lending/course.ts'
import { postExtensionCourse, postUse } from '#domain/lending/course-postings.ts'
import {
  type Charges,
  chargesOf,
  postAccrual,
  postPenalWaiver,
  type Transfer,
} from '#domain/lending/ledger.ts'
import { pastPositionOn } from '#domain/lending/repayment.ts'
import type { DatedTransfer } from '#domain/lending/statement-of-account.ts'
import { leftOverPaise, minPaise, type Paise, paise, sumPaise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'

/** The transfers of a loan that are booked at once on a day. */
export type DatedPosting = {
  readonly posting: string
  readonly day: Day
  readonly transfers: readonly Transfer[]
}

export type Booked = {
  /** The amounts of the payments, by their ids. */
  readonly amounts: ReadonlyMap<string, Paise>
  /** Transfers that are booked when they happen and never moved: the payout before, and the refunds after. */
  readonly before: readonly DatedPosting[]
  readonly after: readonly DatedPosting[]
}

/**
 * The journal of a loan to the end of a day as it would be if everything had become known when it was
 * done. Its balances are those of the journal that was written, in which later postings correct
 * earlier ones.
 */
export function journalOf(
  { loan, uses, extensions }: Course,
  { amounts, before, after }: Booked,
  until: Day,
): DatedTransfer[] {
  const payments = [...uses].map(([id, use]) => {
    const transfers = postUse(amounts.get(id) ?? paise(0), use)
    return { posting: `payment:${id}`, day: use.day, transfers }
  })
  const extended = [...extensions].flatMap(([id, extension]) =>
    extension.endedOn === undefined
      ? []
      : [
          {
            posting: `extension:${id}`,
            day: extension.endedOn,
            transfers: postExtensionCourse(extension),
          },
        ],
  )
  const events = [...waiversOf(loan), ...payments, ...extended, ...after]
  const days = [...new Set([...events.map(({ day }) => day), until])].filter(day => day <= until)
  let charged: Charges = NO_PARTS
  const sincePayout = days.toSorted().flatMap(day => {
    const charges = chargedBy(loan, day)
    const accrual = { posting: `accrual:${day}`, day, transfers: postAccrual(charged, charges) }
    charged = charges
    return [accrual, ...events.filter(event => event.day === day)]
  })
  return [...before, ...sincePayout].flatMap(datedTransfers)
}

/** All that a loan was charged by a day, what was given up of it included. */
function chargedBy(loan: RunningLoan, day: Day): Charges {
  const position = pastPositionOn(loan, laterDay(loan.startDay, day))
  const { interest, penal } = chargesOf(position)
  return { interest, penal: sumPaise([penal, position.waived]) }
}

/** The waived amount, as far as it was owed once all earlier payments are known. */
function waiversOf(loan: RunningLoan): DatedPosting[] {
  let before: Paise = paise(0)
  return (loan.waivers ?? []).map(({ day, amount }, index) => {
    const waived = minPaise(amount, leftOverPaise(pastPositionOn(loan, day).waived, before))
    before = sumPaise([before, waived])
    return { posting: `waiver:${index}`, day, transfers: postPenalWaiver(waived) }
  })
}

function datedTransfers({ posting, day, transfers }: DatedPosting): DatedTransfer[] {
  return transfers.map(transfer => ({ ...transfer, posting, day }))
}
