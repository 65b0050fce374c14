/**
 * Optional consents: each given or refused separately, and withdrawn as easily as given (product
 * §9; regulation R11).
 */

import type { device } from '#contract/device.ts'
import type { Output, RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import { OPTIONAL_PURPOSES, type OptionalPurpose } from '#domain/accounts/consent.ts'
import { coarse, type Location } from '#domain/privacy/location.ts'
import {
  forgetConsentRefusal,
  recordConsent,
  refuseConsent,
  refusedPurposesOf,
  standingConsentsOf,
} from '#server/accounts/db/consent.ts'
import { stopCountingClients } from '#server/identity/db/erase.ts'
import type { BorrowerCall } from '#server/platform/actions/call.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import type { CipherContext } from '#server/platform/db/encrypt.ts'
import { encryptJson } from '#server/platform/db/encrypt.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { forgetLocation, hasLocation, keepLocation } from '#server/privacy/db/device-location.ts'
import { countClient } from '#server/privacy/db/tracked.ts'
import { clientHashOf } from '#server/privacy/tracking.ts'
import type { Services } from '#server/services.ts'
import { currentVersionOf } from '#words/consents.ts'

type Standing = 'given' | 'refused' | 'not-asked'

/** The borrower's answer to each purpose, in its present wording. */
export async function optionalConsents(
  db: Queryable,
  borrowerId: string,
): Promise<Output<typeof device.consents>> {
  const [standing, refusedPurposes] = await Promise.all([
    standingConsentsOf(db, borrowerId),
    refusedPurposesOf(db, borrowerId),
  ])
  const isGiven = (purpose: OptionalPurpose) =>
    standing.some(
      consent => consent.purpose === purpose && consent.textVersion === currentVersionOf(purpose),
    )
  const standingOf = (purpose: OptionalPurpose): Standing =>
    isGiven(purpose) ? 'given' : refusedPurposes.includes(purpose) ? 'refused' : 'not-asked'
  return OPTIONAL_PURPOSES.map(purpose => ({
    purpose,
    standing: standingOf(purpose),
    textVersion: currentVersionOf(purpose),
  }))
}

/**
 * Records an answer. A refusal or withdrawal immediately deletes the data collected under the
 * consent.
 */
export async function answerConsent(
  services: Services,
  call: BorrowerCall,
  { purpose, isGiven }: { purpose: OptionalPurpose; isGiven: boolean },
): Promise<Output<typeof device.answerConsent>> {
  const { borrowerId, language, now: at } = call
  const clientHash = clientHashOf(services, call)
  await services.db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    if (isGiven) {
      await recordConsent(tx, {
        borrowerId,
        consentId: services.ids.uuid(at),
        purpose,
        language,
        at,
      })
      await forgetConsentRefusal(tx, borrowerId, purpose)
      if (purpose === 'tracking' && clientHash) await countClient(tx, clientHash, borrowerId)
    } else {
      const wasGiven = await refuseConsent(tx, { borrowerId, purpose, at })
      if (purpose === 'location') await forgetLocation(tx, borrowerId)
      if (purpose === 'tracking') await stopCountingClients(tx, borrowerId)
      if (wasGiven)
        await writeAudit(tx, services.cipher, {
          actor: 'borrower',
          action: 'consent-withdrawn',
          subject: borrowerId,
          at,
        })
    }
  })
  return { purpose, standing: isGiven ? 'given' : 'refused' }
}

/**
 * True if the location is still to be collected: once, and only with consent. The application
 * proceeds without it.
 */
export async function whatToCollect(
  db: Queryable,
  borrowerId: string,
): Promise<Output<typeof device.needUpload>> {
  const [consent, isTaken] = await Promise.all([
    locationConsent(db, borrowerId),
    hasLocation(db, borrowerId),
  ])
  return [{ type: 'gps', needUpload: consent === 'given' && !isTaken ? 1 : 0, consent }]
}

/** Stores the borrower's location: coarse, encrypted, the first one only. */
export async function takeLocation(
  { db, cipher }: Services,
  { borrowerId, now }: BorrowerCall,
  location: Location,
): Promise<null | Refusal<RefusalOf<typeof device.uploadInfo>>> {
  return db.transaction(async tx => {
    await lockBorrower(tx, borrowerId)
    if ((await locationConsent(tx, borrowerId)) !== 'given') return refused('consent-required')
    await keepLocation(
      tx,
      borrowerId,
      encryptJson(cipher, coarse(location), locationContext(borrowerId)),
      now,
    )
    return null
  })
}

export function locationContext(borrowerId: string): CipherContext {
  return { table: 'device_location', row: borrowerId, column: 'location_sealed' }
}

async function locationConsent(db: Queryable, borrowerId: string): Promise<Standing> {
  const consents = await optionalConsents(db, borrowerId)
  return consents.find(({ purpose }) => purpose === 'location')?.standing ?? 'not-asked'
}
