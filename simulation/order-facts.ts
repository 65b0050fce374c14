import type { Database } from '#server/platform/db/open.ts'
import type { Facts, Happening, Page, Terms } from './oracle/facts.ts'
import { storyOf } from './oracle/story.ts'
import { discountBpsAt } from './oracle/tier.ts'
import type { Run } from './run.ts'

/** An order's rows, without any figure that the oracle computes. Amounts are paise. */
export type OrderRows = {
  readonly id: string
  readonly borrowerId: string
  readonly state: string
  readonly appliedAt: string
  /** As published; the oracle computes the discount. */
  readonly terms: Omit<Terms, 'discountBps'>
  readonly arrivedOn: string | null
  /** The day up to which the close of business booked the charges. */
  readonly accruedDay: string | null
  readonly events: readonly OrderEvent[]
  readonly extensions: readonly { readonly id: string; readonly number: number }[]
  readonly receipts: readonly ReceiptRow[]
  readonly pages: readonly PageRow[]
}

/** A payment page as opened for the borrower, and the amount in paise that it asked for. */
export type PageRow = {
  readonly id: string
  readonly scope: 'due' | 'all' | 'part' | 'autopay' | 'extension'
  readonly openedAt: string
  readonly amount: number
}

type OrderEvent = {
  readonly event: string
  readonly actor: string
  readonly at: string
  readonly details: {
    readonly amount?: number
    readonly extensionId?: string
    readonly how?: string
    readonly moveDays?: number
  }
}

type ReceiptRow = {
  readonly id: string
  readonly attemptRef: string
  readonly receivedAt: string
  readonly page: {
    readonly id: string
    readonly scope: PageRow['scope']
    readonly openedAt: string
    readonly amount: number
    readonly lastInstalment: number | null
    readonly extensionId: string | null
  }
}

const ORDERS = `
  SELECT jsonb_build_object(
    'id', o.order_id, 'borrowerId', o.borrower_id, 'state', o.state, 'appliedAt', o.applied_at,
    'arrivedOn', o.disbursed_day, 'accruedDay', o.accrued_day,
    'terms', jsonb_build_object(
      'principal', o.principal, 'ratePpmYear', p.rate_ppm_year,
      'feeBps', p.processing_fee_bps, 'periodDays', p.period_days, 'instalments', p.instalments,
      'maxTenorDays', p.max_tenor_days, 'penalRatePpmYear', p.penal_rate_ppm_year,
      'penalCapBps', p.penal_cap_bps, 'extensionFeeBps', p.extension_fee_bps,
      'coolingOffDays', p.cooling_off_days),
    'events', (SELECT coalesce(jsonb_agg(jsonb_build_object('event', event, 'actor', actor, 'at', at, 'details', details) ORDER BY number), '[]')
      FROM order_event e WHERE e.borrower_id = o.borrower_id AND e.order_id = o.order_id),
    'extensions', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', extension_id, 'number', number) ORDER BY number), '[]')
      FROM order_extension e WHERE e.borrower_id = o.borrower_id AND e.order_id = o.order_id),
    'pages', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', payment_id, 'scope', scope, 'openedAt', created_at, 'amount', amount)), '[]')
      FROM payment g WHERE g.borrower_id = o.borrower_id AND g.order_id = o.order_id),
    'receipts', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.receipt_id, 'attemptRef', r.attempt_ref,
        'receivedAt', r.received_at, 'page', jsonb_build_object('id', g.payment_id, 'scope', g.scope, 'openedAt', g.created_at,
        'amount', g.amount, 'lastInstalment', g.last_instalment, 'extensionId', g.extension_id)) ORDER BY r.number), '[]')
      FROM payment_receipt r JOIN payment g ON g.borrower_id = r.borrower_id AND g.payment_id = r.payment_id
      WHERE r.borrower_id = o.borrower_id AND r.order_id = o.order_id)) AS "order"
  FROM loan_order o JOIN product p ON p.product_id = o.product_id ORDER BY o.applied_at, o.order_id`

/** An order, with its terms and what happened to its loan, if its money arrived. */
export type JudgedOrder = {
  readonly rows: OrderRows
  readonly terms: Terms
  readonly facts: Facts | undefined
  /** The oracle's reason why this cannot have happened. */
  readonly refusal: string | undefined
}

/**
 * Reads every order with its terms as published, the discount that its borrower had earned by then,
 * and everything that happened to it.
 */
export async function ordersIn(db: Database, provider: Run['provider']): Promise<JudgedOrder[]> {
  const loans = new Map<string, Facts[]>()
  return (await db.raw(ORDERS)).map(({ order }) => {
    const rows = order as OrderRows
    const earlier = loans.get(rows.borrowerId) ?? []
    const terms = { ...rows.terms, discountBps: discountBpsAt(earlier, rows.appliedAt) }
    const base = factsOf(rows, terms, provider)
    const facts = base && { ...base, earlierPlans: plansIn(earlier) }
    const refusal = facts && refusalOf(facts)
    if (facts && !refusal) loans.set(rows.borrowerId, [...earlier, facts])
    return { rows, terms, facts, refusal }
  })
}

function refusalOf(facts: Facts): string | undefined {
  try {
    storyOf(facts)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const ANSWERS: Readonly<Record<string, 'granted' | 'refused'>> = {
  grantHardshipPlan: 'granted',
  refuseHardshipPlan: 'refused',
}

function isAnswerer(actor: string): actor is 'rules' | 'desk' | 'calendar' {
  return actor === 'rules' || actor === 'desk' || actor === 'calendar'
}

/** The number of these loans with a hardship plan by then. */
function plansIn(loans: readonly Facts[]): number {
  const isGrant = (one: Happening) => one.kind === 'plan-answered' && one.how === 'granted'
  return loans.filter(({ happenings }) => happenings.some(isGrant)).length
}

/**
 * Returns the facts of a loan whose money arrived, in the order of the reports to the server; each
 * payment with the instant at which its money moved. The amounts and times of payments come from the
 * provider's own books.
 */
function factsOf(
  { arrivedOn, events, extensions, receipts }: OrderRows,
  terms: Terms,
  { ended }: Run['provider'],
): Facts | undefined {
  if (arrivedOn === null) return undefined
  const numbers = new Map(extensions.map(({ id, number }) => [id, number]))
  const numberOf = (id: string | null | undefined) => numbers.get(id ?? '') ?? 0
  const remaining = [...receipts]
  const happenings = events.flatMap(({ event, actor, at, details }): Happening[] => {
    const number = numberOf(details.extensionId)
    if (event === 'requestHardshipPlan')
      return [{ kind: 'plan-requested', moveDays: details.moveDays ?? 0, at }]
    if (event === 'penalWaived') return [{ kind: 'penal-waived', amount: details.amount ?? 0, at }]
    const how = ANSWERS[event]
    if (how && isAnswerer(actor)) return [{ kind: 'plan-answered', how, by: actor, at }]
    if (event === 'requestExtension') return [{ kind: 'extension-requested', number, at }]
    if (event === 'payoutReversed') return [{ kind: 'payout-reversed', at }]
    if (details.how === 'lapsed' || details.how === 'abandoned')
      return [{ kind: 'extension-ended', number, how: details.how, at }]
    // Every receipt has one event, which names the amount that the provider received.
    const isPaid = actor === 'provider' && details.amount !== undefined
    const receipt = isPaid ? remaining.shift() : undefined
    if (!receipt) return []
    const { id, attemptRef, receivedAt, page } = receipt
    const attempt = ended.find(one => one.attemptRef === attemptRef)
    const { openedAt, amount } = page
    return [
      {
        kind: 'payment',
        id,
        amount: attempt?.amount ?? 0,
        ref: attemptRef,
        page: { id: page.id, openedAt, amount, purpose: purposeOf(page, numberOf) },
        paidAt: attempt?.paidAt?.toISOString(),
        at: receivedAt,
      },
    ]
  })
  return { terms, arrivedOn, happenings }
}

function purposeOf(
  { scope, lastInstalment, extensionId }: ReceiptRow['page'],
  numberOf: (id: string | null) => number,
): Page['purpose'] {
  if (scope === 'part') return scope
  if (extensionId !== null) return { extension: numberOf(extensionId) }
  return lastInstalment === null ? 'all' : { instalment: lastInstalment }
}
