/**
 * Notifications to real browsers, through their makers' push services: RFC 8030, encrypted by RFC
 * 8291 and signed by RFC 8292 (VAPID).
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import webPush from 'web-push'
import { type PushAddress, pushServiceAddress } from '#domain/push-host.ts'
import { StatedError } from '#server/platform/stated-error.ts'
import { notAdmitted } from '#server/platform/vendor-trouble.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import { PrivateAddressError, publicAgent } from '#server/providers/push/public-agent.ts'

/** The keys that identify us to push services. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

export type WebPushParts = {
  readonly keys: VapidKeys
  /** The contact for push services when something is wrong: `mailto:` or an https address. */
  readonly subject: string
  /** Push services besides the well-known ones, as host or host:port. */
  readonly extraHosts: readonly string[]
  /** Restricts where connections may lead; for tests, which run a push service on this machine. */
  readonly agent?: Agent
}

const TIMEOUT_MS = 10_000
/** The statuses of RFC 8030, and those that the services answer instead. */
const GONE = [404, 410]
const ENCODING = 'aes128gcm'

export function webPushPort({
  keys,
  subject,
  extraHosts,
  agent = publicAgent(),
}: WebPushParts): PushPort {
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, auth, userPublicKey }, message, keptSeconds) {
      // The address was also checked on subscription; this excludes those accepted under older
      // rules.
      const address = pushServiceAddress(endpoint, extraHosts)
      if (!address) return 'gone'
      const { Authorization } = webPush.getVapidHeaders(
        `https://${address.host}`,
        subject,
        keys.publicKey,
        keys.privateKey,
        ENCODING,
      )
      const { cipherText } = webPush.encrypt(userPublicKey, auth, JSON.stringify(message), ENCODING)
      const headers = {
        Authorization,
        TTL: keptSeconds,
        Topic: message.tag,
        Urgency: 'normal',
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': ENCODING,
        'Content-Length': cipherText.length,
      }
      const status = await post(agent, address, headers, cipherText).catch(error => {
        throw new PushFailure(
          address,
          error instanceof PrivateAddressError ? 'Its name leads to a private address.' : '',
        )
      })
      if (status >= 200 && status < 300) return 'sent'
      if (GONE.includes(status)) return 'gone'
      if (status === 401 || status === 403)
        throw notAdmitted(`the push service of ${address.host}`, `status ${status}`)
      throw new PushFailure(address, `It answered ${status}.`)
    },
  }
}

/**
 * Sends to the checked host, without parsing the address again, and follows no redirect. Returns
 * the status.
 */
async function post(
  agent: Agent,
  { hostname, port, path }: PushAddress,
  headers: Record<string, string | number>,
  body: Buffer,
): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sending = request({ method: 'POST', hostname, port, path, headers, agent, signal })
  const arrival = once(sending, 'response') as Promise<[IncomingMessage]>
  // The promise settles with `arrival`; errors after the answer change nothing.
  sending.on('error', () => undefined)
  sending.end(body)
  const [response] = await arrival
  response.on('error', () => undefined)
  response.resume()
  return response.statusCode ?? 0
}

/** Omits the path, which is as good as a key to the browser. */
class PushFailure extends StatedError {
  constructor({ host }: PushAddress, why: string) {
    super(`The push service of ${host} did not take a notification. ${why}`.trimEnd())
  }
}
