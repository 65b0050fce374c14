import type { Day } from '#domain/day.ts'
import type { Account, Transfer } from '#domain/ledger.ts'
import { type Paise, paise } from '#domain/money.ts'

/*
 * The account of one order as its borrower sees it, derived from the ledger: what was charged, what was paid, and what is
 * owed after each. What the books keep for the borrower (receivables, and the clearing that every payment passes through) is
 * inside; a line is what goes in or out of it, and is named by the account on the other side.
 */
const INSIDE: readonly Account[] = ['principal_receivable', 'interest_receivable', 'penal_receivable', 'collection_clearing']

/** A transfer with the posting that it is part of. */
export type DatedTransfer = Transfer & { readonly posting: string; readonly day: Day }

/** The account on the other side: `fee_income` charged is the processing fee, `bank` credited is a payment. */
export type StatementLine = {
  /** The day of the line; where daily lines were drawn together, the last of theirs. */
  readonly day: Day
  readonly since: Day
  readonly with: Account
  readonly side: 'charge' | 'credit'
  readonly amount: Paise
  /** What is owed after it. */
  readonly balance: Paise
}

export type AccountStatement = {
  readonly lines: readonly StatementLine[]
  readonly charged: Paise
  readonly credited: Paise
  /** What the order owes by the books. */
  readonly balance: Paise
}

type Movement = Pick<StatementLine, 'day' | 'since' | 'with'> & { readonly owed: number }

/** The statement of an order from its transfers, in the order in which they were booked. It begins with nothing owed. */
export function statementOfAccount(transfers: readonly DatedTransfer[]): AccountStatement {
  const movements = drawnTogether(postingsOf(transfers).flatMap(movementsOf))
  const lines: StatementLine[] = []
  let balance = 0
  for (const { owed, ...about } of movements) {
    balance += owed
    lines.push({ ...about, side: owed > 0 ? 'charge' : 'credit', amount: paise(Math.abs(owed)), balance: paise(balance) })
  }
  const sumOf = (wanted: StatementLine['side']) =>
    paise(lines.reduce((sum, { side, amount }) => sum + (side === wanted ? amount : 0), 0))
  return { lines, charged: sumOf('charge'), credited: sumOf('credit'), balance: paise(balance) }
}

function postingsOf(transfers: readonly DatedTransfer[]): DatedTransfer[][] {
  const postings = new Map<string, DatedTransfer[]>()
  for (const transfer of transfers) postings.set(transfer.posting, [...(postings.get(transfer.posting) ?? []), transfer])
  return [...postings.values()]
}

/** What a posting does to the borrower's account, by the account on the other side. */
function movementsOf(posting: readonly DatedTransfer[]): Movement[] {
  const owed = new Map<Account, number>()
  for (const { debit, credit, amount } of posting) {
    if (!isSeen(debit, credit)) continue
    if (!INSIDE.includes(debit)) owed.set(debit, (owed.get(debit) ?? 0) - amount)
    if (!INSIDE.includes(credit)) owed.set(credit, (owed.get(credit) ?? 0) + amount)
  }
  const day = posting[0]?.day
  return day === undefined
    ? []
    : [...owed].flatMap(([other, sum]) => (sum === 0 ? [] : { day, since: day, with: other, owed: sum }))
}

/** What was set aside for an extension is the borrower's too: where it goes is seen, though it does not change what is owed. */
function isSeen(debit: Account, credit: Account): boolean {
  const isOutside = !INSIDE.includes(debit) && !INSIDE.includes(credit)
  return !isOutside || debit === 'extension_advances' || credit === 'extension_advances'
}

const DAILY: readonly Account[] = ['interest_income', 'penal_income']

/** Interest and penal charge are booked day by day; between two other lines they are one line each. */
function drawnTogether(movements: readonly Movement[]): Movement[] {
  const together: Movement[] = []
  let run = 0
  for (const movement of movements) {
    if (!DAILY.includes(movement.with)) run = together.length + 1
    const at = DAILY.includes(movement.with)
      ? together.findIndex((each, index) => index >= run && each.with === movement.with)
      : -1
    const before = together[at]
    if (before) together[at] = { ...before, day: movement.day, owed: before.owed + movement.owed }
    else together.push(movement)
  }
  return together.filter(({ owed }) => owed !== 0)
}
