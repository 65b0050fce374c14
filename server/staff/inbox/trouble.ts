/**
 * Items that no machine could finish: money under way, skipped orders, unknown payments, failed
 * jobs.
 */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { inbox } from '#contract/staff/inbox.ts'
import { codesAlarm } from '#domain/accounts/proof-of-work.ts'
import { indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { type InboxKind, type InboxNotes, itemIdOf, type TroubleKind } from '#domain/staff/inbox.ts'
import { newcomersCodeDigits } from '#server/accounts/code-guesses.ts'
import { codeFiguresAt } from '#server/accounts/code-tally.ts'
import { orderOf } from '#server/lending/db/order.ts'
import {
  ownerOfPayment,
  paymentOf,
  type UnattributedEvent,
  unattributedEvent,
  unattributedEvents,
} from '#server/lending/db/payment.ts'
import { listSkipped } from '#server/lending/db/skipped-order.ts'
import { underWay } from '#server/lending/payout/under-way.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

type Parts = Pick<Services, 'db' | 'queue' | 'config'>
type Details = Output<typeof inbox.trouble>
type TroubleOf<Kind extends TroubleKind> = Omit<Details, 'notes'> & {
  readonly kind: Kind
  readonly id: string
  readonly notes: readonly InboxNotes[Kind][]
  readonly names?: readonly string[]
}
export type Trouble = { readonly [Kind in TroubleKind]: TroubleOf<Kind> }[TroubleKind]
/** The maximum of items of a kind that are read. */
export type MaxOf = (kind: InboxKind) => number

/** More payouts, refunds or mandates than ever wait at once. */
const ALL = 10_000

const NOTHING_MORE: Omit<Details, 'since' | 'notes'> = {
  orderNo: null,
  amount: null,
  vendor: null,
  reference: null,
  stateThere: null,
  reason: null,
  tries: null,
  againAt: null,
  codes: null,
}

/** Everything that no machine could finish. */
export async function troubles(
  services: Parts,
  now: Date,
  maxOf: MaxOf = () => ALL,
): Promise<Trouble[]> {
  const { db, queue } = services
  const items = await Promise.all([
    moneyUnderWay(db, now, maxOf),
    skippedOrders(db),
    unknownPayments(db, maxOf('unknown-payment')),
    failedJobs(queue),
    signInCodes(services, now),
  ])
  return items.flat()
}

/** The details of one of them. */
export async function openTrouble(
  services: Parts,
  { kind, id }: Input<typeof inbox.trouble>,
  { now }: { readonly now: Date },
): Promise<Details | Refusal<'outdated'>> {
  const items = await troublesOf(services, { kind, id }, now)
  const item = items.find(each => each.kind === kind && each.id === id)
  if (!item) return refused('outdated')
  const { kind: _kind, id: _id, names: _names, notes, ...details } = item
  return { ...details, notes: [...notes] }
}

/** Items of a kind, with the one of this id if it waits. */
async function troublesOf(
  services: Parts,
  { kind, id }: Pick<Trouble, 'kind' | 'id'>,
  now: Date,
): Promise<Trouble[]> {
  const { db, queue } = services
  switch (kind) {
    case 'payout':
    case 'refund':
    case 'mandate':
      return moneyUnderWay(db, now, each => (each === kind ? ALL : 0))
    case 'skipped-order':
      return skippedOrders(db)
    case 'unknown-payment': {
      const event = await unattributedEvent(db, id)
      return event ? [await unknownPayment(db, event)] : []
    }
    case 'failed-job':
      return failedJobs(queue)
    case 'sign-in-codes':
      return signInCodes(services, now)
  }
}

async function moneyUnderWay(db: Queryable, now: Date, maxOf: MaxOf): Promise<Trouble[]> {
  const { payouts, refunds, mandates } = await underWay(db, now, {
    payouts: maxOf('payout'),
    refunds: maxOf('refund'),
    mandates: maxOf('mandate'),
  })
  return [
    ...payouts.map(({ id, orderNo, amount, since, isStopped }) => {
      const notes = [isStopped ? ('stopped' as const) : ('under-way' as const)]
      const facts = { orderNo, amount: paise(amount), notes, reference: id }
      return { ...NOTHING_MORE, kind: 'payout' as const, id, since, ...facts }
    }),
    ...refunds.map(({ id, orderNo, amount, since, isGivenUp }) => {
      const notes = [isGivenUp ? ('given-up' as const) : ('under-way' as const)]
      const facts = { orderNo, amount: paise(amount), notes, reference: id }
      return { ...NOTHING_MORE, kind: 'refund' as const, id, since, ...facts }
    }),
    ...mandates.map(({ id, orderNo, since, state, heldState: stateThere, vendor }) => {
      const facts = { orderNo, notes: [state], stateThere, vendor, reference: id }
      return { ...NOTHING_MORE, kind: 'mandate' as const, id, since, ...facts }
    }),
  ]
}

async function skippedOrders(db: Queryable): Promise<Trouble[]> {
  const rows = await listSkipped(db)
  return rows.map(({ orderId, orderNo, step, since, reason, tries, againAt }) => {
    const facts = { orderNo, notes: [step], reason, tries, againAt }
    return { ...NOTHING_MORE, kind: 'skipped-order', id: `${orderId}.${step}`, since, ...facts }
  })
}

async function unknownPayments(db: Queryable, max: number): Promise<Trouble[]> {
  const events = await unattributedEvents(db, max)
  return Promise.all(events.map(event => unknownPayment(db, event)))
}

async function unknownPayment(db: Queryable, event: UnattributedEvent): Promise<Trouble> {
  const { vendor, eventId, amount, receivedAt: since, doubt, currency } = event
  const facts = {
    // An amount in another currency has no unit that a page shows.
    amount: currency === null ? paise(amount) : null,
    orderNo: (await orderNoOf(db, event)) ?? null,
    notes: doubt === null ? [] : [doubt],
    names: currency === null ? [vendor] : [vendor, currency],
    vendor,
    reference: eventId,
  }
  return { ...NOTHING_MORE, kind: 'unknown-payment', id: itemIdOf(eventId), since, ...facts }
}

/** A doubtful payment names one of our payment requests, and so its order; the others name nothing. */
async function orderNoOf(
  db: Queryable,
  { doubt, paymentId }: UnattributedEvent,
): Promise<string | undefined> {
  const borrowerId = doubt === null ? undefined : await ownerOfPayment(db, paymentId)
  const payment = borrowerId && (await paymentOf(db, borrowerId, paymentId))
  const order = payment && (await orderOf(db, payment.borrowerId, payment.orderId))
  return order ? order.orderNo : undefined
}

const REFERENCE_MAX_CHARS = 500

/** A job that failed again counts once. */
async function failedJobs(queue: Parts['queue']): Promise<Trouble[]> {
  const letters = await queue.deadLetters()
  const jobs = new Map(
    letters.map(({ name, data, failedAt: since }): [string, Trouble] => {
      const id = itemIdOf([name, ...Object.values(data)].join('.'))
      const reference = `${name} ${JSON.stringify(data)}`.slice(0, REFERENCE_MAX_CHARS)
      const facts = { notes: [], names: [name], reference }
      return [id, { ...NOTHING_MORE, kind: 'failed-job', id, since, ...facts }]
    }),
  )
  return [...jobs.values()]
}

/**
 * One item for each India day on which sign-in codes are guessed or pumped, by the limits of an unscaled
 * product, or new devices get longer ones.
 */
async function signInCodes(services: Parts, now: Date): Promise<Trouble[]> {
  const [codes, digits] = await Promise.all([
    codeFiguresAt(services.db, now),
    newcomersCodeDigits(services, now),
  ])
  const areLonger = digits > services.config.loginCodeDigits
  const note = codesAlarm(codes, 1) ?? (areLonger ? 'longer' : undefined)
  if (note === undefined) return []
  const id = indiaDayOf(now)
  return [{ ...NOTHING_MORE, kind: 'sign-in-codes', id, since: now, notes: [note], codes }]
}
