/**
 * Verification in tests: the real flows on the simulators, with files in a temporary folder of the
 * test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '#contract/index.ts'
import { type AadhaarNumber, isAadhaarNumber } from '#domain/identity/identity.ts'
import { findBorrowerByPhone } from '#server/accounts/db/sign-in.ts'
import { bankRoutes, kycRoutes, placeRoutes, verifyRoutes } from '#server/identity/routes.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Route } from '#server/platform/actions/call.ts'
import { localFiles } from '#server/platform/files/local-files.ts'
import { encryptedFiles } from '#server/platform/files/store.ts'
import { aadhaarSimulator } from '#server/providers/aadhaar/simulator.ts'
import { aadhaarQrSimulator } from '#server/providers/aadhaar-qr/simulator.ts'
import { bankAccountSimulator } from '#server/providers/bank-account/simulator.ts'
import { cardReader } from '#server/providers/document/reader.ts'
import { faceSimulator } from '#server/providers/face/simulator.ts'
import { panSimulator } from '#server/providers/pan/simulator.ts'
import { BASE_INFO, CONTACTS, picture, WORK_INFO } from '#server/providers/simulated/person.ts'
import type { Services } from '#server/services.ts'
import type { TestServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'

export type VerificationParts = {
  /** The services of verification and bank accounts, on the simulators. */
  readonly open: (services: Services) => VerificationServices
  /** The routes of verification and bank accounts, for `testServer`. */
  readonly routes: (services: Services) => Route[]
  /** The services of the routes, once they were made. */
  readonly services: () => VerificationServices
  readonly folder: string
  readonly remove: () => void
}

/** The parts for one test file; `replaced` takes the place of simulators. */
export function verificationParts(replaced: Partial<VerificationServices> = {}): VerificationParts {
  const folder = mkdtempSync(join(tmpdir(), 'saral-files-'))
  let current: VerificationServices | undefined
  const open = (services: Services): VerificationServices => {
    current = {
      ...services,
      aadhaar: aadhaarSimulator(services),
      aadhaarQr: aadhaarQrSimulator(services),
      pan: panSimulator(),
      documents: cardReader(),
      face: faceSimulator(),
      bankAccount: bankAccountSimulator(),
      files: encryptedFiles(localFiles(folder), services.cipher),
      ...replaced,
    }
    return current
  }
  return {
    open,
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    services: () => {
      if (!current) throw new Error('the routes were not made yet')
      return current
    },
    routes: services => {
      const all = open(services)
      return [...verifyRoutes(all), ...placeRoutes(), ...kycRoutes(all), ...bankRoutes(all)]
    },
  }
}

export const BANK_CARD = {
  bankCode: 'SBIN0001234',
  cardNo: '12345678901',
  confirmCardNo: '12345678901',
}

/** The first possible Aadhaar number with this ending, from a stem of eight digits on. */
export function aadhaarEnding(ending: string, from = 23_456_789): AadhaarNumber {
  for (let stem = from; ; stem += 1) {
    const number = `${stem}${ending}`
    if (isAadhaarNumber(number)) return number
  }
}

/** The id of the borrower who signs in with a number. */
export async function borrowerIdOf(
  { services: { db, cipher } }: TestServer,
  phone: string,
): Promise<string> {
  const borrowerId = await findBorrowerByPhone(db, cipher.keyedHash('phone', phone))
  if (borrowerId === undefined) throw new Error('nobody signs in with this number')
  return borrowerId
}

/** Proves an Aadhaar number and a PAN through the real calls. */
export async function proveIdentity(
  server: TestServer,
  browser: Browser,
  phone: string,
  aadhaar: string,
  panNo: string,
): Promise<void> {
  const kyc = browser.calls(contract.kyc)
  // Moves time so that the OTP is the newest message to this number.
  server.clock.advance({ seconds: 1 })
  succeed(await kyc.sendAadhaarOtp({ aadhaar }))
  succeed(await kyc.verifyAadhaarOtp({ aadhaar, otp: await server.codeSentTo(phone) }))
  succeed(await kyc.saveIdentity({ type: 2, panNo }))
}

/** Takes a borrower through every step of verification. */
export async function completeVerification(
  server: TestServer,
  browser: Browser,
  who: { phone: string; aadhaar: string; panNo: string },
): Promise<void> {
  const verify = browser.calls(contract.verify)
  const kyc = browser.calls(contract.kyc)
  succeed(await verify.saveBaseInfo(BASE_INFO))
  succeed(await verify.saveWorkInfo(WORK_INFO))
  await proveIdentity(server, browser, who.phone, who.aadhaar, who.panNo)
  const checked = await kyc.livingCheck({ image: picture() })
  succeed(checked)
  succeed(await kyc.livingHold(checked.ok ? { imageId: checked.data.imageId } : {}))
  succeed(await verify.saveContacts(CONTACTS))
}

function succeed(result: { ok: true } | { ok: false; msg: string; reason: string }): void {
  if (!result.ok) throw new Error(`${result.reason}: ${result.msg}`)
}
