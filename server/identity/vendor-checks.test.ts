/**
 * Verification with Cashfree behind the ports, simulated in its own wire format on this machine.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreeAadhaar } from '#server/providers/aadhaar/cashfree.ts'
import { cashfreeBankAccounts } from '#server/providers/bank-account/cashfree.ts'
import { cashfreePan } from '#server/providers/pan/cashfree.ts'
import { movableClock, type TestServer, testServer } from '#server/testing/app.ts'
import { columnError } from '#server/testing/people.ts'
import {
  cashfreeVerificationServer,
  RIGHT_OTP,
  type VerificationServer,
} from '#server/testing/vendors/cashfree-verification.ts'
import {
  aadhaarEnding,
  BANK_CARD,
  type VerificationParts,
  verificationParts,
} from '#server/testing/verification.ts'

let vendor: VerificationServer
let parts: VerificationParts
let server: TestServer
beforeAll(async () => {
  vendor = await cashfreeVerificationServer()
  const { settings } = vendor
  parts = verificationParts({
    aadhaar: cashfreeAadhaar(settings),
    pan: cashfreePan(settings, { ids: randomIds(), clock: movableClock(new Date()) }),
    bankAccount: cashfreeBankAccounts(settings),
  })
  server = await testServer({ routes: parts.routes })
})
afterAll(async () => {
  await server.close()
  await vendor.close()
  parts.remove()
})

let people = 0
async function somebody() {
  people += 1
  const browser = await server.signIn(`91984000${String(people).padStart(4, '0')}`)
  const aadhaar = aadhaarEnding('42', 5_000_000_000 + people * 100)
  return {
    aadhaar,
    kyc: browser.calls(contract.kyc),
    bank: browser.calls(contract.bank),
    panNo: `ABCPK${4000 + people}F`,
  }
}

async function verified() {
  const somebodyNew = await somebody()
  const { kyc, aadhaar, panNo } = somebodyNew
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({ data: { success: true } })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: RIGHT_OTP })).toMatchObject({
    data: { state: 1 },
  })
  expect(await kyc.saveIdentity({ type: 2, panNo })).toMatchObject({ ok: true })
  return somebodyNew
}

const accountOf = (cardNo: string) => ({ ...BANK_CARD, cardNo, confirmCardNo: cardNo })

test('verifies number, OTP, PAN and bank account through the vendor', async () => {
  const { bank } = await verified()
  expect(await bank.addCard(accountOf('99900000019'))).toMatchObject({
    ok: true,
    data: { cardNo: '•••• 0019' },
  })
})

test('reports the vendor’s refusals in the product’s texts', async () => {
  const { kyc, bank, aadhaar } = await somebody()
  await kyc.sendAadhaarOtp({ aadhaar })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: '111111' })).toMatchObject({
    reason: 'aadhaar-otp-wrong',
  })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: '000000' })).toMatchObject({
    reason: 'aadhaar-otp-expired',
  })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: RIGHT_OTP })).toMatchObject({ ok: true })
  expect(await kyc.saveIdentity({ type: 2, panNo: 'ABCPX1234F' })).toMatchObject({
    reason: 'pan-refused',
  })
  expect(await kyc.saveIdentity({ type: 2, panNo: 'ABCPM1234F' })).toMatchObject({ ok: true })
  const refused = (msg: string) => columnError('cardNo', expect.stringContaining(msg))
  expect(await bank.addCard(accountOf('99900000014'))).toMatchObject(
    refused('in a different name from your Aadhaar'),
  )
  expect(await bank.addCard(accountOf('99900000010'))).toMatchObject(
    refused('We could not find this account'),
  )
  expect(await bank.addCard(accountOf('99900000012'))).toMatchObject(
    refused('has blocked this account'),
  )
  expect(await bank.addCard(accountOf('99900000011'))).toMatchObject({ reason: 'ifsc-unknown' })
  expect(await bank.cards({})).toMatchObject({ data: [] })
})

test('an unreachable vendor decides nothing, and the same entry succeeds later', async () => {
  const { kyc, bank, aadhaar, panNo } = await somebody()
  vendor.mishaps.push('down')
  expect(await kyc.sendAadhaarOtp({ aadhaar })).toMatchObject({
    code: -1_100_001,
    reason: 'aadhaar-otp-unavailable',
  })
  await kyc.sendAadhaarOtp({ aadhaar })
  vendor.mishaps.push('malformed')
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: RIGHT_OTP })).toMatchObject({
    reason: 'check-not-available',
  })
  expect(await kyc.verifyAadhaarOtp({ aadhaar, otp: RIGHT_OTP })).toMatchObject({ ok: true })
  vendor.mishaps.push('cut')
  expect(await kyc.saveIdentity({ type: 2, panNo })).toMatchObject({
    reason: 'check-not-available',
  })
  vendor.mishaps.push('none', 'slow')
  expect(await kyc.saveIdentity({ type: 2, panNo })).toMatchObject({
    reason: 'check-not-available',
  })
  expect(await kyc.saveIdentity({ type: 2, panNo })).toMatchObject({ ok: true })
  expect(await bank.addCard(accountOf('99900000013'))).toMatchObject({
    reason: 'check-not-available',
  })
  expect(await bank.addCard(accountOf('99900000019'))).toMatchObject({ ok: true })
})

test('logs no checked number, name or secret', async () => {
  expect(JSON.stringify(server.logged)).not.toMatch(
    /5\d{9}42|9990000001|ABCP[KMX]\d{4}F|Anna|ANNA|cfsk_v/,
  )
})
