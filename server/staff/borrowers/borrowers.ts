/** A borrower at the console: search, page, timeline, and reveals. */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { staffBorrower } from '#contract/staff/borrower.ts'
import { indiaDayOf } from '#domain/day.ts'
import { positionOn } from '#domain/lending/repayment.ts'
import { paise, ZERO_PAISE } from '#domain/money.ts'
import { maskedName, maskedPhone } from '#domain/staff/look.ts'
import { type SearchKey, searchKeysOf } from '#domain/staff/search.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { endEverywhere } from '#server/accounts/end-everywhere.ts'
import { phoneOf } from '#server/accounts/phone.ts'
import { nameHash } from '#server/identity/aadhaar.ts'
import { identityOf } from '#server/identity/borrower-identity.ts'
import { ownerOf } from '#server/identity/db/identity.ts'
import { questionContext } from '#server/lending/borrowing/questions.ts'
import { loansOf } from '#server/lending/db/loan.ts'
import { isUuid, ordersOf } from '#server/lending/db/order.ts'
import { limitsOn } from '#server/lending/db/policy.ts'
import { historyOf } from '#server/lending/orders/history.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import {
  type BorrowerMatch,
  borrowerSince,
  byDocumentCode,
  byLastFour,
  byName,
  byNumberOfOrder,
  byReference,
  FOUND_MAX,
} from '#server/staff/borrowers/db/search.ts'
import {
  EVENTS_PER_PAGE,
  type TimelineEnd,
  type TimelineRow,
  timelineRows,
} from '#server/staff/borrowers/db/timeline.ts'
import { noteText } from '#server/staff/borrowers/notes.ts'
import { noteText as collectionText } from '#server/staff/cases/collections.ts'
import { type By, hasOpened, writeLook } from '#server/staff/looks/look.ts'
import { countLook, recordSearch } from '#server/staff/looks/look-limits.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { storedWords } from '#server/support/complaint.ts'

type Parts = Pick<Services, 'db' | 'cipher' | 'ids' | 'config'>
type BorrowerPage = Output<typeof staffBorrower.open>
type Timeline = Output<typeof staffBorrower.timeline>
type SearchHit = Output<typeof staffBorrower.search>['found'][number]

const NOT_FOUND: Refusal<'borrower-not-found'> = refused('borrower-not-found')

/** Finds borrowers in every way that fits the text. Records the search, and each match as a look. */
export async function searchBorrowers(
  services: Parts,
  { query, why }: Input<typeof staffBorrower.search>,
  by: By,
): Promise<Output<typeof staffBorrower.search>> {
  const keys = searchKeysOf(query)
  return services.db.transaction(async tx => {
    const results = await Promise.all(
      keys.map(async key => {
        const rows = await matchesBy(services, tx, key)
        return rows.map(row => ({ ...row, by: key.by }))
      }),
    )
    const matches = new Map(results.flat().map(each => [each.borrowerId, each]))
    const shown: SearchHit[] = []
    for (const each of [...matches.values()].slice(0, FOUND_MAX)) {
      const { borrowerId, orderNo = null } = each
      if (!(await borrowerSince(tx, borrowerId))) continue
      const look = { borrowerId, part: 'search', subjectId: borrowerId, why } as const
      await writeLook(services, tx, look, by, 'counted')
      shown.push({
        borrowerId,
        by: each.by,
        orderNo,
        ...(await masked(services, tx, borrowerId, by)),
      })
    }
    const searched = keys.map(key => key.by)
    await countLook(services, tx, shown.length > 0 ? 'search' : 'search-in-vain', by)
    await recordSearch(services, tx, { query, why, ways: searched, matchCount: shown.length }, by)
    return { searched, found: shown, hasMore: matches.size > FOUND_MAX }
  })
}

async function matchesBy(
  { cipher }: Pick<Parts, 'cipher'>,
  db: Queryable,
  key: SearchKey,
): Promise<BorrowerMatch[]> {
  const owner = (borrowerId: string | undefined) => (borrowerId ? [{ borrowerId }] : [])
  switch (key.by) {
    case 'phone':
      return owner(await findBorrowerByPhone(db, cipher.keyedHash('phone', key.phone)))
    case 'pan':
      return owner(await ownerOf(db, 'pan', cipher.keyedHash('pan', key.pan)))
    case 'name':
      return byName(db, nameHash({ cipher }, key.name))
    case 'order-no':
      return byNumberOfOrder(db, key)
    case 'document-code':
      return byDocumentCode(db, key.code)
    case 'last-four':
      return byLastFour(db, key.digits)
    case 'reference':
      return byReference(db, key.reference)
  }
}

async function masked(
  { cipher }: Pick<Parts, 'cipher'>,
  db: Queryable,
  borrowerId: string,
  { now }: By,
) {
  const store = { db, cipher }
  const [identity, phone] = await Promise.all([
    identityOf(store, borrowerId, indiaDayOf(now)),
    phoneOf(store, borrowerId),
  ])
  return { maskedName: maskedName(identity?.name ?? ''), maskedPhone: maskedPhone(phone) }
}

/** The page of a borrower; records the look in the same transaction. */
export async function openBorrower(
  services: Parts,
  { borrowerId, why, again }: Input<typeof staffBorrower.open>,
  by: By,
): Promise<BorrowerPage | Refusal<'borrower-not-found'>> {
  if (!isUuid(borrowerId)) return NOT_FOUND
  return services.db.transaction(async tx => {
    const borrower = await borrowerSince(tx, borrowerId)
    if (!borrower) return NOT_FOUND
    const look = { borrowerId, part: 'borrower', subjectId: borrowerId, why, again } as const
    await writeLook(services, tx, look, by)
    const [who, orders, timeline, limits] = await Promise.all([
      masked(services, tx, borrowerId, by),
      ordersOf(tx, borrowerId),
      timelineFrom(services, tx, borrowerId, undefined),
      limitsOn(tx, indiaDayOf(by.now)),
    ])
    const loans = await loansOf(tx, borrowerId, orders)
    const { loansRepaid, loansRepaidOnTime, discount } = historyOf(orders, limits)
    const listed = orders.map(({ id, orderNo, productName, terms, state, appliedAt }) => {
      const loan = loans.get(id)
      const owed = loan ? positionOn(loan, indiaDayOf(by.now)).payoff : ZERO_PAISE
      return { orderNo, productName, principal: terms.principal, state, appliedAt, owed }
    })
    return {
      borrowerId,
      ...who,
      since: borrower.createdAt,
      isVerified: borrower.isVerified,
      loansRepaid,
      loansRepaidOnTime,
      discount,
      owed: paise(listed.reduce((sum, { owed }) => sum + owed, 0)),
      orders: listed,
      timeline,
    }
  })
}

/** Older events, for a caller who opened the page with a reason. */
export async function olderEvents(
  services: Parts,
  { borrowerId, after }: Input<typeof staffBorrower.timeline>,
  by: By,
): Promise<Timeline | Refusal<'look-needed'>> {
  const { db } = services
  const page = { borrowerId, part: 'borrower', subjectId: borrowerId } as const
  if (!isUuid(borrowerId) || !(await hasOpened(db, page, by))) return refused('look-needed')
  const cut = after.indexOf('_')
  const end = { at: new Date(Number(after.slice(0, cut))), id: after.slice(cut + 1) }
  return timelineFrom(services, db, borrowerId, end)
}

async function timelineFrom(
  services: Pick<Parts, 'cipher'>,
  db: Queryable,
  borrowerId: string,
  after: TimelineEnd | undefined,
): Promise<Timeline> {
  const rows = await timelineRows(db, borrowerId, after)
  const shown = rows.slice(0, EVENTS_PER_PAGE)
  const last = rows.length > EVENTS_PER_PAGE ? shown.at(-1) : undefined
  return {
    events: shown.map(row => eventOf(services, borrowerId, row)),
    next: last ? `${last.at.getTime()}_${last.id}` : null,
  }
}

function eventOf(
  services: Pick<Parts, 'cipher'>,
  borrowerId: string,
  row: TimelineRow,
): Timeline['events'][number] {
  const { at, id, kind, what, how, orderNo, amount, staffId, mailSealed } = row
  const isByStaff = staffId !== null && mailSealed !== null
  return {
    id,
    at,
    kind,
    what,
    how: kind === 'complaint' ? storedWords(how) : how === null ? [] : [how],
    orderNo,
    amount: amount === null ? null : paise(amount),
    by: isByStaff ? mailOf(services, { staffId, mailSealed }) : null,
    note: textOf(services, borrowerId, row),
  }
}

/** The text of an event, decrypted: a note, or a question and its answer. */
function textOf(
  { cipher }: Pick<Parts, 'cipher'>,
  borrowerId: string,
  { id, kind, what, textSealed, noteId }: TimelineRow,
): string | null {
  if (!textSealed) return null
  if (kind === 'question') {
    const [, orderId = '', number] = id.split('.')
    const column = what === 'asked' ? 'words_sealed' : 'answer_sealed'
    const context = questionContext({ borrowerId, orderId, number: Number(number) }, column)
    return cipher.decryptText(textSealed, context)
  }
  if (!noteId) return null
  const key = { borrowerId, noteId }
  return kind === 'collection'
    ? collectionText({ cipher }, { ...key, textSealed })
    : noteText(cipher, key, textSealed)
}

/** Records a look, and returns the whole name or number of a borrower. */
export async function revealBorrower(
  services: Parts,
  { borrowerId, part, why }: Input<typeof staffBorrower.reveal>,
  by: By,
): Promise<Output<typeof staffBorrower.reveal> | Refusal<'borrower-not-found'>> {
  if (!isUuid(borrowerId)) return NOT_FOUND
  return services.db.transaction(async tx => {
    if (!(await borrowerSince(tx, borrowerId))) return NOT_FOUND
    const store = { db: tx, cipher: services.cipher }
    await writeLook(services, tx, { borrowerId, part, subjectId: borrowerId, why }, by, 'reveal')
    if (part === 'phone') return { value: await phoneOf(store, borrowerId) }
    return { value: (await identityOf(store, borrowerId, indiaDayOf(by.now)))?.name ?? '' }
  })
}

/** Signs a borrower out everywhere, for a caller who opened the page with a reason. */
export async function signBorrowerOut(
  { db, cipher }: Pick<Parts, 'db' | 'cipher'>,
  { borrowerId }: Input<typeof staffBorrower.signOut>,
  by: By,
): Promise<null | Refusal<'look-needed'>> {
  const page = { borrowerId, part: 'borrower', subjectId: borrowerId } as const
  if (!isUuid(borrowerId) || !(await hasOpened(db, page, by))) return refused('look-needed')
  const { staff, now: at } = by
  const entry = { actor: `staff:${staff.staffId}`, action: 'borrower-sessions-ended', at } as const
  await db.transaction(async tx => {
    await endEverywhere(tx, borrowerId)
    await writeAudit(tx, cipher, { ...entry, subject: borrowerId })
  })
  return null
}
