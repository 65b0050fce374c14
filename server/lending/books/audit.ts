/**
 * The auditor: rereads every journal and order, and reports what does not agree. It changes nothing
 * and runs on any database.
 */
import { type ChainLink, firstBreak } from '#domain/chain.ts'
import {
  type Account,
  accounts,
  balances,
  type Charges,
  chargesLess,
  hasCharges,
  postSum,
  sumCharges,
  type Transfer,
} from '#domain/lending/ledger.ts'
import { type Paise, paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { slotOfBorrower } from '#domain/slot.ts'
import { allSums, sumName } from '#server/lending/db/accrual-sum.ts'
import {
  type BookedPosting,
  borrowersWithOrders,
  journalEntry,
  journalHash,
  journalsOf,
} from '#server/lending/db/ledger.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import { money } from '#words/format.ts'
import { changedDays } from './journal-digest.ts'
import { auditOrder } from './order-faults.ts'

/** Borrowers read in one page: bounds the memory for a database of any size. */
const PAGE = 100
/** Faults listed in a report, to keep it readable; `faultCount` counts the rest. */
const STATED_MAX = 100

export type Audit = {
  readonly borrowers: number
  readonly orders: number
  readonly postings: number
  readonly trialBalance: Readonly<Record<Account, Paise>>
  /** The first faults, one sentence each; `faultCount` counts them all. */
  readonly faults: readonly string[]
  readonly faultCount: number
}

/** Audits everything, borrower by borrower. */
export async function audit(db: Database): Promise<Audit> {
  const counts = { borrowers: 0, orders: 0, postings: 0, faultCount: 0 }
  const faults: string[] = []
  const pairs = new Map<string, Transfer>()
  const shares = new Map<string, Charges>()
  const sumsBefore = await allSums(db)
  for (let page = await borrowersWithOrders(db, undefined, PAGE); page.length > 0; ) {
    for (const {
      orders,
      journal,
      shares: ofBorrower,
      faults: borrowerFaults,
    } of await db.transaction(tx => auditPage(tx, page))) {
      for (const [name, share] of ofBorrower)
        shares.set(name, sumCharges([shares.get(name) ?? NO_PARTS, share]))
      for (const transfer of journal.flatMap(({ transfers }) => transfers)) sumUp(pairs, transfer)
      counts.borrowers += 1
      counts.orders += orders
      counts.postings += journal.length
      counts.faultCount += borrowerFaults.length
      faults.push(...borrowerFaults.slice(0, STATED_MAX - faults.length))
    }
    page = await borrowersWithOrders(db, page.at(-1), PAGE)
  }
  const sums = await allSums(db)
  for (const sum of sums.values()) for (const transfer of postSum(sum)) sumUp(pairs, transfer)
  const general = [...(await changedDays(db)), ...sumFaults({ before: sumsBefore, sums, shares })]
  return {
    ...counts,
    faultCount: counts.faultCount + general.length,
    trialBalance: balances([...pairs.values()]),
    faults: [...general, ...faults].slice(0, STATED_MAX),
  }
}

type Audited = {
  readonly orders: number
  readonly journal: readonly BookedPosting[]
  /** The share of each order in the daily sums, by their names. */
  readonly shares: readonly (readonly [string, Charges])[]
  readonly faults: readonly string[]
}

/** Audits a page of borrowers in one snapshot, however busy the servers are. */
async function auditPage(tx: Transaction, borrowerIds: readonly string[]): Promise<Audited[]> {
  await tx.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const journals = Map.groupBy(await journalsOf(tx, borrowerIds), ({ borrowerId }) => borrowerId)
  const audited: Audited[] = []
  for (const borrowerId of borrowerIds) {
    const journal = journals.get(borrowerId) ?? []
    const orders = await ordersOf(tx, borrowerId)
    const faults = journalFaults(borrowerId, journal)
    const shares: [string, Charges][] = []
    for (const order of orders) {
      const { faults: orderFaults, share } = await auditOrder(tx, order, journal)
      faults.push(...orderFaults)
      shares.push([sumName(slotOfBorrower(borrowerId), order.productId), share])
    }
    audited.push({ orders: orders.length, journal, shares, faults })
  }
  return audited
}

type Compared = Record<'before' | 'sums' | 'shares', ReadonlyMap<string, Charges>>

/**
 * The daily sums that are not the shares of their loans. A loan's share changes only with its sum, so
 * a sum that stayed as it was during the audit must agree; the next audit compares the others.
 */
function sumFaults({ before, sums, shares }: Compared): string[] {
  return [...new Set([...sums.keys(), ...shares.keys()])].flatMap(name => {
    const sum = sums.get(name) ?? NO_PARTS
    const hasStayed = !hasCharges(chargesLess(sum, before.get(name) ?? NO_PARTS))
    const share = shares.get(name) ?? NO_PARTS
    return hasStayed && hasCharges(chargesLess(sum, share))
      ? [`the daily sums of ${name} are ${text(sum)}, and those of its loans are ${text(share)}`]
      : []
  })
}

function text({ interest, penal }: Charges): string {
  return `${money(interest)} of interest and ${money(penal)} of penal charges`
}

/** Debits less credits over all accounts: zero in books that balance. */
export function difference(trialBalance: Readonly<Record<Account, Paise>>): number {
  return Object.entries(trialBalance).reduce(
    (sum, [account, total]) => sum + (accounts[account as Account] === 'debit' ? total : -total),
    0,
  )
}

function journalFaults(borrowerId: string, journal: readonly BookedPosting[]): string[] {
  const links = journal.map((posting): ChainLink => ({ ...posting, entry: journalEntry(posting) }))
  const broken = firstBreak(journalHash, links)
  const gap = journal.findIndex(({ number }, index) => number !== index + 1)
  return [
    ...(broken === undefined
      ? []
      : [`the journal of borrower ${borrowerId} is broken at posting ${journal[broken]?.number}`]),
    ...(gap === -1 ? [] : [`the journal of borrower ${borrowerId} has no posting ${gap + 1}`]),
  ]
}

function sumUp(pairs: Map<string, Transfer>, { debit, credit, amount }: Transfer): void {
  const key = `${debit} ${credit}`
  pairs.set(key, { debit, credit, amount: paise((pairs.get(key)?.amount ?? 0) + amount) })
}
