import { addDays, type Day } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import { type Account, type Charges, chargesOf, type Transfer } from '#domain/lending/ledger.ts'
import { pastPositionOn } from '#domain/lending/repayment.ts'
import { type Paise, paise } from '#domain/money.ts'

/*
 * The account of one order as its borrower sees it, derived from the ledger: charges, payments, and
 * the balance after each. The ledger accounts that concern the borrower (receivables, and the
 * clearing account that every payment passes through) are inside; a line is a movement into or out
 * of them, named after the account on the other side.
 */
const INSIDE: readonly Account[] = [
  'principal_receivable',
  'interest_receivable',
  'penal_receivable',
  'collection_clearing',
]

/** A transfer with the posting it belongs to. */
export type DatedTransfer = Transfer & { readonly posting: string; readonly day: Day }

/**
 * The account on the other side: a charge from `fee_income` is the processing fee, a credit from
 * `bank` is a payment.
 */
export type StatementLine = {
  /** The day of the line; of interest and penal charges, their last day. */
  readonly day: Day
  /** The first day of interest and penal charges; of all other lines, `day`. */
  readonly since: Day
  readonly with: Account
  /**
   * `sent`: an excess that had already been taken off the account was paid back to the borrower. It
   * does not change the balance. `waived`: penal charges that the lender gave up.
   */
  readonly side: 'charge' | 'credit' | 'sent' | 'waived'
  readonly amount: Paise
  /** The amount owed after this line. */
  readonly balance: Paise
  /** The provider's id of the refund, for money that was sent back. */
  readonly reference: string | undefined
}

export type AccountStatement = {
  readonly lines: readonly StatementLine[]
  /** The amount that the loan was charged, without reversals, advances and refunds. */
  readonly charged: Paise
  /** The amount paid for it, without advances, refunds sent and refunds pending. */
  readonly credited: Paise
  /** The advances held for an extension at the end. */
  readonly setAside: Paise
  readonly sentBack: Paise
  readonly toBeSentBack: Paise
  /** The amount that the order owes by the books: `charged` less `credited`. */
  readonly balance: Paise
}

type Movement = Pick<StatementLine, 'day' | 'since' | 'with' | 'reference'> & {
  readonly owed: number
  readonly sent: number
  readonly isWaiver: boolean
}

/** Postings of waivers are named `waiver:` and an id. */
const WAIVER = 'waiver:'

/**
 * The statement of an order from its transfers, in the order in which they were booked. It begins
 * with nothing owed. The loan shows from which day on charges arose; it is missing for an order
 * whose payout was reversed.
 */
export function statementOfAccount(
  transfers: readonly DatedTransfer[],
  loan?: RunningLoan,
): AccountStatement {
  const movements = drawnTogether(begun(postingsOf(transfers).flatMap(movementsOf), loan))
  const lines: StatementLine[] = []
  let balance = 0
  for (const { owed, sent, isWaiver, ...about } of movements) {
    balance += owed
    const side = sent > 0 ? 'sent' : isWaiver ? 'waived' : owed > 0 ? 'charge' : 'credit'
    lines.push({ ...about, side, amount: paise(Math.abs(owed) + sent), balance: paise(balance) })
  }
  const isCharge = (other: Account) => !NO_CHARGES.includes(other)
  const charged = owedIn(movements, isCharge)
  const sentBack = movements.reduce((sum, { sent }) => sum + sent, 0)
  return {
    lines,
    charged: paise(charged),
    credited: paise(charged - balance),
    setAside: paise(owedIn(movements, other => other === 'extension_advances')),
    sentBack: paise(sentBack),
    toBeSentBack: paise(owedIn(movements, other => other === 'refunds_payable') - sentBack),
    balance: paise(balance),
  }
}

/** The borrower's own money arriving, held as an advance, or going back: not charges. */
const NO_CHARGES: readonly Account[] = ['bank', 'extension_advances', 'refunds_payable']

function owedIn(movements: readonly Movement[], isCounted: (other: Account) => boolean): number {
  return movements.reduce(
    (sum, movement) => sum + (isCounted(movement.with) ? movement.owed : 0),
    0,
  )
}

function postingsOf(transfers: readonly DatedTransfer[]): DatedTransfer[][] {
  const postings = new Map<string, DatedTransfer[]>()
  for (const transfer of transfers)
    postings.set(transfer.posting, [...(postings.get(transfer.posting) ?? []), transfer])
  return [...postings.values()]
}

/** The movements of a posting on the borrower's account, by the account on the other side. */
function movementsOf(posting: readonly DatedTransfer[]): Movement[] {
  const owed = new Map<Account, number>()
  for (const { debit, credit, amount } of posting) {
    if (!isSeen(debit, credit)) continue
    if (!INSIDE.includes(debit)) owed.set(debit, (owed.get(debit) ?? 0) - amount)
    if (!INSIDE.includes(credit)) owed.set(credit, (owed.get(credit) ?? 0) + amount)
  }
  const [first] = posting
  if (!first) return []
  const isWaiver = first.posting.startsWith(WAIVER)
  const about = { day: first.day, since: first.day, isWaiver }
  return [
    ...[...owed].map(([other, sum]) => ({
      ...about,
      with: other,
      owed: sum,
      sent: 0,
      reference: undefined,
    })),
    ...posting.filter(isSentBack).map(({ amount, posting: name }) => {
      const reference = name.slice(name.indexOf(':') + 1)
      return { ...about, with: 'bank' as const, owed: 0, sent: amount, reference }
    }),
  ]
}

/** The provider has paid out what was owed back. */
function isSentBack({ debit, credit }: Transfer): boolean {
  return debit === 'refunds_payable' && credit === 'bank'
}

/**
 * An advance for an extension belongs to the borrower, so it is shown, though it does not change
 * what is owed.
 */
function isSeen(debit: Account, credit: Account): boolean {
  const isOutside = !INSIDE.includes(debit) && !INSIDE.includes(credit)
  return !isOutside || debit === 'extension_advances' || credit === 'extension_advances'
}

/** The accounts of charges that arise day by day. */
const DAILY: Partial<Record<Account, keyof Charges>> = {
  interest_income: 'interest',
  penal_income: 'penal',
}

function isDaily(movement: Movement): boolean {
  return DAILY[movement.with] !== undefined && !movement.isWaiver
}

/** The movements; each of interest or penal charge with the day from which on it arose. */
function begun(movements: readonly Movement[], loan: RunningLoan | undefined): Movement[] {
  const bookedTo = new Map<Account, Day>()
  return movements.map(movement => {
    const charge = DAILY[movement.with]
    if (!loan || !charge || !isDaily(movement) || movement.owed < 0) return movement
    const after = bookedTo.get(movement.with)
    bookedTo.set(movement.with, movement.day)
    return { ...movement, since: firstDayOf(loan, charge, { after, by: movement.day }) }
  })
}

type Span = { readonly after: Day | undefined; readonly by: Day }

/** The first day of a span on which a loan accrued more of a charge. */
function firstDayOf(loan: RunningLoan, charge: keyof Charges, { after, by }: Span): Day {
  const amountOn = (day: Day) => chargesOf(pastPositionOn(loan, day))[charge]
  const before = after === undefined ? 0 : amountOn(after)
  for (let day = addDays(after ?? loan.startDay, 1); day < by; day = addDays(day, 1))
    if (amountOn(day) > before) return day
  return by
}

/**
 * Merges the daily bookings of interest and penal charge between two other lines into one line
 * each.
 */
function drawnTogether(movements: readonly Movement[]): Movement[] {
  const together: Movement[] = []
  let run = 0
  for (const movement of movements) {
    if (!isDaily(movement)) run = together.length + 1
    const at = isDaily(movement)
      ? together.findIndex((each, index) => index >= run && each.with === movement.with)
      : -1
    const before = together[at]
    if (before) together[at] = { ...before, day: movement.day, owed: before.owed + movement.owed }
    else together.push(movement)
  }
  return together.filter(({ owed, sent }) => owed !== 0 || sent > 0)
}
