/** A lender or a real vendor makes a start real: without simulators, clear text and weak secrets. */
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'

const LENDER = {
  LENDER_NAME: 'Nila Finance Limited',
  LENDER_RBI_REGISTRATION: 'N-14.03210',
  LENDER_GRIEVANCE_NAME: 'Asha Rao',
  LENDER_GRIEVANCE_PHONE: '1800 000 0001',
  LENDER_GRIEVANCE_EMAIL: 'grievance@nila.example',
}
const PAYMENTS = {
  PAYMENT_PROVIDER: 'razorpay',
  PAYOUT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRETS: 'a-secret-of-20-chars',
  RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
  PUBLIC_URL: 'https://nila.example',
}
const SMS = {
  SMS_PROVIDER: 'msg91',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATES: '[{"id":"t1","text":"{#var#} is your code."}]',
}
const CHECKS = {
  VERIFICATION_PROVIDER: 'cashfree',
  CASHFREE_VERIFICATION_CLIENT_ID: 'id',
  CASHFREE_VERIFICATION_CLIENT_SECRETS: 'a-secret-of-20-chars',
}
const EVERY_VENDOR = { ...PAYMENTS, ...SMS, ...CHECKS }
/** The settings that stand in for vendors in a test. */
const HERE = {
  RAZORPAY_URL: 'http://127.0.0.1:9/v1',
  MSG91_URL: 'http://localhost:9',
  CASHFREE_URL: 'http://[::1]:9',
}

const WORDS: readonly Record<string, string>[] = [
  {},
  { NODE_ENV: 'development' },
  { NODE_ENV: 'test' },
  { NODE_ENV: 'production' },
]

describe.each(WORDS)('whatever the word: %j', word => {
  test.each<[string, Record<string, string>, string]>([
    ['a lender and real payments', { ...LENDER, ...PAYMENTS }, 'sms, verification'],
    ['a lender alone', LENDER, 'sms, payment, payout, verification'],
    ['real payments alone', PAYMENTS, 'sms, verification'],
    ['real text messages alone', SMS, 'payment, payout, verification'],
    ['real checks alone', CHECKS, 'sms, payment, payout'],
  ])('%s are refused beside simulators, unless these are allowed', (_what, env, simulated) => {
    expect(() => readConfig({ ...env, ...word })).toThrow(
      new RegExp(`Simulated: ${simulated}\\..*ALLOW_SIMULATORS`),
    )
    expect(readConfig({ ...env, ...word, ALLOW_SIMULATORS: 'yes' })).toMatchObject({ isReal: true })
  })

  test('a simulated face check is refused beside real vendors for everything', () => {
    const env = { ...EVERY_VENDOR, ...word, FACE_CHECK: 'simulated' }
    expect(() => readConfig(env)).toThrow(/the face check.*FACE_CHECK=embedded/)
  })

  test('a real start makes no keys, and needs TLS and long secrets', () => {
    const real = { ...LENDER, ...EVERY_VENDOR, ...word }
    expect(readConfig(real).keys.mayGenerate).toBe(false)
    for (const [name, value] of [
      ['PUBLIC_URL', 'http://nila.example'],
      ['CONSOLE_URL', 'http://console.nila.example'],
      ['DATABASE_URL', 'postgresql://saral:x@db.example/saral'],
      ['RAZORPAY_WEBHOOK_SECRETS', 'short'],
    ] as const)
      expect(() => readConfig({ ...real, [name]: value }), name).toThrow(name)
  })
})

test.each(['prod', 'Production', 'PRODUCTION', 'live', 'staging'])(
  'NODE_ENV=%s is refused by name',
  NODE_ENV => {
    for (const env of [{}, LENDER, { ...LENDER, ...EVERY_VENDOR }])
      expect(() => readConfig({ ...env, NODE_ENV })).toThrow(
        'NODE_ENV has to be production, development or test',
      )
  },
)

test('vendors on this machine are a test’s: without a lender such a start is not real', () => {
  const config = readConfig({ ...PAYMENTS, ...HERE, PUBLIC_URL: 'http://localhost:3000' })
  expect(config).toMatchObject({ isReal: false, simulated: ['sms', 'verification'] })
  expect(() =>
    readConfig({ ...LENDER, ...PAYMENTS, ...HERE, PUBLIC_URL: 'http://localhost:3000' }),
  ).toThrow('Simulated: sms, verification')
})

test('a demonstration is not real, and production refuses it unless simulators are allowed', () => {
  expect(readConfig({})).toMatchObject({ isReal: false, keys: { mayGenerate: true } })
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('ALLOW_SIMULATORS')
  expect(readConfig({ NODE_ENV: 'production', ALLOW_SIMULATORS: 'yes' })).toMatchObject({
    isReal: false,
    keys: { mayGenerate: true },
  })
})
