import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/platform/config.ts'
import { isDemonstration } from '#server/sandbox/reset.ts'

const RAZORPAY = {
  PAYOUT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'a-secret-of-the-test',
  RAZORPAY_WEBHOOK_SECRETS: 'another-secret-of-the-test',
  RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
}
const LENDER = {
  LENDER_NAME: 'Nila Finance Limited',
  LENDER_RBI_REGISTRATION: 'N-14.03210',
  LENDER_GRIEVANCE_NAME: 'Asha Rao',
  LENDER_GRIEVANCE_PHONE: '1800 000 0001',
  LENDER_GRIEVANCE_EMAIL: 'grievance@nila.example',
}

describe('a reset is offered', () => {
  test('by simulators alone on the embedded database', () => {
    expect(isDemonstration(readConfig({}))).toBe(true)
    expect(isDemonstration(readConfig({ FACE_CHECK: 'simulated' }))).toBe(true)
  })

  test.each<[string, Record<string, string>]>([
    ['on another database', { DATABASE_URL: 'postgres://db.example/saral' }],
    ['beside a real vendor', { ...RAZORPAY, ALLOW_SIMULATORS: 'yes' }],
    ['where a lender is configured', { ...LENDER, ALLOW_SIMULATORS: 'yes' }],
    ['where notifications reach real browsers', { PUSH: 'yes' }],
  ])('not %s', (_where, env) => {
    expect(isDemonstration(readConfig(env))).toBe(false)
  })

  const { vendors } = readConfig({ ...RAZORPAY, ALLOW_SIMULATORS: 'yes' })
  test.each<[string, Partial<Config>]>([
    // No configuration has one and is of a demonstration.
    ['with the payouts of a real vendor alone', { vendors }],
    ['with pictures in an object store', { s3: {} as NonNullable<Config['s3']> }],
    ['with the certificate of a lender', { signing: { file: 'f', passphrase: 'p', name: 'n' } }],
    ['with a real comparison of faces', { faceCheck: 'cashfree' }],
  ])('not %s', (_where, real) => {
    expect(isDemonstration({ ...readConfig({}), ...real })).toBe(false)
  })
})
