import type { Bucket } from '#domain/lending/days-past-due.ts'
import { type Account, accounts, type Transfer } from '#domain/lending/ledger.ts'
import { type BasisPoints, basisPoints, type Paise, paise } from '#domain/money.ts'

/*
 * The definitions of the lender's reports. Each amount is a sum of entries of the ledger, so that a report
 * cannot differ from the books (decision 65).
 */

/** A loan counts as late in the curves of vintages from this class on: more than 30 days past due. */
export const VINTAGE_LATE_FROM: Bucket = '31-60'

/**
 * The parts of a month's collection of principal, by the due days as they stood when the month began:
 * fallen due before the month, within it, or later.
 */
export const COLLECTION_PARTS = ['arrears', 'due', 'ahead'] as const
export type CollectionPart = (typeof COLLECTION_PARTS)[number]

/**
 * The movements that reports show: each is one pair of accounts. An entry of the opposite direction takes
 * back what the first one booked, and counts as negative.
 */
export const FLOWS = {
  'disbursed-net': { debit: 'principal_receivable', credit: 'payout_in_transit' },
  'disbursed-fee': { debit: 'principal_receivable', credit: 'fee_income' },
  'disbursed-gst': { debit: 'principal_receivable', credit: 'gst_payable' },
  received: { debit: 'bank', credit: 'collection_clearing' },
  'collected-principal': { debit: 'collection_clearing', credit: 'principal_receivable' },
  'collected-interest': { debit: 'collection_clearing', credit: 'interest_receivable' },
  'collected-penal': { debit: 'collection_clearing', credit: 'penal_receivable' },
  /** Set aside for an extension, less what was released to the loan. */
  'collected-advance': { debit: 'collection_clearing', credit: 'extension_advances' },
  'collected-excess': { debit: 'collection_clearing', credit: 'refunds_payable' },
  'extension-fee': { debit: 'extension_advances', credit: 'fee_income' },
  'extension-gst': { debit: 'extension_advances', credit: 'gst_payable' },
  'extension-interest': { debit: 'extension_advances', credit: 'interest_receivable' },
  'extension-penal': { debit: 'extension_advances', credit: 'penal_receivable' },
  'extension-returned': { debit: 'extension_advances', credit: 'refunds_payable' },
  'accrued-interest': { debit: 'interest_receivable', credit: 'interest_income' },
  'accrued-penal': { debit: 'penal_receivable', credit: 'penal_income' },
  refunded: { debit: 'refunds_payable', credit: 'bank' },
  'payouts-sent': { debit: 'payout_in_transit', credit: 'bank' },
} as const satisfies Record<string, { readonly debit: Account; readonly credit: Account }>

export type Flow = keyof typeof FLOWS
export const FLOW_NAMES = Object.keys(FLOWS) as Flow[]

type Pair = { readonly debit: Account; readonly credit: Account }

/** The daily sums book charges on accounts of their own; reports show both bookings as one movement. */
const IN_SUM: Partial<Record<Flow, Pair>> = {
  'accrued-interest': { debit: 'accrued_interest', credit: 'accrued_interest_income' },
  'accrued-penal': { debit: 'accrued_penal', credit: 'accrued_penal_income' },
}

/** The pairs of accounts whose entries are a movement. */
export function pairsOf(flow: Flow): readonly Pair[] {
  const inSum = IN_SUM[flow]
  return inSum ? [FLOWS[flow], inSum] : [FLOWS[flow]]
}

/** The movement that an entry belongs to, and whether it books it or takes it back. */
export function flowOf({
  debit,
  credit,
}: Pick<Transfer, 'debit' | 'credit'>): { readonly flow: Flow; readonly sign: 1 | -1 } | undefined {
  for (const flow of FLOW_NAMES) {
    for (const pair of pairsOf(flow)) {
      if (pair.debit === debit && pair.credit === credit) return { flow, sign: 1 }
      if (pair.debit === credit && pair.credit === debit) return { flow, sign: -1 }
    }
  }
  return undefined
}

export type FlowSum = { readonly flow: Flow; readonly count: number; readonly amount: Paise }
type Booked = Transfer & { readonly count: number }

/** Sums up entries by movement. Refuses a pair of accounts that no movement names: a report would omit it. */
export function sumFlows(entries: readonly Booked[]): FlowSum[] {
  const sums = new Map(FLOW_NAMES.map(flow => [flow, { flow, count: 0, amount: 0 }]))
  for (const { debit, credit, amount, count } of entries) {
    const flow = flowOf({ debit, credit })
    const sum = flow && sums.get(flow.flow)
    if (!flow || !sum) throw new RangeError(`no report knows entries from ${credit} to ${debit}`)
    sum.amount += flow.sign * amount
    sum.count += flow.sign * count
  }
  return [...sums.values()].map(sum => ({ ...sum, amount: paise(sum.amount) }))
}

/**
 * The change of an account's balance, on its own side, that movements make. Charges in the daily sums
 * count for the account on which journals book them.
 */
export function changeOf(account: Account, sums: readonly FlowSum[]): Paise {
  const change = sums.reduce((total, { flow, amount }) => {
    const { debit, credit } = FLOWS[flow]
    const signed = debit === account ? amount : credit === account ? -amount : 0
    return total + signed
  }, 0)
  return paise(accounts[account] === 'debit' ? change : 0 - change)
}

/** A part of a whole in basis points, rounded down; undefined of nothing. */
export function shareOf(part: number, whole: number): BasisPoints | undefined {
  return whole === 0 ? undefined : basisPoints(Math.floor((part * 10_000) / whole))
}
