import type { Day } from '#domain/day.ts'
import type { Account, Transfer } from '#domain/lending/ledger.ts'
import { type Paise, paise } from '#domain/money.ts'

/*
 * The account of one order as its borrower sees it, derived from the ledger: what was charged, what was paid, and what is
 * owed after each. What the books keep for the borrower (receivables, and the clearing that every payment passes through) is
 * inside; a line is what goes in or out of it, and is named by the account on the other side.
 */
const INSIDE: readonly Account[] = [
  'principal_receivable',
  'interest_receivable',
  'penal_receivable',
  'collection_clearing',
]

/** A transfer with the posting that it is part of. */
export type DatedTransfer = Transfer & { readonly posting: string; readonly day: Day }

/** The account on the other side: `fee_income` charged is the processing fee, `bank` credited is a payment. */
export type StatementLine = {
  /** The day of the line; where daily lines were drawn together, the last of theirs. */
  readonly day: Day
  readonly since: Day
  readonly with: Account
  /** `sent`: money that had been taken off the account before, as too much, went back to the borrower. It changes no balance. */
  readonly side: 'charge' | 'credit' | 'sent'
  readonly amount: Paise
  /** What is owed after it. */
  readonly balance: Paise
  /** Of money that was sent back: the id under which the provider knows the refund. */
  readonly reference: string | undefined
}

export type AccountStatement = {
  readonly lines: readonly StatementLine[]
  /** What the loan has borne: without what was taken back, set aside or sent back. */
  readonly charged: Paise
  /** What was paid for it: without what is set aside, was sent back, or is to be. */
  readonly credited: Paise
  /** What is set aside for an extension at the end. */
  readonly setAside: Paise
  readonly sentBack: Paise
  readonly toBeSentBack: Paise
  /** What the order owes by the books: `charged` less `credited`. */
  readonly balance: Paise
}

type Movement = Pick<StatementLine, 'day' | 'since' | 'with' | 'reference'> & {
  readonly owed: number
  readonly sent: number
}

/** The statement of an order from its transfers, in the order in which they were booked. It begins with nothing owed. */
export function statementOfAccount(transfers: readonly DatedTransfer[]): AccountStatement {
  const movements = drawnTogether(postingsOf(transfers).flatMap(movementsOf))
  const lines: StatementLine[] = []
  let balance = 0
  for (const { owed, sent, ...about } of movements) {
    balance += owed
    const side = sent > 0 ? 'sent' : owed > 0 ? 'charge' : 'credit'
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

/** Money of the borrower's own that came, is set aside, or goes back: no charge. */
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

/** What a posting does to the borrower's account, by the account on the other side. */
function movementsOf(posting: readonly DatedTransfer[]): Movement[] {
  const owed = new Map<Account, number>()
  for (const { debit, credit, amount } of posting) {
    if (!isSeen(debit, credit)) continue
    if (!INSIDE.includes(debit)) owed.set(debit, (owed.get(debit) ?? 0) - amount)
    if (!INSIDE.includes(credit)) owed.set(credit, (owed.get(credit) ?? 0) + amount)
  }
  const [first] = posting
  if (!first) return []
  const about = { day: first.day, since: first.day }
  const onAccount = [...owed].filter(([, sum]) => sum !== 0)
  return [
    ...onAccount.map(([other, sum]) => ({
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
  return together.filter(({ owed, sent }) => owed !== 0 || sent > 0)
}
