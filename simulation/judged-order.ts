import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/platform/db/open.ts'
import type { PartRequest } from './life.ts'
import { capOf, debitToAnnounce } from './oracle/autopay.ts'
import { dayInIndia, dayText } from './oracle/calendar.ts'
import { disclosedOf } from './oracle/disclosed.ts'
import type { Facts, Position } from './oracle/facts.ts'
import { totalOf } from './oracle/loan.ts'
import { partBounds } from './oracle/part.ts'
import { positionOf } from './oracle/position.ts'
import { type JudgedOrder, type OrderRows, ordersIn, type PageRow } from './order-facts.ts'
import type { Run } from './run.ts'

/** Every figure of an order that the server stored, to compare with the oracle's. */
type StoredFigures = Record<string, unknown>

/** A loan's charges in the daily sums, on the accounts on which its journal will book them. */
const SUMMED = [
  ['interest_receivable', 'accrued_interest'],
  ['interest_income', '-accrued_interest'],
  ['penal_receivable', 'accrued_penal'],
  ['penal_income', '-accrued_penal'],
]
  .map(
    ([account, amount]) =>
      `UNION ALL SELECT '${account}', ${amount} FROM loan_order l WHERE l.borrower_id = o.borrower_id AND l.order_id = o.order_id`,
  )
  .join(' ')

/** The accounts that hold the money of a receipt in the end. */
const BOOKED_OF_RECEIPT = [
  'penal_receivable',
  'interest_receivable',
  'principal_receivable',
  'extension_advances',
  'refunds_payable',
]
  .map(
    account =>
      `(SELECT coalesce(sum(CASE '${account}' WHEN credit THEN amount WHEN debit THEN -amount ELSE 0 END), 0) FROM ledger_transfer t
        WHERE t.borrower_id = r.borrower_id AND t.order_id = r.order_id AND t.posting ~ ('^payment[a-z-]*:' || r.receipt_id || '([.]|$)'))`,
  )
  .join(', ')

const STORED = `
  SELECT o.order_id::text AS id, jsonb_build_object(
    'discount', o.discount_bps,
    'disclosed', jsonb_build_array(o.service_fee, o.gst, o.arrive, o.interest, o.repayment, o.apr_bps),
    'schedule', (SELECT coalesce(jsonb_agg(jsonb_build_array(number, due_day, principal, interest, amount) ORDER BY number), '[]')
      FROM order_instalment i WHERE i.borrower_id = o.borrower_id AND i.order_id = o.order_id),
    'receipts', (SELECT coalesce(jsonb_agg(jsonb_build_array(receipt_id, r.day, ${BOOKED_OF_RECEIPT}) ORDER BY receipt_id), '[]')
      FROM payment_receipt r WHERE r.borrower_id = o.borrower_id AND r.order_id = o.order_id),
    'extensions', (SELECT coalesce(jsonb_agg(jsonb_build_array(number, instalment, new_due_day, service_fee, gst, penal, interest, state) ORDER BY number), '[]')
      FROM order_extension e WHERE e.borrower_id = o.borrower_id AND e.order_id = o.order_id),
    'plan', (SELECT jsonb_build_array(move_days, state, granted_day)
      FROM hardship_plan h WHERE h.borrower_id = o.borrower_id AND h.order_id = o.order_id),
    'released', (SELECT coalesce(jsonb_agg(jsonb_build_array(e.number, r.penal, r.interest, r.principal, r.excess) ORDER BY e.number), '[]')
      FROM extension_release r JOIN order_extension e ON e.borrower_id = r.borrower_id AND e.extension_id = r.extension_id
      WHERE r.borrower_id = o.borrower_id AND r.order_id = o.order_id),
    'refunds', (SELECT coalesce(jsonb_agg(jsonb_build_array(receipt_id, cause, amount) ORDER BY receipt_id, cause), '[]')
      FROM (SELECT receipt_id, cause, sum(amount) AS amount FROM refund f
            WHERE f.borrower_id = o.borrower_id AND f.order_id = o.order_id GROUP BY receipt_id, cause) AS sums),
    'end', jsonb_build_array(o.state, o.was_returned, o.was_ever_overdue, o.worst_overdue_days),
    'ledger', (SELECT coalesce(jsonb_object_agg(account, balance) FILTER (WHERE balance <> 0), '{}') FROM (
      SELECT account, sum(amount) AS balance FROM (
        SELECT debit AS account, amount FROM ledger_transfer t WHERE t.borrower_id = o.borrower_id AND t.order_id = o.order_id
        UNION ALL SELECT credit, -amount FROM ledger_transfer t WHERE t.borrower_id = o.borrower_id AND t.order_id = o.order_id
        ${SUMMED}
      ) AS sides WHERE account NOT LIKE 'accrued%' GROUP BY account) AS balances)) AS stored
  FROM loan_order o`

/**
 * Names every order that differs from the oracle: in its discount, the disclosed figures, the
 * amounts of its pages, the receipts, the refunds, its end, or the balances of its accounts. Adds
 * the events of such an order, since no two runs are alike.
 */
export async function judgedOrders(
  db: Database,
  { provider, partRequests }: Pick<Run, 'provider' | 'partRequests'>,
): Promise<string[]> {
  const orders = await ordersIn(db, provider)
  const stored = new Map(
    (await db.raw(STORED)).map(({ id, stored }) => [String(id), stored as StoredFigures]),
  )
  return orders.flatMap(order => {
    const { rows, facts, refusal } = order
    const faults = refusal
      ? [`the oracle refuses what happened: ${refusal}`]
      : [
          ...differences(expectedOf(order, refundTotal(rows, provider)), stored.get(rows.id) ?? {}),
          ...(facts ? pageFaults(rows, facts, partRequests) : []),
          ...(facts ? refusedPartFaults(rows, facts, partRequests) : []),
        ]
    const story = facts && faults.length > 0 ? [`its story: ${JSON.stringify(facts)}`] : []
    return [...faults, ...story].map(fault => `order ${rows.id} (${rows.state}): ${fault}`)
  })
}

function differences(expected: StoredFigures, actual: StoredFigures): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => !isDeepStrictEqual(value, actual[name]))
    .map(
      ([name, value]) =>
        `${name} is ${JSON.stringify(actual[name])}, but the oracle says ${JSON.stringify(value)}`,
    )
}

/** A page's request may wait while money that came a moment later is booked. */
const WAITS_MS = 1_000

/**
 * Names every payment page that asked for another amount than was to be paid when it was opened.
 * Payments on the page itself do not count.
 */
function pageFaults(order: OrderRows, facts: Facts, parts: readonly PartRequest[]): string[] {
  return order.pages.flatMap(({ id, scope, openedAt, amount }) => {
    const chosen = parts.find(({ paymentId }) => paymentId === id)?.amount
    const paid = facts.happenings.findIndex(one => one.kind === 'payment' && one.page.id === id)
    const happenings = paid === -1 ? facts.happenings : facts.happenings.slice(0, paid)
    const until = new Date(Date.parse(openedAt) + WAITS_MS).toISOString()
    const expected = new Set(
      positionsBetween({ ...facts, happenings }, openedAt, until).map(position =>
        scope === 'autopay'
          ? debitToAnnounce(position, capOf(disclosedOf(facts.terms).schedule), openedAt)?.amount
          : amountOfPage(scope, position, chosen),
      ),
    )
    return expected.has(amount)
      ? []
      : [
          `page ${id} (${scope}) asked for ${amount} paise, but the oracle says ${[...expected].join(' or ')}`,
        ]
  })
}

/** The amount of a page in paise; undefined if there can be no such page. */
function amountOfPage(
  scope: Exclude<PageRow['scope'], 'autopay'>,
  position: Position,
  chosen: number | undefined,
): number | undefined {
  const { payoff, fallsDue, extensions, ledger } = position
  if (scope === 'all') return payoff
  if (scope === 'due') return Math.min(payoff, fallsDue ? totalOf(fallsDue.parts) : 0)
  if (scope === 'part') return isPayable(chosen, position) ? chosen : undefined
  const awaiting = extensions.find(({ state }) => state === 'awaiting')
  return awaiting
    ? awaiting.service + awaiting.penal + awaiting.interest - ledger.extensionAdvances
    : 0
}

function isPayable(amount: number | undefined, position: Position): boolean {
  const { least, most } = partBounds(position)
  return amount !== undefined && amount >= least && amount <= most
}

/** Names every part that could be paid when it was refused, and every refusal with wrong bounds. */
function refusedPartFaults(
  { id }: OrderRows,
  facts: Facts,
  partRequests: readonly PartRequest[],
): string[] {
  return partRequests.flatMap(({ orderId, amount, from, until, refused }) => {
    if (orderId !== id || !refused || refused.reason === 'payment-not-available') return []
    const positions = positionsBetween(facts, from, until)
    const { reason, bounds } = refused
    const what = `a part of ${amount} paise was refused (${reason}`
    if (positions.every(position => isPayable(amount, position)))
      return [`${what}), but the oracle lets it be paid`]
    const expected = positions.map(partBounds)
    return reason !== 'part-not-payable' || expected.some(one => isDeepStrictEqual(one, bounds))
      ? []
      : [`${what}, ${JSON.stringify(bounds)}), but the oracle says ${JSON.stringify(expected)}`]
  })
}

/** The possible positions of a loan between two instants, as several things happen at one. */
export function positionsBetween(facts: Facts, from: string, until: string): Position[] {
  const { happenings } = facts
  const least = happenings.filter(({ at }) => Date.parse(at) < Date.parse(from)).length
  const most = happenings.filter(({ at }) => Date.parse(at) <= Date.parse(until)).length
  const positions: Position[] = []
  for (let count = least; count <= most; count += 1)
    for (const day of new Set([indiaDay(from), indiaDay(until)]))
      positions.push(positionOf({ ...facts, happenings: happenings.slice(0, count) }, day))
  return positions
}

const indiaDay = (instant: string) => dayText(dayInIndia(instant))

/** The sum of the provider's refunds of payments on an order, by its own books. */
function refundTotal({ receipts }: OrderRows, { refunds }: Run['provider']): number {
  const refs = new Set(receipts.map(({ attemptRef }) => attemptRef))
  const ofOrder = [...refunds.values()].filter(({ attemptRef }) => refs.has(attemptRef))
  return ofOrder.reduce((total, { amount }) => total + amount, 0)
}

const RUNNING = new Set(['loaned', 'overdue', 'extension'])

/** The last booked day of an order: a running loan waits for the close of business. */
function bookedDay({ state, accruedDay, events }: OrderRows, { arrivedOn }: Facts): string {
  const happened = indiaDay(events.at(-1)?.at ?? `${arrivedOn}T00:00:00Z`)
  return RUNNING.has(state) && accruedDay !== null ? accruedDay : happened
}

function expectedOf({ rows, terms, facts }: JudgedOrder, refunded: number): StoredFigures {
  const discount = terms.discountBps
  const { fee, gst, net, interest, repayment, aprBps, schedule } = disclosedOf(terms)
  const disclosed = [fee, gst, net, interest, repayment, aprBps]
  if (!facts) return { discount, disclosed, ...NO_LOAN }
  const position = positionOf(facts, bookedDay(rows, facts))
  const arrived = Date.parse(facts.arrivedOn)
  const days = schedule.map(({ number, dueAfterDays, principal, interest, amount }) => [
    number,
    new Date(arrived + dueAfterDays * 86_400_000).toISOString().slice(0, 10),
    principal,
    interest,
    amount,
  ])
  return {
    discount,
    disclosed,
    schedule: days,
    ...paidOf(position),
    plan: position.plan
      ? [position.plan.moveDays, position.plan.state, position.plan.grantedOn ?? null]
      : null,
    // A loan whose payout was reversed counts for nothing, so it was never overdue.
    end:
      rows.state === 'failed'
        ? [position.state, false, false, 0]
        : [
            position.state,
            position.wasReturned,
            position.worstOverdueDays > 0,
            position.worstOverdueDays,
          ],
    ledger: ledgerOf(facts, position, refunded),
  }
}

/** The position of an order without a loan. */
const NO_LOAN: StoredFigures = {
  schedule: [],
  receipts: [],
  extensions: [],
  plan: null,
  released: [],
  refunds: [],
  ledger: {},
}

function paidOf({ receipts, extensions, refunds }: Position): StoredFigures {
  const sums = new Map<string, [id: string, cause: string, amount: number]>()
  for (const { id, cause, amount } of refunds)
    sums.set(`${id} ${cause}`, [id, cause, (sums.get(`${id} ${cause}`)?.[2] ?? 0) + amount])
  const byNumber = extensions.toSorted((one, other) => one.number - other.number)
  return {
    receipts: receipts
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, day, parts, setAside, excess }) => [
        id,
        day,
        parts.penal,
        parts.interest,
        parts.principal,
        setAside,
        excess,
      ]),
    extensions: byNumber.map(one => [
      one.number,
      one.instalment,
      one.newDueDay,
      one.service,
      one.gst,
      one.penal,
      one.interest,
      one.state,
    ]),
    released: byNumber.flatMap(({ number, released }) =>
      released
        ? [
            [
              number,
              released.parts.penal,
              released.parts.interest,
              released.parts.principal,
              released.excess,
            ],
          ]
        : [],
    ),
    refunds: [...sums.keys()].toSorted().map(key => sums.get(key)),
  }
}

/** The balances of a loan's accounts that are not zero, debits positive. */
function ledgerOf(
  { terms, happenings }: Facts,
  { state, ledger }: Position,
  refunded: number,
): StoredFigures {
  const net = state === 'failed' ? 0 : disclosedOf(terms).net
  const received = happenings.reduce(
    (total, one) => total + (one.kind === 'payment' ? one.amount : 0),
    0,
  )
  const balances = {
    bank: received - refunded - net,
    // Only a refund that the provider gave up stays owed.
    refunds_payable: refunded - ledger.refunds,
    principal_receivable: ledger.principalReceivable,
    interest_receivable: ledger.interestReceivable,
    penal_receivable: ledger.penalReceivable,
    fee_income: -ledger.feeIncome,
    gst_payable: -ledger.gstPayable,
    interest_income: -ledger.interestIncome,
    penal_income: -ledger.penalIncome,
    extension_advances: -ledger.extensionAdvances,
  }
  return Object.fromEntries(
    Object.entries(balances)
      .filter(([, amount]) => amount !== 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}
