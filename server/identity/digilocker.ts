/**
 * Proves an identity by sharing the Aadhaar from DigiLocker, on a hosted page (product §8,
 * `/auth/callback`).
 */

import type { digilocker } from '#contract/digilocker.ts'
import { refused } from '#contract/envelope.ts'
import { forgetChild, isChild, keepAadhaar, personHash } from '#server/identity/aadhaar.ts'
import { askCheck } from '#server/identity/ask-check.ts'
import {
  endDigilockerRequest,
  insertDigilockerRequest,
  latestDigilockerRequest,
} from '#server/identity/db/digilocker.ts'
import { identityRowOf } from '#server/identity/db/identity.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import type { Answer, BorrowerCall } from '#server/platform/actions/call.ts'
import { unlessRefused } from '#server/platform/actions/idempotency.ts'
import { countTowardsDay } from '#server/platform/daily-limit.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { DigilockerPort } from '#server/providers/digilocker/port.ts'

export type DigilockerServices = VerificationServices & {
  /** Undefined where it is not offered. */
  readonly digilocker: DigilockerPort | undefined
}

type Opening = Answer<typeof digilocker.open>
type Ending = Answer<typeof digilocker.result>

/** Opens the hosted page, which returns to a page of ours that asks for the outcome. */
export async function openDigilocker(
  services: DigilockerServices,
  call: BorrowerCall,
  pid: string | undefined,
): Promise<Opening> {
  const { digilocker: locker, db, ids, publicOrigin } = services
  const { borrowerId, now } = call
  if (!locker) return refused('check-not-available')
  if ((await identityRowOf(db, borrowerId))?.panVerifiedAt)
    return refused('identity-already-verified')
  await countTowardsDay(db, 'digilocker', call)
  const id = ids.uuid(now)
  const returnUrl = new URL('/auth/callback', publicOrigin())
  if (pid !== undefined) returnUrl.searchParams.set('pid', pid)
  const page = await askCheck(services, 'DigiLocker', () =>
    locker.open({ id, returnUrl: returnUrl.href }),
  )
  if ('refused' in page) return page
  await insertDigilockerRequest(db, borrowerId, id, now)
  return page
}

/**
 * The outcome of the newest request. Sharing the Aadhaar proves the identity as its OTP does; the
 * PAN comes next.
 */
export async function digilockerResult(
  services: DigilockerServices,
  call: BorrowerCall,
): Promise<Ending> {
  const { digilocker: locker, db } = services
  const { borrowerId, now } = call
  const request = await latestDigilockerRequest(db, borrowerId)
  if (!request || !locker) return { state: 'none' }
  if (request.state !== 'open') return { state: request.state }
  const result = await askCheck(services, 'DigiLocker', () => locker.result(request.id))
  if ('refused' in result) return result
  if (result.state === 'waiting') return { state: 'waiting' }
  if (result.state !== 'shared') {
    await endDigilockerRequest(db, borrowerId, { id: request.id, state: result.state }, now)
    return { state: result.state }
  }
  if (isChild(call, result.details.dob)) {
    await endDigilockerRequest(db, borrowerId, { id: request.id, state: 'declined' }, now)
    return forgetChild(services, call, 'aadhaar')
  }
  const hash = personHash(services, result.lastFour, result.details)
  return unlessRefused(db, async tx => {
    await lockBorrower(tx, borrowerId)
    if (!(await endDigilockerRequest(tx, borrowerId, { id: request.id, state: 'shared' }, now)))
      return { state: 'shared' }
    const proof = { ...result, proof: 'digilocker', hash } as const
    const verified = await keepAadhaar({ services, tx, at: now }, call, proof)
    return verified && 'refused' in verified ? verified : { state: 'shared' }
  })
}
