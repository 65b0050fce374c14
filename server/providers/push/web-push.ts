/** Real browsers, through the push services of their makers: RFC 8030, encrypted by RFC 8291 and signed by RFC 8292 (VAPID). */
import type { Agent } from 'node:https'
import webPush, { WebPushError } from 'web-push'
import type { PushPort } from '#server/providers/push/port.ts'

/** The keys by which push services know us. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

export type WebPushParts = {
  readonly keys: VapidKeys
  /** Whom a push service writes to when something is wrong: `mailto:` or an https address. */
  readonly subject: string
  /** Other certificates than the system's, for tests. */
  readonly agent?: Agent
}

const TIMEOUT_MS = 10_000
/** RFC 8030, and what the services answer in its place. */
const GONE = [404, 410]

export function webPushPort({ keys, subject, agent }: WebPushParts): PushPort {
  const options = {
    vapidDetails: { subject, ...keys },
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
    timeout: TIMEOUT_MS,
    ...(agent && { agent }),
  } as const
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, auth, userPublicKey: p256dh }, message, keptSeconds) {
      try {
        await webPush.sendNotification({ endpoint, keys: { auth, p256dh } }, JSON.stringify(message), {
          ...options,
          TTL: keptSeconds,
          topic: message.tag,
        })
        return 'sent'
      } catch (error) {
        if (error instanceof WebPushError && GONE.includes(error.statusCode)) return 'gone'
        // Without the address, which is as good as a key to the browser.
        const status = error instanceof WebPushError ? ` It answered ${error.statusCode}.` : ''
        throw new Error(`The push service of ${new URL(endpoint).host} did not take a notification.${status}`)
      }
    },
  }
}
