/** What was true when a release's dump was made: an upgrade from it must keep all of this true. */
import { orderStates } from '#domain/lending/order.ts'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { tablesOf } from '#server/platform/db/spread/cluster.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type Borrower, detailOf, type LendingWorld, ledgerOf } from '#server/testing/lending.ts'

/** A session as its browser holds it. */
type SessionOfThen = Pick<Browser, 'headers'> & {
  readonly token: string | undefined
  readonly cookies: Readonly<Record<string, string>>
}

export type Facts = {
  readonly version: string
  /** The time of the loans, and the time of the sessions. */
  readonly at: string
  readonly wall: string
  readonly borrowers: readonly (SessionOfThen & { readonly phone: string })[]
  readonly staff: readonly (SessionOfThen & { readonly role: string })[]
  /** The proposals that wait for a second person. */
  readonly proposals: readonly string[]
  readonly orders: readonly OrderOfThen[]
  /** The orders that were returned within the cooling-off period. */
  readonly returned: readonly string[]
  readonly trialBalance: Readonly<Record<string, number>>
  /** The last entry of each chain of the audit log. */
  readonly audit: readonly { slot: number; number: number; seal: string }[]
  /** The number of rows of each table that has some. */
  readonly rows: Readonly<Record<string, number>>
}

export type OrderOfThen = {
  readonly borrower: number
  readonly orderId: string
  /** What its borrower reads of it. */
  readonly read: Readonly<Record<string, unknown>>
  /** The balance of each account of the ledger. */
  readonly books: Readonly<Record<string, number>>
}

/** An order as its borrower reads it, without what later versions may word otherwise. */
export async function readOf(borrower: Borrower, orderId: string): Promise<OrderOfThen['read']> {
  const detail = await detailOf(borrower, orderId)
  const { position } = detail
  return {
    orderNo: detail.orderNo,
    // The code, as the file of a release has it.
    orderState: detail.orderState === 'finished' ? null : orderStates[detail.orderState].code,
    loanAmount: detail.loanAmount,
    arriveAmount: detail.arriveAmount,
    serviceFee: detail.serviceFee,
    gstFee: detail.gstFee,
    interest: detail.interest,
    repaymentAmount: detail.repaymentAmount,
    overdueDays: detail.overdueDays,
    overdueFee: detail.overdueFee,
    loanDate: detail.loanDate,
    repaymentDate: detail.repaymentDate,
    schedule: detail.schedule,
    position: position && {
      dueNow: position.dueNow,
      payoff: position.payoff,
      owed: position.owed,
      paid: position.paid,
      nextDueDay: position.nextDueDay,
    },
  }
}

export async function ordersOfThen(
  world: LendingWorld,
  loans: readonly { readonly borrower: Borrower; readonly orderId: string }[],
): Promise<OrderOfThen[]> {
  const orders: OrderOfThen[] = []
  for (const [index, { borrower, orderId }] of loans.entries())
    orders.push({
      borrower: index,
      orderId,
      read: await readOf(borrower, orderId),
      books: await ledgerOf(world, borrower, orderId),
    })
  return orders
}

export function sessionOfThen({ token, cookies, headers }: Browser): SessionOfThen {
  return { token, cookies: Object.fromEntries(cookies), headers }
}

/** A browser that holds a session of then, which had the names of cookies over https. */
export function browserOfThen(browser: Browser, { token, cookies, headers }: SessionOfThen) {
  browser.token = token
  for (const [name, value] of Object.entries(cookies))
    browser.cookies.set(name.replace(/^__Host-saral-/, 'saral-insecure-'), value)
  Object.assign(browser.headers, headers)
  return browser
}

/** The number of rows of each of the product's tables that has some. */
export function rowCounts(target: DatabaseTarget): Promise<Record<string, number>> {
  return asOwner(target, async owner => {
    const counts: Record<string, number> = {}
    for (const table of await tablesOf(owner)) {
      if (table === 'schema_migration') continue
      const { rows } = await owner.query(`SELECT count(*)::int AS count FROM ${table}`)
      if (rows[0].count > 0) counts[table] = rows[0].count
    }
    return counts
  })
}

/** The tables that a migration renamed, by their names of then. */
const RENAMED: Readonly<Record<string, string>> = {
  paper: 'loan_document',
  paper_code: 'loan_document_code',
  paper_content: 'loan_document_content',
}

/** The numbers of rows of a release, by the names that its tables have now. */
export function byNamesOfNow(rows: Facts['rows']): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(rows).map(([table, count]) => [RENAMED[table] ?? table, count]),
  )
}
