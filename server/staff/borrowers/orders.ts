/** An order at the console: everything behind its figures, and the acts that its state allows. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffOrder } from '#contract/staff/order.ts'
import { indiaDayOf } from '#domain/day.ts'
import { spacedDocumentCode } from '#domain/lending/document-code.ts'
import { type Account, balances, postSum, shareOfSums } from '#domain/lending/ledger.ts'
import { type LoanPosition, positionOn } from '#domain/lending/repayment.ts'
import { type Paise, paise, ZERO_PAISE } from '#domain/money.ts'
import { totalOf } from '#domain/parts.ts'
import { actsOn } from '#domain/staff/order-acts.ts'
import { readOrderNo } from '#domain/staff/search.ts'
import { accrualOf } from '#server/lending/db/accrual-sum.ts'
import { hardshipPlanOf } from '#server/lending/db/hardship.ts'
import { transfersOf } from '#server/lending/db/ledger.ts'
import { loanOf } from '#server/lending/db/loan.ts'
import { documentsOf } from '#server/lending/db/loan-document.ts'
import { type Order, type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { receiptsOf } from '#server/lending/repaying/receipts.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import {
  movesOf,
  orderKeyOf,
  payoutsOf,
  refundRowsOf,
  requestsOf,
} from '#server/staff/borrowers/db/order-page.ts'
import { type By, writeLook } from '#server/staff/looks/look.ts'
import { proposalsAbout } from '#server/staff/proposals/db/proposal.ts'

type OrderPage = Output<typeof staffOrder.open>

const NOT_FOUND: Refusal<'order-not-found'> = refused('order-not-found')

/** The page of an order; records the look in the same transaction. */
export async function openOrder(
  services: Pick<Services, 'db' | 'cipher' | 'ids' | 'config'>,
  input: Input<typeof staffOrder.open>,
  by: By,
): Promise<OrderPage | Refusal<'order-not-found'>> {
  const orderNo = readOrderNo(input.orderNo)
  if (orderNo === undefined) return NOT_FOUND
  return services.db.transaction(async tx => {
    const key = await orderKeyOf(tx, orderNo)
    const order = key && (await orderOf(tx, key.borrowerId, key.orderId))
    if (!order || !key) return NOT_FOUND
    const { borrowerId, orderId: subjectId } = key
    const look = { borrowerId, part: 'order', subjectId, why: input.why } as const
    await writeLook(services, tx, look, by)
    const loan = await loanOf(tx, order)
    const position = loan && positionOn(loan, indiaDayOf(by.now))
    return {
      ...agreedOf(order),
      owedToday: position?.payoff ?? ZERO_PAISE,
      schedule: scheduleOf(position),
      ...(await booksOf(tx, key)),
      ...(await moneyOf(tx, key, order)),
      ...(await actsOf(tx, order, position, by.now)),
    }
  })
}

function agreedOf(order: Order) {
  const { borrowerId, id, orderNo, productName, state, appliedAt, terms } = order
  const { arrive, serviceFee, gst, interest, apr } = order
  return {
    borrowerId,
    orderId: id,
    orderNo,
    productName,
    state,
    appliedAt,
    principal: terms.principal,
    arrive,
    serviceFee,
    gst,
    interest,
    apr,
  }
}

function scheduleOf(position: LoanPosition | undefined): OrderPage['schedule'] {
  return (position?.instalments ?? []).map(each => ({
    number: each.number,
    dueDay: each.dueDay,
    amount: each.agreed,
    paid: totalOf(each.paid),
    owed: totalOf(each.owed),
    overdueDays: each.overdueDays,
    state: each.state,
  }))
}

/** The order's books: its journal, and one entry of each kind for its share of the daily sums. */
async function booksOf(tx: Queryable, { borrowerId, orderId }: OrderKey) {
  const [journal, { day, summed }] = await Promise.all([
    transfersOf(tx, borrowerId, orderId),
    accrualOf(tx, { borrowerId, orderId }),
  ])
  const inSum = postSum(shareOfSums(journal, summed))
  const entries = [
    ...journal,
    ...(day ? inSum.map(each => ({ ...each, posting: 'accrual-sum', day })) : []),
  ]
  return {
    balances: (Object.entries(balances(entries)) as [Account, Paise][]).map(
      ([account, balance]) => ({ account, balance }),
    ),
    entries: entries.map(({ posting, day, debit, credit, amount }) => {
      return { posting, day, debit, credit, amount }
    }),
  }
}

async function moneyOf(tx: Queryable, key: OrderKey, order: Order) {
  const [moves, payouts, requests, receipts, documents] = await Promise.all([
    movesOf(tx, key),
    payoutsOf(tx, key),
    requestsOf(tx, key),
    receiptsOf(tx, order),
    documentsOf(tx, key.borrowerId, key.orderId),
  ])
  return {
    moves: moves.map(({ details, ...move }) => ({ ...move, cause: causeOf(details) })),
    payouts: payouts.map(each => ({ ...each, amount: paise(each.amount) })),
    requests: requests.map(each => {
      return { ...each, amount: paise(each.amount), received: paise(each.received) }
    }),
    receipts: receipts.map(({ number, day, amount, parts, excess, vendor, attemptRef }) => {
      return { number, day, amount, ...parts, excess, vendor, reference: attemptRef }
    }),
    documents: documents.map(({ kind, issuedAt, code, withdrawnAt = null }) => {
      return { kind, issuedAt, code: spacedDocumentCode(code), withdrawnAt }
    }),
  }
}

/** The cause of a move; its encrypted facts and hashes are not shown. */
function causeOf(details: unknown): string | null {
  const { reason, utr, how, moveDays } = (details ?? {}) as Readonly<Record<string, unknown>>
  const cause = reason ?? utr ?? how ?? (moveDays === undefined ? undefined : `${moveDays} d`)
  return typeof cause === 'string' ? cause : null
}

async function actsOf(tx: Queryable, order: Order, position: LoanPosition | undefined, now: Date) {
  const key = { borrowerId: order.borrowerId, orderId: order.id }
  const [payouts, refunds, plan] = await Promise.all([
    payoutsOf(tx, key),
    refundRowsOf(tx, key),
    hardshipPlanOf(tx, key),
  ])
  const subjects = [
    key.orderId,
    ...payouts.map(({ payoutId }) => payoutId),
    ...refunds.map(({ refundId }) => refundId),
  ]
  const about = await proposalsAbout(tx, subjects, now)
  const last = payouts.at(-1)
  return {
    refunds: refunds.map(each => ({ ...each, amount: paise(each.amount) })),
    proposals: about.map(({ proposalId, act, until }) => ({ proposalId, act, until })),
    acts: actsOn({
      state: order.state,
      isReferred: order.referredAt !== undefined,
      hasHardshipRequest: plan?.state === 'awaiting',
      penalOwed: position?.owed.penal ?? ZERO_PAISE,
      payout: last && {
        id: last.payoutId,
        hasEnded: last.endedAt !== null,
        isStopped: last.stoppedAt !== null,
      },
      refunds: refunds.map(({ refundId: id, state }) => ({ id, state })),
      proposed: about,
    }),
  }
}
