/**
 * The documents of an order: its Key Facts Statement, a receipt for each payment, its statement of
 * account, and its no-dues certificate.
 */

import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { loanDocument as endpoints } from '#contract/loan-document.ts'
import { indiaDayOf, laterDay } from '#domain/day.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { statementOfAccount } from '#domain/lending/statement-of-account.ts'
import type { Paise } from '#domain/money.ts'
import { keptStatements } from '#server/lending/borrowing/key-facts.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { extensionsOf } from '#server/lending/db/extension.ts'
import { transfersOf } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import {
  documentsOf,
  documentsOfBorrower,
  type RegisteredDocument,
} from '#server/lending/db/loan-document.ts'
import { type Order, orderOf, ordersOf } from '#server/lending/db/order.ts'
import { type Receipt, receiptIdsOf, receiptsOf } from '#server/lending/db/payment.ts'
import { issueDocument } from '#server/lending/documents/issue-document.ts'
import { serviceFeesOf } from '#server/lending/extending/extension-quote.ts'
import {
  keyFactsDocument,
  noDuesDocument,
  receiptDocument,
  statementDocument,
} from '#server/lending/words/documents.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'

const SETTLEMENT = 'settlement'
const APPLICATION = 'application'

/** Every document of an order. First issues, once each, those that are due and not issued yet. */
export async function documentsOfOrder(
  services: Services,
  order: Order,
  now: Date,
): Promise<RegisteredDocument[]> {
  const { db } = services
  const [issued, receipts] = await Promise.all([
    documentsOf(db, order.borrowerId, order.id),
    receiptsOf(db, order.borrowerId, order.id),
  ])
  return isWhole(order, issued, receipts)
    ? issued
    : db.transaction(tx => issueOwed({ services, tx, at: now }, order))
}

/** The documents of all orders of a borrower, newest order first. */
export async function documentsOfAllOrders(
  services: Services,
  borrowerId: string,
  now: Date,
): Promise<{ readonly order: Order; readonly documents: readonly RegisteredDocument[] }[]> {
  const { db } = services
  const [orders, documents, receipts] = await Promise.all([
    ordersOf(db, borrowerId),
    documentsOfBorrower(db, borrowerId),
    receiptIdsOf(db, borrowerId),
  ])
  const issued = Map.groupBy(documents, ({ orderId }) => orderId)
  const paid = Map.groupBy(receipts, ({ orderId }) => orderId)
  const all = []
  for (const order of orders) {
    const orderDocuments = issued.get(order.id) ?? []
    const whole = isWhole(order, orderDocuments, paid.get(order.id) ?? [])
    all.push({
      order,
      documents: whole
        ? orderDocuments
        : await db.transaction(tx => issueOwed({ services, tx, at: now }, order)),
    })
  }
  return all
}

function isWhole(
  { state }: Order,
  issued: readonly RegisteredDocument[],
  receipts: readonly Pick<Receipt, 'id'>[],
): boolean {
  const isThere = (kind: RegisteredDocument['kind'], subject: string) =>
    issued.some(each => each.kind === kind && each.subject === subject)
  return (
    isThere('key-facts-statement', APPLICATION) &&
    receipts.every(({ id }) => isThere('receipt', id)) &&
    (state !== 'settled' || isThere('no-dues-certificate', SETTLEMENT))
  )
}

async function issueOwed(work: Work, { borrowerId, id }: Order): Promise<RegisteredDocument[]> {
  const { tx } = work
  await lockBorrower(tx, borrowerId)
  const order = await orderOf(tx, borrowerId, id)
  if (!order) return []
  await issueKeyFacts(work, order)
  for (const receipt of await receiptsOf(tx, borrowerId, id))
    await issueReceipt(work, order, receipt)
  if (order.state === 'settled') await issueNoDues(work, order)
  return documentsOf(tx, borrowerId, id)
}

/** Issues the statement with which the application was made, with its date. */
async function issueKeyFacts(work: Work, order: Order): Promise<void> {
  const kind = 'key-facts-statement'
  const statements = await keptStatements(work, order)
  const asApplied = { ...work, at: order.appliedAt }
  await issueDocument(asApplied, {
    order,
    kind,
    subject: APPLICATION,
    amount: order.terms.principal,
    write: about => keyFactsDocument(about, kind, statements[about.language].sections),
  })
}

async function issueReceipt(work: Work, order: Order, receipt: Receipt): Promise<void> {
  await issueDocument(work, {
    order,
    kind: 'receipt',
    subject: receipt.id,
    amount: receipt.amount,
    write: about => receiptDocument(about, receipt),
  })
}

/** Certifies that nothing more is owed, in the transaction that settles the order. */
export async function issueNoDues(work: Work, order: Order): Promise<void> {
  const { tx, at } = work
  const settledOn = indiaDayOf(order.settledAt ?? at)
  const paid = await paidOn(tx, order, at)
  await issueDocument(work, {
    order,
    kind: 'no-dues-certificate',
    subject: SETTLEMENT,
    amount: undefined,
    write: about => noDuesDocument(about, { settledOn, paid }),
  })
}

/** The amount paid for the loan and its extensions, less refunds. */
async function paidOn(tx: Transaction, order: Order, at: Date): Promise<Paise> {
  const [loan, extensions] = await Promise.all([
    loanOf(tx, order),
    extensionsOf(tx, order.borrowerId, order.id),
  ])
  if (!loan) throw new Error(`Order ${order.id} is settled but was never a loan.`)
  return paidInAll(
    positionOn(loan, laterDay(loan.startDay, indiaDayOf(at))),
    serviceFeesOf(extensions),
  )
}

/**
 * Issues an order's statement of account as of the end of today, from the ledger. Books accruals up
 * to today first, so that the balance is what the order owes. A day without changes has one
 * statement.
 */
export function issueStatement(
  services: Services,
  { borrowerId, orderId }: { readonly borrowerId: string; readonly orderId: string },
  at: Date,
): Promise<RegisteredDocument | Refusal<RefusalOf<typeof endpoints.statement>>> {
  return unlessRefused(services.db, async tx => {
    await lockBorrower(tx, borrowerId)
    const order = await orderOf(tx, borrowerId, orderId)
    if (!order) return refused('order-not-found')
    if (!hasStatement(order)) return refused('order-state')
    const loan = await loanOf(tx, order)
    await accrue(tx, order, loan, services.ids.uuid(at), at)
    const transfers = await transfersOf(tx, borrowerId, orderId)
    const account = statementOfAccount(transfers, loan)
    const today = indiaDayOf(at)
    return issueDocument(
      { services, tx, at },
      {
        order,
        kind: 'statement-of-account',
        subject: `${today} ${transfers.length}`,
        amount: account.balance,
        write: about => statementDocument(about, account, today),
      },
    )
  })
}

/** Every order that was paid out has a statement, even where the bank reversed the payout. */
export function hasStatement({ disbursedDay }: Pick<Order, 'disbursedDay'>): boolean {
  return disbursedDay !== undefined
}
