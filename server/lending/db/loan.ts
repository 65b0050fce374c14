import { type Day, day } from '#domain/day.ts'
import type {
  Deferral,
  DueInstalment,
  PaidExtension,
  Payment,
  PenalWaiver,
  RunningLoan,
} from '#domain/lending/accrual.ts'
import type { Charges } from '#domain/lending/ledger.ts'
import { dueDay, scheduleOf } from '#domain/lending/schedule.ts'
import { penalCapPaise } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerYear } from '#domain/money.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import { listsOf, ofOrders } from '#server/lending/db/portion.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import { opaqueParam, type Row, statement } from '#server/platform/db/statement.ts'

const insertInstalments = statement(
  'instalment-insert',
  `INSERT INTO order_instalment (borrower_id, order_id, number, due_day, principal, interest, amount)
   SELECT $1, $2, number, "dueDay", principal, interest, amount
   FROM jsonb_to_recordset($3) AS i (number smallint, "dueDay" date, principal bigint, interest bigint, amount bigint)`,
)
/** The loans that `which` chooses; `isOwn` holds for the rows of the borrower of the loan. */
const loansWhere = (isOwn: string, order: string, which: string, more = '') =>
  `SELECT o.borrower_id, o.order_id,${more} o.disbursed_day, o.principal, o.rate_ppm_year, o.penal_rate_ppm_year, o.penal_cap_bps,
     (SELECT coalesce(json_agg(json_build_object('number', number, 'dueDay', due_day, 'principal', principal, 'amount', amount)
                               ORDER BY number), '[]')
      FROM order_instalment WHERE ${isOwn} AND order_id = ${order}) AS "instalments!",
     (SELECT coalesce(json_agg(json_build_object('number', number, 'day', day, 'amount', amount) ORDER BY number, is_release), '[]')
      FROM (SELECT number, false AS is_release, day, amount - excess AS amount FROM payment_receipt
            WHERE ${isOwn} AND order_id = ${order} AND extension_id IS NULL AND amount > excess
            UNION ALL SELECT after_receipts, true, day, amount FROM extension_release
            WHERE ${isOwn} AND order_id = ${order}) AS paid) AS "payments!",
     (SELECT coalesce(json_agg(json_build_object('requestedDay', requested_day, 'paidDay', ended_day, 'penal', penal,
                                                 'interest', interest, 'afterReceipts', after_receipts) ORDER BY number), '[]')
      FROM order_extension WHERE ${isOwn} AND order_id = ${order} AND state = 'paid') AS "extensions!",
     (SELECT json_build_object('state', state, 'moveDays', move_days, 'requestedDay', requested_day, 'grantedDay', granted_day,
                               'afterReceipts', after_receipts)
      FROM hardship_plan WHERE ${isOwn} AND order_id = ${order}) AS deferral,
     (SELECT coalesce(json_agg(json_build_object('day', day, 'amount', amount, 'afterReceipts', after_receipts)
                               ORDER BY at, waiver_id), '[]')
      FROM penal_waiver WHERE ${isOwn} AND order_id = ${order}) AS "waivers!"
   FROM ${which}`
const selectLoan = statement(
  'loan-of-order',
  loansWhere('borrower_id = $1', '$2', 'loan_order o WHERE o.borrower_id = $1 AND o.order_id = $2'),
)
const selectLoans = statement(
  'loans-of-borrower',
  loansWhere(
    'borrower_id = $1',
    'o.order_id',
    `loan_order o WHERE o.borrower_id = $1 AND o.order_id IN (SELECT unnest(${opaqueParam('$2::uuid[]')}))`,
  ),
)
const selectRunning = statement(
  'loans-running',
  loansWhere(
    'borrower_id = o.borrower_id AND borrower_id = ANY ($1::uuid[])',
    'o.order_id',
    `${ofOrders('loan_order', 'o')} AND o.state IN ('loaned', 'overdue', 'extension') AND o.settled_at IS NULL`,
    ' o.product_id, o.accrued_interest, o.accrued_penal,',
  ),
)

type LoanRow = Row<'loan-of-order'>
/** The parts of a loan, as the statements put them into JSON. */
export type StoredInstalment = {
  number: number
  dueDay: string
  principal: number
  amount: number
}
/** `number`: the number of its receipt, or of the receipt after which it was applied. */
export type StoredPayment = { number: number; day: string; amount: number }
export type StoredExtension = {
  requestedDay: string
  paidDay: string
  penal: number
  interest: number
  afterReceipts: number
}

/** The request for a hardship plan. */
export type StoredDeferral = {
  state: 'awaiting' | 'granted' | 'refused' | 'ended'
  moveDays: number
  requestedDay: string
  grantedDay: string | null
  afterReceipts: number | null
}

export type StoredWaiver = { day: string; amount: number; afterReceipts: number }

/** Fixes the due days of the agreed schedule, from the day the money arrived. Returns the first. */
export async function insertSchedule(tx: Transaction, order: Order, start: Day): Promise<Day> {
  const rows = scheduleOf(order.terms).map(row => ({ ...row, dueDay: dueDay(row, start) }))
  await tx.query(insertInstalments, [order.borrowerId, order.id, JSON.stringify(rows)])
  const [first] = rows
  if (!first) throw new Error(`Order ${order.id} has no instalment.`)
  return first.dueDay
}

type Lent = Pick<Order, 'borrowerId' | 'id' | 'state' | 'disbursedDay'>

/**
 * A loan that runs or ran, in the domain's form; undefined for an order whose money never arrived,
 * or was reversed.
 */
export async function loanOf(
  db: Queryable,
  { borrowerId, id, state, disbursedDay }: Lent,
): Promise<RunningLoan | undefined> {
  if (!disbursedDay || state === 'failed') return undefined
  return runningLoan(await db.one(selectLoan, [borrowerId, id]), disbursedDay)
}

/** The same for several orders of one borrower, by the ids of those that are loans. */
export async function loansOf(
  db: Queryable,
  borrowerId: string,
  orders: readonly Lent[],
): Promise<ReadonlyMap<string, RunningLoan>> {
  const days = new Map(
    orders.flatMap(({ id, state, disbursedDay }) =>
      disbursedDay && state !== 'failed' ? [[id, disbursedDay]] : [],
    ),
  )
  if (days.size === 0) return new Map()
  const rows = await db.query(selectLoans, [borrowerId, [...days.keys()]])
  return new Map(
    rows.flatMap(row => {
      const startDay = days.get(row.order_id)
      return startDay ? [[row.order_id, runningLoan(row, startDay)]] : []
    }),
  )
}

/** A loan that runs, with the charges that the daily sums hold of it. */
export type Running = OrderKey & {
  readonly productId: string
  readonly loan: RunningLoan
  readonly summed: Charges
}

/** Those of these orders, of any borrowers, that still run. */
export async function stillRunning(
  db: Queryable,
  keys: readonly OrderKey[],
): Promise<readonly Running[]> {
  const rows = await db.query(selectRunning, listsOf(keys))
  return rows.flatMap(row =>
    row.disbursed_day
      ? [
          {
            borrowerId: row.borrower_id,
            orderId: row.order_id,
            productId: row.product_id,
            summed: { interest: paise(row.accrued_interest), penal: paise(row.accrued_penal) },
            loan: runningLoan(row, row.disbursed_day),
          },
        ]
      : [],
  )
}

function runningLoan(row: LoanRow, startDay: Day): RunningLoan {
  return {
    rate: ppmPerYear(row.rate_ppm_year),
    penalRate: ppmPerYear(row.penal_rate_ppm_year),
    penalCap: penalCapPaise({
      principal: paise(row.principal),
      penalCap: basisPoints(row.penal_cap_bps),
    }),
    startDay,
    instalments: row.instalments.map(instalmentOf),
    payments: row.payments.map(paymentOf),
    extensions: row.extensions.map(extension => extensionOf(extension, row.payments)),
    deferral: row.deferral ? deferralOf(row.deferral, row.payments) : undefined,
    waivers: row.waivers.map(waiver => waiverOf(waiver, row.payments)),
  }
}

function instalmentOf({ number, dueDay: due, principal, amount }: StoredInstalment): DueInstalment {
  return { number, dueDay: day(due), principal: paise(principal), amount: paise(amount) }
}

function paymentOf(row: StoredPayment): Payment {
  return { day: day(row.day), amount: paise(row.amount) }
}

function extensionOf(
  { afterReceipts, ...row }: StoredExtension,
  payments: readonly StoredPayment[],
): PaidExtension {
  return {
    afterPayments: payments.filter(({ number }) => number <= afterReceipts).length,
    requestedDay: day(row.requestedDay),
    paidDay: day(row.paidDay),
    penal: paise(row.penal),
    interest: paise(row.interest),
  }
}

function waiverOf(
  { afterReceipts, ...row }: StoredWaiver,
  payments: readonly StoredPayment[],
): PenalWaiver {
  const afterPayments = payments.filter(({ number }) => number <= afterReceipts).length
  return { afterPayments, day: day(row.day), amount: paise(row.amount) }
}

/** A request that ended unanswered moved nothing, as a refused one. */
function deferralOf(
  { state, moveDays, requestedDay, grantedDay, afterReceipts }: StoredDeferral,
  payments: readonly StoredPayment[],
): Deferral {
  const request = { moveDays, requestedDay: day(requestedDay) }
  if (state === 'awaiting') return { ...request, answer: 'awaited' }
  if (grantedDay === null || afterReceipts === null) return { ...request, answer: 'refused' }
  const before = payments.filter(({ number }) => number <= afterReceipts)
  return { ...request, answer: { day: day(grantedDay), afterPayments: before.length } }
}
