/** A key that a vendor of any kind rejects is an error in the log and an item of the inbox at once. */
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/platform/config.ts'
import { s3Files } from '#server/platform/files/s3-files.ts'
import { fileKey } from '#server/platform/files/store.ts'
import { instrumentedPort } from '#server/platform/metrics/metrics.ts'
import { measurements } from '#server/platform/metrics/prometheus.ts'
import { logSerializers, redactingPort } from '#server/platform/redaction.ts'
import { keyTestsOf, vendorsByPort } from '#server/providers/key-tests.ts'
import { type KeyWatch, vendorRefusals, watchKeys } from '#server/providers/key-watch.ts'
import { razorpayPayouts } from '#server/providers/payout/razorpay.ts'
import { msg91Sms } from '#server/providers/sms/msg91.ts'
import { movableClock } from '#server/testing/app.ts'
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts'
import { S3_ACCESS, s3Server } from '#server/testing/s3-server.ts'
import { startSignInProvider } from '#server/testing/sign-in-provider.ts'
import { cashfreeServer } from '#server/testing/vendors/cashfree.ts'
import { cashfreeVerificationServer } from '#server/testing/vendors/cashfree-verification.ts'
import { msg91Server } from '#server/testing/vendors/msg91.ts'
import { razorpayServer } from '#server/testing/vendors/razorpay.ts'

const PATIENCE_MS = 5_000
const clock = movableClock(new Date('2026-11-21T04:30:00Z'))
let fresh: FreshDatabase
let logged: Record<string, unknown>[]

type Keyed = Pick<Config, 'vendors' | 's3' | 'staffSignIn' | 'push' | 'isAutoPayOffered'>
const nothing: Keyed = { ...readConfig({}), isAutoPayOffered: false }
const withVendors = (vendors: Partial<Config['vendors']>): Keyed => ({
  ...nothing,
  vendors: { ...nothing.vendors, ...vendors },
})

function watching(config: Keyed): KeyWatch {
  const log = pino(
    { serializers: logSerializers },
    { write: line => void logged.push(JSON.parse(line)) },
  )
  return watchKeys({
    db: fresh.db,
    clock,
    log,
    metrics: measurements(),
    tests: keyTestsOf(config),
    vendors: vendorsByPort(config),
  })
}

const ERROR = 50
const errors = () => logged.filter(({ level }) => level === ERROR)
const refused = async () =>
  (await vendorRefusals(fresh.db)).map(({ port, call, vendor }) => `${port}.${call} ${vendor}`)

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())
beforeEach(() => {
  logged = []
})
afterEach(async () => {
  await fresh.db.raw('DELETE FROM vendor_refusal')
})

/** Every kind of vendor as documented, with its settings, and with a key that it rejects. */
async function openVendors() {
  const [razorpay, cashfree, checks, sms, store, provider] = await Promise.all([
    razorpayServer(() => new Date()),
    cashfreeServer(() => new Date()),
    cashfreeVerificationServer(),
    msg91Server(),
    s3Server(),
    startSignInProvider('http://console.test/console/provider'),
  ])
  const s3 = { ...S3_ACCESS, endpoint: store.endpoint, prefix: '' }
  const wrongSecret = { clientSecrets: ['wrong'] as const }
  const kinds: [string, string, Keyed, Keyed][] = [
    [
      'sms',
      'msg91',
      withVendors({ sms: sms.settings }),
      withVendors({ sms: { ...sms.settings, authKey: 'wrong' } }),
    ],
    [
      'payment',
      'razorpay',
      withVendors({ payment: { razorpay: razorpay.settings, isUpiOffered: false } }),
      withVendors({
        payment: { razorpay: { ...razorpay.settings, keySecret: 'wrong' }, isUpiOffered: false },
      }),
    ],
    [
      'payment',
      'cashfree',
      withVendors({ payment: { cashfree: cashfree.settings, isUpiOffered: false } }),
      withVendors({
        payment: { cashfree: { ...cashfree.settings, ...wrongSecret }, isUpiOffered: false },
      }),
    ],
    [
      'payout',
      'razorpay',
      withVendors({ payout: { razorpay: razorpay.settings } }),
      withVendors({ payout: { razorpay: { ...razorpay.settings, keyId: 'wrong' } } }),
    ],
    [
      'payout',
      'cashfree',
      withVendors({ payout: { cashfree: { ...cashfree.settings, fundsourceId: undefined } } }),
      withVendors({
        payout: { cashfree: { ...cashfree.settings, ...wrongSecret, fundsourceId: undefined } },
      }),
    ],
    [
      'verification',
      'cashfree',
      withVendors({ verification: checks.settings }),
      withVendors({ verification: { ...checks.settings, clientId: 'wrong' } }),
    ],
    ['files', 's3', { ...nothing, s3 }, { ...nothing, s3: { ...s3, secretAccessKey: 'wrong' } }],
    [
      'staffSignIn',
      'oidc',
      { ...nothing, staffSignIn: { ...provider.settings, secondFactor: 'totp' } },
      {
        ...nothing,
        staffSignIn: { ...provider.settings, clientSecret: 'wrong', secondFactor: 'totp' },
      },
    ],
  ]
  const close = () =>
    Promise.all([razorpay, cashfree, checks, sms, store, provider].map(each => each.close()))
  return { kinds, sms, razorpay, store, s3, close }
}

describe('a start', () => {
  test('names every key that its vendor rejects, and no key that is good', async () => {
    const { kinds, close } = await openVendors()
    for (const [port, vendor, good, bad] of kinds) {
      logged = []
      await watching(good).testAll(PATIENCE_MS)
      expect(logged, `${vendor} for ${port}`).toEqual([])
      await watching(bad).testAll(PATIENCE_MS)
      expect(errors(), `${vendor} for ${port}`).toEqual([
        expect.objectContaining({
          msg: expect.stringMatching(`${vendor} rejects our key for ${port}`),
        }),
      ])
      expect(await refused()).toEqual([`${port}.testKey ${vendor}`])
      await watching(good).testAll(PATIENCE_MS)
      expect(await refused()).toEqual([])
    }
    await close()
  })

  test('goes on without an error while every vendor is merely unreachable', async () => {
    const { kinds, close } = await openVendors()
    await close()
    for (const [, , good] of kinds) await watching(good).testAll(PATIENCE_MS)
    expect(errors()).toEqual([])
    expect(await refused()).toEqual([])
  })

  test('waits no longer than it has to for a vendor that never answers', async () => {
    const { kinds, sms, close } = await openVendors()
    sms.mishapOf = () => 'slow'
    const began = performance.now()
    const [[, , good] = ['', '', nothing]] = kinds
    await watching(good).testAll(100)
    expect(performance.now() - began).toBeLessThan(1_000)
    await close()
  })

  test('forgets the rejections of a vendor that is no longer configured', async () => {
    await fresh.db.raw(
      `INSERT INTO vendor_refusal VALUES ('payout', 'send', 'razorpay', now(), now()), ('sms', 'send', 'msg91', now(), now())`,
    )
    await watching(nothing).testAll(PATIENCE_MS)
    expect(await refused()).toEqual([])
  })
})

describe('a call', () => {
  test('of the bank that is rejected is an error and an item at once, until the same call is admitted', async () => {
    const vendor = await razorpayServer(() => new Date())
    const settings = { ...vendor.settings }
    const watch = watching(withVendors({ payout: { razorpay: settings } }))
    const bankWith = (keySecret: string) =>
      redactingPort(
        'the bank',
        instrumentedPort(
          'payout',
          razorpayPayouts({ ...settings, keySecret }, clock),
          watch.metrics,
        ),
      )
    await expect(bankWith('wrong').status('a-key')).rejects.toMatchObject({ code: 'not_admitted' })
    expect(errors()).toHaveLength(1)
    await expect.poll(refused).toEqual(['payout.status razorpay'])
    // As long as it goes on it is logged about once a minute.
    await bankWith('wrong')
      .status('a-key')
      .catch(() => undefined)
    expect(errors()).toHaveLength(1)
    clock.advance({ seconds: 61 })
    await bankWith('wrong')
      .status('a-key')
      .catch(() => undefined)
    expect(errors()).toHaveLength(2)
    vendor.mishaps.push('down')
    await bankWith(settings.keySecret)
      .status('a-key')
      .catch(() => undefined)
    expect(await refused()).toHaveLength(1)
    await bankWith(settings.keySecret).status('a-key')
    await expect.poll(refused).toEqual([])
    await vendor.close()
  })

  test('of MSG91 is rejected in words, with the status of success', async () => {
    const vendor = await msg91Server()
    const bad = { ...vendor.settings, authKey: 'wrong' }
    const watch = watching(withVendors({ sms: bad }))
    const sms = instrumentedPort('sms', msg91Sms(bad), watch.metrics)
    const text =
      '1234 is your Saral sign-in code. It is valid for 5 minutes. Do not share it with anyone.'
    await expect(sms.send({ to: '919876543210' as never, text })).rejects.toMatchObject({
      kind: 'not-admitted',
    })
    await expect.poll(refused).toEqual(['sms.send msg91'])
    await vendor.close()
  })

  test('of the store is rejected, and another server’s success clears it', async () => {
    const store = await s3Server()
    const s3 = { ...S3_ACCESS, endpoint: store.endpoint, prefix: '' }
    const filesOf = (watch: KeyWatch, secretAccessKey: string) =>
      instrumentedPort('files', s3Files({ ...s3, secretAccessKey }), watch.metrics)
    const key = fileKey('00000000-0000-0000-0000-000000000001')
    await expect(filesOf(watching({ ...nothing, s3 }), 'wrong').get(key)).rejects.toThrow(
      'rejects our key (403 SignatureDoesNotMatch)',
    )
    await expect.poll(refused).toEqual(['files.get s3'])
    const other = watching({ ...nothing, s3 })
    const job = other.start()
    await job.run()
    await filesOf(other, s3.secretAccessKey).get(key)
    await expect.poll(refused).toEqual([])
    await job.stop()
    await store.close()
  })
})

test('a rejected key is tested again each minute, and the item ends when it is admitted', async () => {
  const vendor = await razorpayServer(() => new Date())
  const settings = { ...vendor.settings, keySecret: 'wrong' }
  const watch = watching(withVendors({ payout: { razorpay: settings } }))
  await watch.testAll(PATIENCE_MS)
  await expect.poll(refused).toEqual(['payout.testKey razorpay'])
  Object.assign(settings, { keySecret: vendor.settings.keySecret })
  const job = watch.start()
  await job.run()
  await expect.poll(refused).toEqual([])
  await job.stop()
  await vendor.close()
})
