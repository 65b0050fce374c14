import type { Result } from '#contract/client.ts'
import { content } from '#contract/content.ts'
import { push } from '#contract/push.ts'
import { call } from '#web/api/call.ts'
import { PUSH_REGISTERED, storedToken } from '#web/device/credentials.ts'
import { readStored, removeStored, writeStored } from '#web/device/storage.ts'

/** Whether notifications are allowed (spec §4): 1 granted, 0 denied, 2 undecided. */
export type PushState = 0 | 1 | 2

export type PushOutcome = 'on' | 'denied' | 'undecided' | 'not-available' | 'failed'

/** Without the vendor's push service a browser never answers; this is how long to wait. */
const TIMEOUT_MS = 15_000
/**
 * Set when the borrower turned notifications off here: nothing turns them on again automatically.
 */
const TURNED_OFF = 'push-off'
/** Set once the borrower was asked: the home page asks only once (regulation C23). */
const ASKED = 'push-asked'

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

export function pushState(): PushState {
  const { permission } = Notification
  return permission === 'granted' ? 1 : permission === 'denied' ? 0 : 2
}

export function wasAskedForPush(): boolean {
  return readStored(ASKED) !== null
}

/** Whether notifications arrive on this browser for the signed-in borrower. */
export function isPushOn(): boolean {
  return isPushSupported() && pushState() === 1 && readStored(PUSH_REGISTERED) !== null
}

/** 'Allow It': lets the browser ask for permission, then subscribes. Must be called from a tap. */
export async function allowPush(): Promise<PushOutcome> {
  writeStored(ASKED, 'yes')
  removeStored(TURNED_OFF)
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'undecided'
  return subscribe()
}

/**
 * Renews the subscription at startup and after sign-in if notifications are allowed, also after the
 * server's key changed.
 */
export async function renewPush(): Promise<void> {
  const isWanted =
    isPushSupported() &&
    pushState() === 1 &&
    readStored(TURNED_OFF) === null &&
    storedToken() !== null
  if (isWanted) await subscribe()
}

/** Turns notifications off on this browser at the borrower's request. */
export async function refusePush(): Promise<void> {
  writeStored(TURNED_OFF, 'yes')
  await endPush()
}

/**
 * Ends notifications, as at Quit: the next holder of the phone must not get them. Never fails; the
 * server is informed if it can be reached.
 */
export async function endPush(): Promise<void> {
  removeStored(PUSH_REGISTERED)
  const subscription = await currentSubscription().catch(() => null)
  if (!subscription) return
  const answer =
    storedToken() === null ? undefined : call(push.unsubscribe, { endpoint: subscription.endpoint })
  await Promise.all([answer, subscription.unsubscribe().catch(() => false)])
}

async function subscribe(): Promise<PushOutcome> {
  const config = await call(content.config, {})
  if (!config.ok) return 'failed'
  const publicKey = config.data.pushPublicKey
  if (publicKey === null) return 'not-available'
  try {
    const subscription = await withTimeout(subscriptionUnder(keyBytes(publicKey)))
    const result = await subscribeAtServer(subscription)
    return result === undefined || result.ok ? 'on' : 'failed'
  } catch {
    return 'failed'
  }
}

/**
 * The browser's subscription under the server's current key; one under an older key is useless and
 * is removed.
 */
async function subscriptionUnder(key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  if (existing && isSameKey(existing.options.applicationServerKey, key)) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Resolves to undefined if the server already knows the subscription. */
async function subscribeAtServer(
  subscription: PushSubscription,
): Promise<Result<unknown> | undefined> {
  const { endpoint, keys } = subscription.toJSON()
  const { auth, p256dh } = keys ?? {}
  if (!endpoint || !auth || !p256dh) throw new Error('Push subscription has no keys.')
  if (readStored(PUSH_REGISTERED) === endpoint) return undefined
  const token = storedToken()
  const result = await call(push.subscribe, { endpoint, auth, userPublicKey: p256dh })
  if (result.ok && storedToken() === token) writeStored(PUSH_REGISTERED, endpoint)
  return result
}

/** Decodes a base64url key. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, letter => letter.charCodeAt(0))
}

export function isSameKey(key: ArrayBuffer | null, serverKey: Uint8Array): boolean {
  if (key === null || key.byteLength !== serverKey.length) return false
  const bytes = new Uint8Array(key)
  return serverKey.every((byte, at) => bytes[at] === byte)
}

function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Push service did not answer.')), TIMEOUT_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
