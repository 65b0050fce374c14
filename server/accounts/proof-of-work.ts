/**
 * Requires a proof of work from unknown devices while codes are guessed or pumped (decision 54). In
 * quiet times nobody needs one, and a known device never does.
 */
import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Refusal, refused } from '#contract/envelope.ts'
import {
  challengeText,
  readProof,
  type WorkChallenge,
  type WorkProof,
} from '#contract/proof-of-work.ts'
import {
  asksForWork,
  type HashOfWork,
  solvesPart,
  WORK_ITERATIONS,
  WORK_SECONDS,
  workBits,
} from '#domain/accounts/proof-of-work.ts'
import { codeFiguresAt } from '#server/accounts/code-tally.ts'
import { knownDeviceAmong } from '#server/accounts/db/device.ts'
import { provenDevices } from '#server/accounts/session-keys.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import { countUses } from '#server/platform/db/rate-window.ts'
import type { Services } from '#server/services.ts'

const HASH_BYTES = 32
const derive = promisify(pbkdf2)

/** A challenge is bound to its purpose and to the number. */
export type WorkFor = {
  readonly purpose: 'send' | 'login'
  readonly phone: string
  /** The length of the requested code; an entered code is judged by the figures alone. */
  readonly digits?: number
}

/**
 * Refuses an unknown device without a proof while one is needed, by the figures of the last hour or
 * because a longer code is requested: with a new challenge, the same for known and unknown numbers,
 * before anything is sent or compared. A proof is used up here.
 */
export async function refuseWithoutWork(
  services: Services,
  what: WorkFor,
  call: PublicCall,
): Promise<Refusal<'proof-of-work-required'> | undefined> {
  const { db, cipher, config, ids, metrics } = services
  const { loginCodeDigits: minDigits, proofOfWorkBits } = config
  const { digits = minDigits } = what
  if (digits <= minDigits && !asksForWork(await codeFiguresAt(db, call.now), config.limitScale))
    return undefined
  const phoneHash = cipher.keyedHash('phone', what.phone)
  if (await knownDeviceAmong(db, phoneHash, provenDevices(cipher, call))) return undefined
  const proof = readProof(call.client.proofOfWork)
  if (proof && (await isAccepted(services, proof, what, call))) {
    metrics?.proofOfWork('accepted')
    return undefined
  }
  metrics?.proofOfWork('required')
  const unsealed = {
    id: ids.secret(),
    expires: Math.floor(call.now.getTime() / 1000) + WORK_SECONDS,
    bits: workBits(proofOfWorkBits, digits, minDigits),
  }
  const challenge = challengeText({ ...unsealed, seal: sealOf(services, unsealed, what) })
  return refused('proof-of-work-required', { details: { challenge } })
}

async function isAccepted(
  services: Services,
  { challenge, numbers }: WorkProof,
  what: WorkFor,
  { now }: PublicCall,
): Promise<boolean> {
  const seal = Buffer.from(challenge.seal)
  const expected = Buffer.from(sealOf(services, challenge, what))
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return false
  if (challenge.expires * 1000 < now.getTime()) return false
  const hash = workHash(challenge.id)
  for (const [part, number] of numbers.entries())
    if (!(await solvesPart({ part, number, bits: challenge.bits }, hash))) return false
  const once = { bucket: `work:${challenge.id}`, most: 1, windowSeconds: WORK_SECONDS + 1 }
  return (await countUses(services.db, [once], now)) === undefined
}

/** The hash of the work for a challenge, as browsers compute it too. */
export function workHash(id: string): HashOfWork {
  return salt => derive(id, salt, WORK_ITERATIONS, HASH_BYTES, 'sha256')
}

function sealOf(
  { cipher }: Pick<Services, 'cipher'>,
  { id, expires, bits }: Omit<WorkChallenge, 'seal'>,
  { purpose, phone }: WorkFor,
): string {
  const text = JSON.stringify([purpose, phone, id, expires, bits])
  return cipher.keyedHash('proof-of-work', text).toString('base64url')
}
