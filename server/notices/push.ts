/** Push notifications about a loan, to every browser that its borrower subscribed. */

import { createHash } from 'node:crypto'
import type { Input, RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { push } from '#contract/push.ts'
import { CONTACT_HOURS, secondsLeft } from '#domain/contact-hours.ts'
import { pushServiceAddress } from '#domain/push-host.ts'
import {
  insertPushSubscription,
  type PushRow,
  pushSubscriptionsOf,
  removePushSubscription,
} from '#server/notices/db/push.ts'
import { isOfDay, type PushKind } from '#server/notices/kinds.ts'
import { pushText } from '#server/notices/words/push-texts.ts'
import { type BorrowerCall, type Route, routes } from '#server/platform/actions/call.ts'
import { type CipherContext, decryptJson, encryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { PushPort, PushSubscription } from '#server/providers/push/port.ts'
import type { Services, Work } from '#server/services.ts'

export type PushServices = Services & { readonly push: PushPort }
/** A notification to one of a borrower's browsers; without `subscriptionId`, to all of them. */
type News = {
  readonly borrowerId: string
  readonly orderId: string
  readonly news: PushKind
  readonly subscriptionId: string | null
}

/**
 * Subscribes the browser of the request. The browser names the address, so only known push services
 * are ever called.
 */
export async function subscribe(
  { db, ids, cipher, config }: Services,
  call: BorrowerCall,
  { endpoint, auth, userPublicKey }: Input<typeof push.subscribe>,
): Promise<null | Refusal<RefusalOf<typeof push.subscribe>>> {
  if (!pushServiceAddress(endpoint, config.push.extraHosts) || !areKeys({ auth, userPublicKey }))
    return refused('push-endpoint-refused')
  const { borrowerId, deviceId, language, now: createdAt } = call
  const endpointHash = endpointHashOf({ cipher }, endpoint)
  const subscriptionId = ids.uuid(createdAt)
  const context = contextOf(borrowerId, subscriptionId)
  const subscriptionSealed = Buffer.from(
    encryptJson(cipher, { endpoint, auth, userPublicKey }, context),
  )
  await db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    const row = { subscriptionId, endpointHash, subscriptionSealed, language }
    await insertPushSubscription(tx, { ...row, borrowerId, deviceId, createdAt })
  })
  return null
}

export async function unsubscribe(
  { db, cipher }: Services,
  { borrowerId }: BorrowerCall,
  endpoint: string,
): Promise<null> {
  await removePushSubscription(db, borrowerId, endpointHashOf({ cipher }, endpoint))
  return null
}

/** Enqueues a push about an order; it is sent once this transaction is committed. */
export function enqueuePush(
  { services, tx }: Work<Pick<Services, 'queue'>>,
  order: { readonly borrowerId: string; readonly id: string },
  news: PushKind,
): Promise<void> {
  return services.queue.enqueue(tx, 'send-push', {
    borrowerId: order.borrowerId,
    orderId: order.id,
    news,
    subscriptionId: null,
  })
}

/**
 * Sends one piece of news. For all of a borrower's browsers it enqueues one job each, so that an
 * unreachable one is retried alone. Removes a subscription that has ended.
 */
export async function sendPush(services: PushServices, job: News): Promise<void> {
  const { db, queue } = services
  const { borrowerId, subscriptionId } = job
  const rows = await pushSubscriptionsOf(db, borrowerId)
  if (subscriptionId === null) {
    return db.transaction(async tx => {
      for (const row of rows)
        await queue.enqueue(tx, 'send-push', { ...job, subscriptionId: row.subscriptionId })
    })
  }
  const row = rows.find(each => each.subscriptionId === subscriptionId)
  if (row) await sendTo(services, row, job)
}

/**
 * Sends one piece of news to each of a borrower's browsers, once. Returns whether any push service
 * accepted it.
 */
export async function pushNow(
  services: PushServices,
  news: Omit<News, 'subscriptionId'>,
): Promise<boolean> {
  let isTaken = false
  for (const row of await pushSubscriptionsOf(services.db, news.borrowerId)) {
    const outcome = await sendTo(services, row, news).catch((error: Error) => {
      services.log.warn({ err: error }, 'a notification could not be sent')
      return 'failed' as const
    })
    isTaken ||= outcome === 'sent'
  }
  return isTaken
}

/** A browser that is off for longer shows the news in the app. */
const NEWS_KEPT_SECONDS = 86_400

function keptSeconds(news: PushKind, at: Date): number {
  return isOfDay(news) ? secondsLeft(CONTACT_HOURS, at) : NEWS_KEPT_SECONDS
}

async function sendTo(
  { db, clock, cipher, push: port }: Pick<PushServices, 'db' | 'clock' | 'cipher' | 'push'>,
  row: PushRow,
  { borrowerId, orderId, news }: Omit<News, 'subscriptionId'>,
): Promise<'sent' | 'gone'> {
  const to = decryptJson<PushSubscription>(
    cipher,
    row.subscriptionSealed,
    contextOf(borrowerId, row.subscriptionId),
  )
  const message = { ...pushText(news, row.language, orderId), tag: tagOf(orderId, news) }
  const outcome = await port.send(to, message, keptSeconds(news, clock.now()))
  if (outcome === 'gone') await removePushSubscription(db, borrowerId, row.endpointHash)
  return outcome
}

const P256_POINT_BYTES = 65
const AUTH_BYTES = 16

/**
 * An uncompressed point of the curve P-256, and sixteen bytes: encryption needs exactly these (RFC
 * 8291).
 */
function areKeys({
  auth,
  userPublicKey,
}: Pick<PushSubscription, 'auth' | 'userPublicKey'>): boolean {
  const point = Buffer.from(userPublicKey, 'base64url')
  return (
    point.length === P256_POINT_BYTES &&
    point[0] === 4 &&
    Buffer.from(auth, 'base64url').length === AUTH_BYTES
  )
}

/** The push service sees the tag, so it reveals neither the order nor the event. */
function tagOf(orderId: string, news: PushKind): string {
  return createHash('sha256').update(`${orderId}/${news}`).digest('base64url').slice(0, 32)
}

function endpointHashOf({ cipher }: Pick<Services, 'cipher'>, endpoint: string): Buffer {
  return cipher.keyedHash('push-endpoint', endpoint)
}

function contextOf(borrowerId: string, subscriptionId: string): CipherContext {
  return {
    table: 'push_subscription',
    row: `${borrowerId}/${subscriptionId}`,
    column: 'subscription_sealed',
  }
}

/** The routes of push subscriptions. */
export function pushRoutes(services: Services): Route[] {
  return routes(push, {
    subscribe: (subscription, call) => subscribe(services, call, subscription),
    unsubscribe: ({ endpoint }, call) => unsubscribe(services, call, endpoint),
  })
}
