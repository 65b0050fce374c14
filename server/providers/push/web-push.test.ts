import type { LookupAddress } from 'node:dns'
import { Agent } from 'node:https'
import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { isPublicAddress, publicAgent } from '#server/providers/push/public-agent.ts'
import { webPushPort } from '#server/providers/push/web-push.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'

const keys = webPush.generateVAPIDKeys()
const message = { title: 'पैसा पहुँच गया', body: 'It is there.', path: '/order', tag: 'tag-1' }
let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

const port = (about: Partial<Parameters<typeof webPushPort>[0]> = {}) =>
  webPushPort({
    keys,
    subject: 'mailto:help@saral.example',
    extraHosts: [service.host],
    agent: service.agent,
    ...about,
  })

test('the browser can read the notification, and its push service knows the sender', async () => {
  expect(await port().send(service.browser(keys.publicKey), message, 3_600)).toBe('sent')
  const { message: read, claims, headers } = service.delivered.at(-1) ?? {}
  expect(read).toEqual(message)
  expect(claims).toMatchObject({ aud: `https://${service.host}`, sub: 'mailto:help@saral.example' })
  const seconds = (claims?.exp ?? 0) - Date.now() / 1000
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect(headers).toMatchObject({
    ttl: '3600',
    topic: 'tag-1',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
  })
})

test.each([404, 410])('%i means that the subscription has ended', async status => {
  expect(await port().send(service.browser(keys.publicKey, status), message, 3_600)).toBe('gone')
})

test.each([400, 429, 500, 302])(
  '%i may be retried, and the error omits the address',
  async status => {
    const browser = service.browser(keys.publicKey, status)
    const failure = await port()
      .send(browser, message, 3_600)
      .catch((error: Error) => error.message)
    expect(failure).toBe(
      `The push service of ${service.host} did not take a notification. It answered ${status}.`,
    )
  },
)

test.each([301, 302, 303, 307, 308])(
  'a redirect of the service (%i) is not followed',
  async status => {
    const before = service.delivered.length
    const { endpoint } = service.browser(keys.publicKey)
    const redirecting = service.browser(keys.publicKey, status, endpoint)
    await expect(port().send(redirecting, message, 3_600)).rejects.toThrow(`It answered ${status}.`)
    expect(service.delivered).toHaveLength(before)
  },
)

test('the service refuses a notification with a foreign signature', async () => {
  const before = service.delivered.length
  const others = port({ keys: webPush.generateVAPIDKeys() })
  await expect(others.send(service.browser(keys.publicKey), message, 3_600)).rejects.toThrow('403')
  expect(service.delivered).toHaveLength(before)
})

test('does not send to a service without the right certificate', async () => {
  const trusting = port({ agent: new Agent() })
  await expect(trusting.send(service.browser(keys.publicKey), message, 3_600)).rejects.toThrow(
    'did not take',
  )
})

/** Records the hosts of requested connections, and opens none. */
class NotingAgent extends Agent {
  readonly addresses: string[] = []
  override createConnection({
    host,
    port,
  }: {
    host?: string | null
    port?: number | string | null
  }): never {
    this.addresses.push(`${host}:${port}`)
    throw new Error('No connection is made here.')
  }
}

test('does not connect to an address that another parser reads as one on this machine, and reports its subscription as ended', async () => {
  const agent = new NotingAgent()
  const at = '127.0.0.1:8443'
  const attacks = [
    `https:/fcm.googleapis.com/@${at}/x`,
    `https:/fcm.googleapis.com@${at}/x`,
    `https:fcm.googleapis.com@${at}/x`,
    `https://fcm.googleapis.com@${at}/x`,
    `https:\\\\fcm.googleapis.com\\@${at}/x`,
    `https://fcm.googleapis.com\\@${at}/x`,
    `https://${at}\\.push.apple.com/x`,
    `https://${at}\t.push.apple.com/x`,
    `https://${at}#.push.apple.com/x`,
    `HTTPS://${at}/x`,
    `https://${at}/x`,
  ]
  const browser = service.browser(keys.publicKey)
  for (const endpoint of attacks)
    expect(await port({ agent }).send({ ...browser, endpoint }, message, 60), endpoint).toBe('gone')
  expect(agent.addresses).toEqual([])
  await port({ agent })
    .send({ ...browser, endpoint: 'https://fcm.googleapis.com/x' }, message, 60)
    .catch(() => undefined)
  expect(agent.addresses).toEqual(['fcm.googleapis.com:443'])
})

describe('a name that resolves to an address that is not public', () => {
  const resolving = (...addresses: LookupAddress[]) =>
    publicAgent({
      ca: service.certificate,
      resolve: (_name, _options, answer) => answer(null, addresses),
    })

  test('gets no connection, even if it is a push service’s', async () => {
    const before = service.delivered.length
    const browser = service.browser(keys.publicKey)
    const loopback = { address: '127.0.0.1', family: 4 }
    for (const agent of [
      resolving(loopback),
      resolving({ address: '8.8.8.8', family: 4 }, loopback),
      resolving(),
      publicAgent(),
    ])
      await expect(port({ agent }).send(browser, message, 60)).rejects.toThrow(
        `The push service of ${service.host} did not take a notification. Its name leads to a private address.`,
      )
    expect(service.delivered).toHaveLength(before)
  })

  const NOT_PUBLIC = `
    0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1
    255.255.255.255 :: ::1 fc00::1 fd12:3456::1 fe80::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::10.0.0.1
    64:ff9b::a9fe:a9fe 2002:7f00:1::`

  test.each(NOT_PUBLIC.trim().split(/\s+/))('%s is not public', address => {
    expect(isPublicAddress({ address, family: isIP(address) })).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '142.250.183.10',
    '2404:6800:4009:820::200a',
    '64:ff9b::8.8.8.8',
  ])('%s is public', address => {
    expect(isPublicAddress({ address, family: isIP(address) })).toBe(true)
  })
})
