/** Notifies emergency contacts that they were named, and lets them decline (product §8). */

import type { contact } from '#contract/contact.ts'
import type { Output, RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { mayWriteToContact } from '#domain/contact-hours.ts'
import { indiaDayOf } from '#domain/day.ts'
import { firstNameOf } from '#domain/identity/person-name.ts'
import type { MobileNumber } from '#domain/phone.ts'
import { contactsOf, removeContact } from '#server/identity/db/contact.ts'
import {
  claimNotice,
  insertNotice,
  lockNotice,
  markNoticeDeclined,
  markNoticeSent,
  moveNotice,
  type Notice,
  type NoticeKey,
  noticeOf,
  noticeOfLink,
  noticesOf,
  removeContactLinks,
  removeNotices,
  storeContactLink,
  waitingNotices,
} from '#server/identity/db/contact-notice.ts'
import { markStepUndone } from '#server/identity/db/verification.ts'
import { smsText } from '#server/notices/words/sms-texts.ts'
import type { BorrowerCall, PublicCall } from '#server/platform/actions/call.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import { countUses } from '#server/platform/db/rate-window.ts'
import { lenderName } from '#server/platform/words/lender.ts'
import type { Services, Work } from '#server/services.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'
import { identityOf } from './borrower-identity.ts'
import { openContact } from './stored-contact.ts'

type Naming = Output<typeof contact.naming>
type Expired = Refusal<RefusalOf<typeof contact.naming>>

const DAY_SECONDS = 86_400
const LINK_HOLDS_DAYS = 30
/** The daily limit of notices to one contact: the others wait for another day. */
const PER_NUMBER_DAILY_MAX = 3
const BATCH = 100

export function mobileHashOf({ cipher }: Pick<Services, 'cipher'>, mobile: MobileNumber): Buffer {
  return cipher.keyedHash('contact-mobile', mobile)
}

/**
 * Records the contacts that a borrower has named, under the borrower's lock, and enqueues notices
 * to new ones. Returns the positions of those who declined earlier; then the transaction must not
 * be committed.
 */
export async function noteNaming(
  { services, tx, at }: Work,
  { borrowerId, language }: Pick<BorrowerCall, 'borrowerId' | 'language'>,
  named: readonly { readonly slot: number; readonly mobileHash: Buffer }[],
): Promise<number[]> {
  const notices = await noticesOf(tx, borrowerId)
  const noticeFor = (hash: Buffer) => notices.find(({ mobileHash }) => mobileHash.equals(hash))
  const declined = named.filter(({ mobileHash }) => noticeFor(mobileHash)?.state === 'declined')
  if (declined.length > 0) return declined.map(({ slot }) => slot)
  const goneNotices = notices.filter(
    ({ mobileHash }) => !named.some(each => each.mobileHash.equals(mobileHash)),
  )
  await removeNotices(
    tx,
    borrowerId,
    goneNotices.map(({ noticeId }) => noticeId),
  )
  await removeContactLinks(
    tx,
    goneNotices.map(notice => tokenHashOf(services, linkTokenFor(services, notice))),
  )
  const isNew = named.some(({ mobileHash }) => !noticeFor(mobileHash))
  if (isNew) await countTowardsDay(tx, 'contacts', { borrowerId, now: at })
  for (const { slot, mobileHash } of named) {
    const before = noticeFor(mobileHash)
    if (before) {
      await moveNotice(tx, before, slot)
      continue
    }
    const key = { borrowerId, noticeId: services.ids.uuid(at) }
    await insertNotice(tx, { ...key, slot, mobileHash, language, namedAt: at })
    await services.queue.enqueue(tx, 'notify-contact', key, { singletonKey: key.noticeId })
  }
  return []
}

/**
 * Notifies one emergency contact, once: between eight and seven in India, and only once the
 * borrower's name is known. Otherwise the contact waits for `notifyWaitingContacts`.
 */
export async function notifyContact(services: Services, key: NoticeKey): Promise<void> {
  const { db, clock, sms, config, publicOrigin } = services
  const now = clock.now()
  const notice = await noticeOf(db, key)
  if (notice?.state !== 'waiting' || !mayWriteToContact(now)) return
  const firstName = await firstNameOfBorrower(services, key.borrowerId, now)
  const row = (await contactsOf(db, key.borrowerId)).find(({ slot }) => slot === notice.slot)
  if (firstName === undefined || !row) return
  const { mobile } = openContact(services, key.borrowerId, notice.slot, row.sealed)
  if (!mobileHashOf(services, mobile).equals(notice.mobileHash)) return
  const bucket = `contact:${notice.mobileHash.toString('base64url')}`
  const isTooMuch = await countUses(
    db,
    [{ bucket, most: PER_NUMBER_DAILY_MAX, windowSeconds: DAY_SECONDS }],
    now,
  )
  if (isTooMuch || !(await claimNotice(db, key, now))) return
  const token = linkTokenFor(services, key)
  const expiresAt = new Date(now.getTime() + LINK_HOLDS_DAYS * DAY_SECONDS * 1000)
  await storeContactLink(db, key, tokenHashOf(services, token), expiresAt)
  const link = `${publicOrigin()}/verify/contact2?token=${token}`
  await sms.send({
    to: mobile,
    // The first name alone: the owner of this number need not know more of the borrower.
    text: smsText('contact-named', notice.language, {
      name: firstName || say(notice.language, 'sms.somebody'),
      lender: lenderName(config.lender, notice.language),
      link,
    }),
  })
  await markNoticeSent(db, key, now)
}

/** Notifies the waiting contacts: for the morning, for the borrower's name, for another try. */
export async function notifyWaitingContacts({ db, clock, queue }: Services): Promise<void> {
  const now = clock.now()
  if (!mayWriteToContact(now)) return
  const keys = await waitingNotices(db, now, BATCH)
  if (keys.length === 0) return
  await db.transaction(async tx => {
    for (const key of keys)
      await queue.enqueue(tx, 'notify-contact', key, { singletonKey: key.noticeId })
  })
}

/** The content of the page that an emergency contact's link opens. */
export async function namingOf(
  services: Services,
  { client, now, language }: PublicCall,
): Promise<Naming | Expired> {
  const key = await keyOf(services, client.linkToken, now)
  const notice = key && (await noticeOf(services.db, key))
  return notice ? namingOfNotice(services, notice, now, language) : refused('contact-link-expired')
}

/**
 * Declines for an emergency contact: erases what the borrower stated about them; another must be
 * named for the next loan.
 */
export async function declineNaming(
  services: Services,
  { client, now, language }: PublicCall,
): Promise<Naming | Expired> {
  const { db, cipher } = services
  const key = await keyOf(services, client.linkToken, now)
  if (!key) return refused('contact-link-expired')
  const declined = await db.transaction(async tx => {
    await lockBorrower(tx, key.borrowerId)
    const notice = await lockNotice(tx, key)
    if (!notice || notice.state === 'declined') return notice
    await Promise.all([
      markNoticeDeclined(tx, key, now),
      removeContact(tx, key.borrowerId, notice.slot),
      markStepUndone(tx, key.borrowerId, 'contacts'),
    ])
    await writeAudit(tx, cipher, {
      actor: 'contact',
      action: 'contact-declined',
      subject: key.noticeId,
      at: now,
    })
    return { ...notice, state: 'declined' as const }
  })
  return declined
    ? namingOfNotice(services, declined, now, language)
    : refused('contact-link-expired')
}

async function keyOf(
  services: Services,
  token: string | undefined,
  now: Date,
): Promise<NoticeKey | undefined> {
  return token === undefined
    ? undefined
    : noticeOfLink(services.db, tokenHashOf(services, token), now)
}

async function namingOfNotice(
  services: Services,
  { borrowerId, state, namedAt }: Notice,
  now: Date,
  language: Language,
): Promise<Naming | Expired> {
  const firstName = await firstNameOfBorrower(services, borrowerId, now)
  if (firstName === undefined) return refused('contact-link-expired')
  return {
    firstName,
    lender: lenderName(services.config.lender, language),
    namedAt,
    isDeclined: state === 'declined',
  }
}

/** Empty where the name consists of titles; undefined while it is not known. */
async function firstNameOfBorrower(
  services: Services,
  borrowerId: string,
  now: Date,
): Promise<string | undefined> {
  const identity = await identityOf(services, borrowerId, indiaDayOf(now))
  return identity && firstNameOf(identity.name)
}

/** The same secret at every try: a link sent before an interruption leads to the same page. */
function linkTokenFor(
  { cipher }: Pick<Services, 'cipher'>,
  { borrowerId, noticeId }: NoticeKey,
): string {
  return cipher.keyedHash('contact-token', `${borrowerId}/${noticeId}`).toString('base64url')
}

function tokenHashOf({ cipher }: Pick<Services, 'cipher'>, token: string): Buffer {
  return cipher.keyedHash('contact-link', token)
}
