/**
 * The auditor: rereads every journal and order, and reports what does not agree. It changes nothing
 * and runs on any database.
 */
import { type ChainLink, firstBreak } from '#domain/chain.ts'
import { type Account, accounts, balances, type Transfer } from '#domain/lending/ledger.ts'
import { type Paise, paise } from '#domain/money.ts'
import {
  type BookedPosting,
  borrowersWithOrders,
  journalEntry,
  journalHash,
  journalsOf,
} from '#server/lending/db/ledger.ts'
import { ordersOf } from '#server/lending/db/order.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import { changedDays } from './journal-digest.ts'
import { orderFaults } from './order-faults.ts'

/** Borrowers read in one page: bounds the memory, whatever the size of the database. */
const PAGE = 100
/** Faults listed in a report, to keep it readable; `faultCount` counts the rest. */
const MOST_TOLD = 100

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
  for (let page = await borrowersWithOrders(db, undefined, PAGE); page.length > 0; ) {
    for (const { orders, journal, faults: borrowerFaults } of await db.transaction(tx =>
      auditPage(tx, page),
    )) {
      for (const transfer of journal.flatMap(({ transfers }) => transfers)) sumUp(pairs, transfer)
      counts.borrowers += 1
      counts.orders += orders
      counts.postings += journal.length
      counts.faultCount += borrowerFaults.length
      faults.push(...borrowerFaults.slice(0, MOST_TOLD - faults.length))
    }
    page = await borrowersWithOrders(db, page.at(-1), PAGE)
  }
  const changed = await changedDays(db)
  return {
    ...counts,
    faultCount: counts.faultCount + changed.length,
    trialBalance: balances([...pairs.values()]),
    faults: [...changed, ...faults].slice(0, MOST_TOLD),
  }
}

type Audited = {
  readonly orders: number
  readonly journal: readonly BookedPosting[]
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
    for (const order of orders) faults.push(...(await orderFaults(tx, order, journal)))
    audited.push({ orders: orders.length, journal, faults })
  }
  return audited
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
