/**
 * Collections at the console: overdue loans by days past due, and lawful acts alone. A number is
 * shown for one call, and each call counts (regulation 4.5, decision 64).
 */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { collection } from '#contract/staff/collection.ts'
import { addDays, type Day, indiaDayOf, isDay } from '#domain/day.ts'
import type { RunningLoan } from '#domain/lending/accrual.ts'
import {
  COUNTED_MAX,
  firstBucketOf,
  PROMISE_DAYS_MAX,
  promiseState,
  whyNotCall,
} from '#domain/lending/collection.ts'
import { dueDaysOf, OVERDUE_BUCKETS, overdueBucketOf } from '#domain/lending/days-past-due.ts'
import { overdueToday } from '#domain/lending/falls-due.ts'
import { USUAL_WISH } from '#domain/lending/reminders.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { type Paise, paise, ZERO_PAISE } from '#domain/money.ts'
import { type LookPart, type LookWhy, maskedPhone } from '#domain/staff/look.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import { loanOf, stillRunning } from '#server/lending/db/loan.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import { isUuid, orderOf } from '#server/lending/db/order.ts'
import { isDisputed, statedWishOf } from '#server/lending/db/reminder.ts'
import type { StaffSession } from '#server/platform/actions/staff-session.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import {
  type CollectionNote,
  callsTo,
  countOverdue,
  insertCollectionNote,
  notesOfOrder,
  type OverdueKey,
  overdueOrder,
  overduePage,
  paidFor,
} from '#server/staff/cases/db/collection.ts'
import { writeLook } from '#server/staff/looks/look.ts'
import { staffOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { proposalsAbout } from '#server/staff/proposals/db/proposal.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'ids' | 'config'>
type By = { readonly staff: StaffSession; readonly now: Date }
type ArrearsPage = Output<typeof collection.open>

const NOT_FOUND: Refusal<'order-not-found'> = refused('order-not-found')
/** Each row replays its loan. */
const PAGE = 25
const FIRST = { day: '1970-01-01' as Day, id: '00000000-0000-0000-0000-000000000000' }
const WEEK_MS = 7 * 86_400_000

/** A page of the overdue loans of a bucket, the most overdue first. */
export async function listOverdue(
  { db }: Pick<Parts, 'db'>,
  { bucket: requested, after }: Input<typeof collection.list>,
  { now }: Pick<By, 'now'>,
): Promise<Output<typeof collection.list>> {
  const today = indiaDayOf(now)
  const counts = await Promise.all(
    OVERDUE_BUCKETS.map(async bucket => {
      return { bucket, count: await countOverdue(db, dueDaysOf(bucket, today), COUNTED_MAX) }
    }),
  )
  const bucket = requested ?? firstBucketOf(counts)
  const rows = await overduePage(db, dueDaysOf(bucket, today), placeOf(after), PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const running = new Map((await stillRunning(db, shown)).map(each => [each.orderId, each.loan]))
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return {
    bucket,
    counts,
    items: shown.flatMap(({ orderId, orderNo }) => {
      const late = latenessOf(running.get(orderId), today)
      return late ? [{ orderId, orderNo, ...late.figures }] : []
    }),
    next: last ? `${last.dueDay}~${last.orderId}` : null,
  }
}

function placeOf(after: string | undefined): typeof FIRST {
  const [day = '', id = ''] = after?.split('~') ?? []
  return isDay(day) && isUuid(id) ? { day, id } : FIRST
}

/** The figures of an overdue loan; undefined if it is not overdue any more. */
async function lateness(db: Queryable, { borrowerId, orderId }: OverdueKey, now: Date) {
  const order = await orderOf(db, borrowerId, orderId)
  const late = latenessOf(order && (await loanOf(db, order)), indiaDayOf(now))
  return order && late && { ...late, figures: { orderNo: order.orderNo, ...late.figures } }
}

function latenessOf(loan: RunningLoan | undefined, today: Day) {
  const position = loan && positionOn(loan, today)
  const overdue = position && overdueToday(loan, position)
  if (!overdue) return undefined
  const { days: daysPastDue, amount, penal } = overdue
  const bucket = overdueBucketOf(daysPastDue)
  return { figures: { daysPastDue, bucket, overdue: amount, penal }, payoff: position.payoff }
}

/** Opens an overdue loan, and records the look in the same transaction. */
export async function openOverdue(
  services: Parts,
  { orderId, why, again }: Input<typeof collection.open>,
  by: By,
): Promise<ArrearsPage | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await keyOf(tx, orderId)
    const late = key && (await lateness(tx, key, by.now))
    if (!key || !late) return NOT_FOUND
    const phone = await phoneOf({ db: tx, cipher: services.cipher }, key.borrowerId)
    await lookAt(services, tx, key, { part: 'loan', why, again }, by)
    return {
      orderId,
      ...late.figures,
      today: indiaDayOf(by.now),
      payoff: late.payoff,
      maskedPhone: maskedPhone(phone),
      cannotCall: (await refusalOfCall(tx, key, by.now)) ?? null,
      waiverUntil: await waiverUntil(tx, orderId, by.now),
      notes: await notesFor(services, tx, key, by.now),
    }
  })
}

async function waiverUntil(tx: Transaction, orderId: string, now: Date): Promise<Date | null> {
  const open = await proposalsAbout(tx, [orderId], now)
  return open.find(({ act }) => act === 'waive-penal')?.until ?? null
}

async function notesFor(services: Parts, tx: Transaction, key: OverdueKey, now: Date) {
  const [rows, receipts] = await Promise.all([notesOfOrder(tx, key), paidFor(tx, key)])
  const payments = receipts.map(({ at, amount }) => ({ at, amount: paise(amount) }))
  const ids = [...new Set(rows.map(({ staffId }) => staffId))]
  const people = await Promise.all(ids.map(id => staffOf(tx, id)))
  const mails = new Map(
    people.flatMap(each => (each ? [[each.staffId, mailOf(services, each)]] : [])),
  )
  return rows.map(row => {
    const { what, at, staffId, promisedAmount, promisedDay: day } = row
    const amount = promisedAmount === null ? ZERO_PAISE : paise(promisedAmount)
    const state = day && promiseState({ at, amount, day }, payments, indiaDayOf(now))
    return {
      what,
      at,
      by: mails.get(staffId) ?? '',
      text: noteText(services, row),
      promise: day && state ? { amount, day, state } : null,
    }
  })
}

async function keyOf(db: Queryable, orderId: string): Promise<OverdueKey | undefined> {
  return isUuid(orderId) ? overdueOrder(db, orderId) : undefined
}

async function refusalOfCall(tx: Transaction, key: OverdueKey, now: Date) {
  const { borrowerId } = key
  const [calls, wish, disputed, underWay] = await Promise.all([
    callsTo(tx, borrowerId, new Date(now.getTime() - WEEK_MS)),
    statedWishOf(tx, borrowerId),
    isDisputed(tx, borrowerId, now),
    moneyUnderWayOn(tx, key, now),
  ])
  const standing = { isDisputed: disputed, isPaying: underWay !== undefined }
  return whyNotCall(calls, { wish: wish ?? USUAL_WISH, ...standing }, now)
}

/**
 * The borrower's name and number for one call. It is counted in the same transaction under the
 * borrower's lock, so that two collectors cannot both take the last one.
 */
export async function callBorrower(
  services: Parts,
  { orderId }: Input<typeof collection.call>,
  by: By,
): Promise<Output<typeof collection.call> | Refusal<'order-not-found' | 'outdated'>> {
  return services.db.transaction(async tx => {
    const key = await keyOf(tx, orderId)
    if (!key) return NOT_FOUND
    await lockBorrower(tx, key.borrowerId)
    if (!(await lateness(tx, key, by.now))) return NOT_FOUND
    if (await refusalOfCall(tx, key, by.now)) return refused('outdated')
    await record(services, tx, key, { what: 'call' }, by)
    const why = 'collection'
    await lookAt(services, tx, key, { part: 'name', why }, by, 'counted')
    await lookAt(services, tx, key, { part: 'phone', why }, by, 'reveal')
    const store = { db: tx, cipher: services.cipher }
    const identity = await identityOf(store, key.borrowerId, indiaDayOf(by.now))
    return { name: identity?.name ?? '', phone: await phoneOf(store, key.borrowerId) }
  })
}

/** Stores a note about an overdue loan. */
export async function keepNote(
  services: Parts,
  { orderId, text }: Input<typeof collection.note>,
  by: By,
): Promise<null | Refusal<'order-not-found'>> {
  return services.db.transaction(async tx => {
    const key = await keyOf(tx, orderId)
    if (!key) return NOT_FOUND
    await record(services, tx, key, { what: 'note', text }, by)
    return null
  })
}

/** Stores a promise to pay, of at most the payoff, for a day from today on. */
export async function keepPromise(
  services: Parts,
  { orderId, amount, day }: Input<typeof collection.promise>,
  by: By,
): Promise<null | Refusal<'order-not-found' | 'input-invalid'>> {
  const today = indiaDayOf(by.now)
  if (day < today || day > addDays(today, PROMISE_DAYS_MAX)) return refused('input-invalid')
  return services.db.transaction(async tx => {
    const key = await keyOf(tx, orderId)
    const late = key && (await lateness(tx, key, by.now))
    if (!key || !late) return NOT_FOUND
    if (amount <= 0 || amount > late.payoff) return refused('input-invalid')
    await record(services, tx, key, { what: 'promise', promised: { amount, day } }, by)
    return null
  })
}

type Recorded = {
  readonly what: CollectionNote['what']
  readonly text?: string
  readonly promised?: { readonly amount: Paise; readonly day: Day }
}

async function record(
  { ids, cipher }: Parts,
  tx: Transaction,
  { borrowerId, orderId }: OverdueKey,
  { what, text, promised }: Recorded,
  { staff: { staffId }, now: at }: By,
): Promise<void> {
  const noteId = ids.uuid(at)
  const textSealed =
    text === undefined ? null : cipher.encrypt(text, noteContext({ borrowerId, noteId }))
  const { amount: promisedAmount = null, day: promisedDay = null } = promised ?? {}
  const note = {
    borrowerId,
    noteId,
    orderId,
    what,
    staffId,
    textSealed,
    promisedAmount,
    promisedDay,
  }
  await insertCollectionNote(tx, { ...note, at })
  const action: AuditAction = what === 'call' ? 'borrower-called' : 'collection-noted'
  await writeAudit(tx, cipher, { actor: `staff:${staffId}`, action, subject: orderId, at })
}

function lookAt(
  services: Parts,
  tx: Transaction,
  { borrowerId, orderId: subjectId }: OverdueKey,
  about: { readonly part: LookPart; readonly why: LookWhy; readonly again?: boolean | undefined },
  by: By,
  use?: 'reveal' | 'counted',
): Promise<void> {
  return writeLook(services, tx, { borrowerId, subjectId, ...about }, by, use)
}

/** The text of a note; null for a call or a promise. */
export function noteText(
  { cipher }: Pick<Services, 'cipher'>,
  row: Pick<CollectionNote, 'borrowerId' | 'noteId' | 'textSealed'>,
): string | null {
  return row.textSealed && cipher.decryptText(row.textSealed, noteContext(row))
}

function noteContext({
  borrowerId,
  noteId,
}: Pick<CollectionNote, 'borrowerId' | 'noteId'>): CipherContext {
  return { table: 'collection_note', row: `${borrowerId}/${noteId}`, column: 'text_sealed' }
}
