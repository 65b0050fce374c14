/** A harmless documented call for each configured vendor, by which it shows whether it admits our key. */
import type { Config } from '#server/platform/config.ts'
import { testS3Keys } from '#server/platform/files/s3-files.ts'
import { CASHFREE, testCashfreeKey } from '#server/providers/cashfree-client.ts'
import { RAZORPAY, testRazorpayKey, testRazorpayXKey } from '#server/providers/razorpay-client.ts'
import { testMsg91Key } from '#server/providers/sms/msg91.ts'
import { testOidcClient } from '#server/providers/staff-sign-in/oidc.ts'

export type KeyTest = {
  /** The port whose key it is; all checks of identities share the one of `verification`. */
  readonly port: string
  readonly vendor: string
  /** Resolves if the key is admitted. */
  readonly test: () => Promise<void>
}

type Keyed = Pick<Config, 'vendors' | 's3' | 'staffSignIn'>

/** The tests of this configuration. Push services have none: they show it when a notification is sent. */
export function keyTestsOf({ vendors, s3, staffSignIn }: Keyed): readonly KeyTest[] {
  const { sms, payment, payout, verification } = vendors
  const tests: (KeyTest | undefined)[] = [
    sms && { port: 'sms', vendor: 'msg91', test: () => testMsg91Key(sms) },
    payment && { port: 'payment', ...paymentTest(payment) },
    payout && { port: 'payout', ...payoutTest(payout) },
    verification && {
      port: 'verification',
      vendor: CASHFREE,
      test: () => testCashfreeKey(verification, 'verification'),
    },
    s3 && { port: 'files', vendor: 's3', test: () => testS3Keys(s3) },
    staffSignIn && { port: 'staffSignIn', vendor: 'oidc', test: () => testOidcClient(staffSignIn) },
  ]
  return tests.filter(test => test !== undefined)
}

function paymentTest(payment: NonNullable<Keyed['vendors']['payment']>): Omit<KeyTest, 'port'> {
  return 'razorpay' in payment
    ? { vendor: RAZORPAY, test: () => testRazorpayKey(payment.razorpay) }
    : { vendor: CASHFREE, test: () => testCashfreeKey(payment.cashfree, 'pg') }
}

function payoutTest(payout: NonNullable<Keyed['vendors']['payout']>): Omit<KeyTest, 'port'> {
  return 'razorpay' in payout
    ? { vendor: RAZORPAY, test: () => testRazorpayXKey(payout.razorpay) }
    : { vendor: CASHFREE, test: () => testCashfreeKey(payout.cashfree, 'payout') }
}

const CHECKS = ['aadhaar', 'pan', 'digilocker', 'bankAccount', 'face', 'document', 'verification']

/** The service of a port, in the word that the inbox shows: all checks of identities are one. */
export function serviceOf(port: string): string {
  return CHECKS.includes(port) ? 'verification' : port
}

/** The vendor behind each port as configured; a port without one is simulated, or on this machine. */
export function vendorsByPort(
  config: Keyed & Pick<Config, 'push' | 'isAutoPayOffered'>,
): ReadonlyMap<string, string> {
  const byPort = new Map(keyTestsOf(config).map(({ port, vendor }) => [port, vendor]))
  const checks = byPort.get('verification')
  if (checks) for (const port of CHECKS) byPort.set(port, checks)
  const payments = byPort.get('payment')
  if (payments && config.isAutoPayOffered) byPort.set('mandate', payments)
  if (config.push.isReal) byPort.set('push', 'push services')
  return byPort
}
