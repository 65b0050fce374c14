/**
 * The documents of an order: its Key Facts Statement, a receipt for each payment, its statement of
 * account, and its no-dues certificate.
 */

import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { loanDocument as endpoints } from '#contract/loan-document.ts'
import { type Day, day, indiaDayOf, laterDay } from '#domain/day.ts'
import { courseOf } from '#domain/lending/course.ts'
import { type Booked, journalOf } from '#domain/lending/course-journal.ts'
import type { LoanFacts } from '#domain/lending/loan-facts.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { statementOfAccount } from '#domain/lending/statement-of-account.ts'
import { statementsOf } from '#server/lending/borrowing/key-facts.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { extensionsOf } from '#server/lending/db/extension.ts'
import { type BookedTransfer, transfersOf } from '#server/lending/db/ledger.ts'
import { factsOf, loanOf } from '#server/lending/db/loan.ts'
import {
  documentsOf,
  documentsOfBorrower,
  type RegisteredDocument,
} from '#server/lending/db/loan-document.ts'
import { type Order, orderOf, ordersOf } from '#server/lending/db/order.ts'
import { firstReceiptsOf, type Receipt, receiptIdsOf } from '#server/lending/db/receipt.ts'
import { type DocumentToIssue, issueDocument } from '#server/lending/documents/issue-document.ts'
import { serviceFeesOf } from '#server/lending/extending/extension-quote.ts'
import { receiptsOf } from '#server/lending/repaying/receipts.ts'
import {
  keyFactsDocument,
  noDuesDocument,
  receiptDocument,
  statementDocument,
} from '#server/lending/words/documents.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
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
    firstReceiptsOf(db, order.borrowerId, order.id),
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
  for (const receipt of await receiptsOf(tx, order))
    await issueDocument(work, receiptOf(order, receipt))
  if (order.state === 'settled') await issueNoDues(work, order)
  return documentsOf(tx, borrowerId, id)
}

/** Issues the statement with which the application was made, with its date. */
async function issueKeyFacts(work: Work, order: Order): Promise<void> {
  const kind = 'key-facts-statement'
  const statements = await statementsOf(work, order)
  const asApplied = { ...work, at: order.appliedAt }
  await issueDocument(asApplied, {
    order,
    kind,
    subject: APPLICATION,
    amount: order.terms.principal,
    write: about => keyFactsDocument(about, kind, statements[about.language].sections),
  })
}

/** Certifies that nothing more is owed, in the transaction that settles the order. */
export async function issueNoDues(work: Work, order: Order): Promise<void> {
  const document = await noDuesOf(work, order)
  if (document) await issueDocument(work, document)
}

/** The certificate of a repaid loan; undefined for an order without a loan. */
export async function noDuesOf(
  { tx, at }: Work,
  order: Order,
): Promise<DocumentToIssue | undefined> {
  const [loan, extensions] = await Promise.all([
    loanOf(tx, order),
    extensionsOf(tx, order.borrowerId, order.id),
  ])
  if (!loan) return undefined
  const today = laterDay(loan.startDay, indiaDayOf(at))
  const paid = paidInAll(positionOn(loan, today), serviceFeesOf(extensions))
  // It was repaid by the last payment that was made, whichever became known last.
  const settledOn = loan.payments.at(-1)?.day ?? today
  return {
    order,
    kind: 'no-dues-certificate',
    subject: SETTLEMENT,
    amount: undefined,
    write: about => noDuesDocument(about, { settledOn, paid }),
  }
}

/** The receipt of a payment, with what it is used for. */
export function receiptOf(order: Order, receipt: Receipt): DocumentToIssue {
  return {
    order,
    kind: 'receipt',
    subject: receipt.id,
    amount: receipt.amount,
    write: about => receiptDocument(about, receipt),
  }
}

/**
 * Issues an order's statement of account as of the end of today. Books accruals up to today first,
 * so that the balance is the debt of the order. A day without changes has one statement.
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
    const today = indiaDayOf(at)
    const work = { services, tx, at }
    return issueDocument(work, await statementOf(work, order, `${today} ${transfers.length}`))
  })
}

/** The day that a statement of account is of. */
export const dayOfStatement = ({ subject }: Pick<RegisteredDocument, 'subject'>): Day =>
  day(subject.slice(0, subject.indexOf(' ')))

/**
 * The statement of account with a subject, as of the end of its day: as if everything that was done by
 * then had been known. Of an order whose payout was reversed it is as its journal was written.
 */
export async function statementOf(
  { tx }: Work,
  order: Order,
  subject: string,
): Promise<DocumentToIssue> {
  const on = dayOfStatement({ subject })
  const [facts, journal] = await Promise.all([
    factsOf(tx, order),
    transfersOf(tx, order.borrowerId, order.id),
  ])
  const course = facts && courseOf(facts)
  const account = course
    ? statementOfAccount(journalOf(course, bookedBeside(facts, journal), on), course.loan)
    : statementOfAccount(journal)
  return {
    order,
    kind: 'statement-of-account',
    subject,
    amount: account.balance,
    write: about => statementDocument(about, account, on),
  }
}

/** Transfers that are booked when they happen, beside the payments: the payout, and the refunds that were sent. */
function bookedBeside({ payments }: LoanFacts, journal: readonly BookedTransfer[]): Booked {
  const named = (prefix: string) => {
    const postings = Map.groupBy(
      journal.filter(({ posting }) => posting.startsWith(prefix)),
      ({ posting }) => posting,
    )
    return [...postings].flatMap(([posting, transfers]) =>
      transfers[0] ? [{ posting, day: transfers[0].day, transfers }] : [],
    )
  }
  const amounts = new Map(payments.map(({ id, amount }) => [id, amount]))
  return { amounts, before: named('payout-'), after: named('refund:') }
}

/** Every order that was paid out has a statement, even where the bank reversed the payout. */
export function hasStatement({ disbursedDay }: Pick<Order, 'disbursedDay'>): boolean {
  return disbursedDay !== undefined
}
