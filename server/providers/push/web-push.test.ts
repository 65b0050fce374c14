import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
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
  webPushPort({ keys, subject: 'mailto:help@saral.example', agent: service.agent, ...about })

test('a browser reads what was sent, and its push service knows by whom', async () => {
  expect(await port().send(service.browser(keys.publicKey), message, 3_600)).toBe('sent')
  const { message: read, claims, headers } = service.delivered.at(-1) ?? {}
  expect(read).toEqual(message)
  expect(claims).toMatchObject({ aud: `https://${service.host}`, sub: 'mailto:help@saral.example' })
  const seconds = (claims?.exp ?? 0) - Date.now() / 1000
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect(headers).toMatchObject({ ttl: '3600', topic: 'tag-1', urgency: 'normal', 'content-encoding': 'aes128gcm' })
})

test.each([404, 410])('%i: the browser is gone', async status => {
  expect(await port().send(service.browser(keys.publicKey, status), message, 3_600)).toBe('gone')
})

test.each([400, 429, 500, 302])('%i may be tried again, and is told without the address', async status => {
  const browser = service.browser(keys.publicKey, status)
  const failure = await port()
    .send(browser, message, 3_600)
    .catch((error: Error) => error.message)
  expect(failure).toBe(`The push service of ${service.host} did not take a notification. It answered ${status}.`)
})

test('a notification signed by others is refused by the service', async () => {
  const before = service.delivered.length
  const others = port({ keys: webPush.generateVAPIDKeys() })
  await expect(others.send(service.browser(keys.publicKey), message, 3_600)).rejects.toThrow('403')
  expect(service.delivered).toHaveLength(before)
})

test('a service without the right certificate is not spoken to', async () => {
  const trusting = webPushPort({ keys, subject: 'mailto:help@saral.example' })
  await expect(trusting.send(service.browser(keys.publicKey), message, 3_600)).rejects.toThrow('did not take')
})
