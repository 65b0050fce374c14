import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'

const razorpay = {
  PAYMENT_PROVIDER: 'razorpay',
  PAYOUT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRETS: 'new-secret-of-20-ch, old-secret-of-20-ch',
  RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
  PUBLIC_URL: 'https://saral.example',
}
const cashfree = {
  PAYMENT_PROVIDER: 'cashfree',
  PAYOUT_PROVIDER: 'cashfree',
  VERIFICATION_PROVIDER: 'cashfree',
  ...Object.fromEntries(
    ['PG', 'PAYOUT', 'VERIFICATION'].flatMap(product => [
      [`CASHFREE_${product}_CLIENT_ID`, `${product}-id`],
      [`CASHFREE_${product}_CLIENT_SECRETS`, `${product}-client-secret`],
    ]),
  ),
  PUBLIC_URL: 'https://saral.example',
}
/** Real vendors for some services beside simulators of the others. */
const some = { ALLOW_SIMULATORS: 'yes' }
const msg91 = {
  SMS_PROVIDER: 'msg91',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATES: '[{"id":"t1","text":"{#var#} is your code."}]',
}
const EVERYTHING = ['sms', 'payment', 'payout', 'verification']

describe('vendors', () => {
  test('without a chosen vendor every service is simulated', () => {
    const { vendors, simulated, isSandbox } = readConfig({})
    expect({ vendors, simulated, isSandbox }).toEqual({
      vendors: { sms: undefined, payment: undefined, payout: undefined, verification: undefined },
      simulated: EVERYTHING,
      isSandbox: true,
    })
  })

  test('Razorpay collects and pays out, and borrowers may be sent to its pages', () => {
    const { vendors, simulated, paymentHosts } = readConfig({
      ...razorpay,
      ...some,
      PAYMENT_HOSTS: 'shop.example',
    })
    const account = {
      keyId: 'rzp_live_1',
      keySecret: 'secret',
      webhookSecrets: ['new-secret-of-20-ch', 'old-secret-of-20-ch'],
    }
    expect(vendors.payment).toMatchObject({
      razorpay: { ...account, baseUrl: 'https://api.razorpay.com/v1' },
    })
    expect(vendors.payout).toMatchObject({
      razorpay: { ...account, accountNumber: '7878780080316316' },
    })
    expect(simulated).toEqual(['sms', 'verification'])
    expect(paymentHosts).toEqual(expect.arrayContaining(['rzp.io', 'shop.example']))
  })

  test.each([
    [{}, false],
    [{ PAYMENT_UPI: 'no' }, false],
    [{ PAYMENT_UPI: 'yes' }, true],
  ])('UPI beside the payment page is offered only where it is set: %j', (env, isUpiOffered) => {
    for (const vendor of [razorpay, cashfree])
      expect(readConfig({ ...vendor, ...some, ...env }).vendors.payment).toMatchObject({
        isUpiOffered,
      })
  })

  test('with a vendor for every service nothing is simulated, there is no sandbox, and production starts', () => {
    const { simulated, isSandbox } = readConfig({ ...cashfree, ...msg91, NODE_ENV: 'production' })
    expect({ simulated, isSandbox }).toEqual({ simulated: [], isSandbox: false })
  })

  test('production names the services that are still simulated', () => {
    expect(() => readConfig({ ...razorpay, NODE_ENV: 'production' })).toThrow(
      /Simulated: sms, verification\..*ALLOW_SIMULATORS/,
    )
    expect(
      readConfig({ ...razorpay, NODE_ENV: 'production', ALLOW_SIMULATORS: 'yes' }).isSandbox,
    ).toBe(true)
  })

  test('cards and faces stay on this machine unless the verification vendor is chosen for them', () => {
    expect(readConfig({ ...cashfree, ...some })).toMatchObject({
      cardReader: 'embedded',
      faceCheck: 'embedded',
    })
    const variables = {
      ...cashfree,
      ...msg91,
      NODE_ENV: 'production',
      CARD_READER: 'cashfree',
      FACE_CHECK: 'cashfree',
    }
    expect(readConfig(variables)).toMatchObject({
      cardReader: 'cashfree',
      faceCheck: 'cashfree',
      simulated: [],
    })
  })

  test('names all missing settings at once', () => {
    const env = {
      PAYMENT_PROVIDER: 'razorpay',
      PAYOUT_PROVIDER: 'cashfree',
      SMS_PROVIDER: 'msg91',
      VERIFICATION_PROVIDER: 'cashfree',
    }
    for (const name of [
      'RAZORPAY_KEY_ID',
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRETS',
      'CASHFREE_PAYOUT_CLIENT_ID',
      'MSG91_AUTH_KEY',
      'CASHFREE_PAYOUT_CLIENT_SECRETS',
      'MSG91_TEMPLATES',
      'CASHFREE_VERIFICATION_CLIENT_SECRETS',
    ])
      expect(() => readConfig(env)).toThrow(name)
  })

  test.each([
    [{ PAYMENT_PROVIDER: 'stripe' }, 'PAYMENT_PROVIDER'],
    [{ ...razorpay, RAZORPAY_WEBHOOK_SECRETS: 'a,b,c' }, 'RAZORPAY_WEBHOOK_SECRETS'],
    [{ ...razorpay, RAZORPAYX_ACCOUNT_NUMBER: 'GB33BUKB' }, 'RAZORPAYX_ACCOUNT_NUMBER'],
    [{ ...razorpay, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ ...msg91, MSG91_TEMPLATES: '{}' }, 'MSG91_TEMPLATES'],
    [{ RAZORPAY_URL: 'http://razorpay.example' }, 'RAZORPAY_URL'],
    [{ CARD_READER: 'cashfree' }, 'CARD_READER=cashfree needs VERIFICATION_PROVIDER=cashfree'],
    [{ FACE_CHECK: 'cashfree' }, 'FACE_CHECK=cashfree needs VERIFICATION_PROVIDER=cashfree'],
    [{ ...cashfree, CARD_READER: 'simulated' }, 'CARD_READER'],
    [
      { CASHFREE_URL: 'http://127.0.0.1:1', NODE_ENV: 'production', ALLOW_SIMULATORS: 'yes' },
      'CASHFREE_URL',
    ],
  ])('refuses %j', (env, words) => {
    expect(() => readConfig(env)).toThrow(words)
  })

  const inProduction = { ...msg91, ...cashfree, NODE_ENV: 'production' }
  const razorpayInProduction = { ...inProduction, ...razorpay }
  const LONG_ENOUGH = '0123456789abcdef'
  const SHORT = LONG_ENOUGH.slice(1)

  test.each([
    [inProduction, 'CASHFREE_PG_CLIENT_SECRETS'],
    [inProduction, 'CASHFREE_PAYOUT_CLIENT_SECRETS'],
    [razorpayInProduction, 'RAZORPAY_WEBHOOK_SECRETS'],
    [razorpayInProduction, 'RAZORPAYX_WEBHOOK_SECRETS'],
  ])(
    'real vendors need webhook secrets of at least 16 characters, whatever NODE_ENV says: %#',
    (env, name) => {
      const configOf = (secrets: string) => readConfig({ ...env, [name]: secrets })
      expect(configOf(LONG_ENOUGH).isSandbox).toBe(false)
      const refused = () => configOf(`${LONG_ENOUGH},${SHORT}`)
      expect(refused).toThrow(new RegExp(`${name}: .*at least 16 characters`))
      expect(refused).not.toThrow(SHORT)
      expect(() => readConfig({ ...env, [name]: SHORT, ALLOW_SIMULATORS: 'yes' })).toThrow(name)
      expect(() => readConfig({ ...env, [name]: SHORT, NODE_ENV: 'development' })).toThrow(name)
    },
  )

  test('only a test may use a vendor on this machine', () => {
    expect(
      readConfig({ ...razorpay, RAZORPAY_URL: 'http://127.0.0.1:1/v1/' }).vendors.payment,
    ).toMatchObject({
      razorpay: { baseUrl: 'http://127.0.0.1:1/v1' },
    })
  })
})
