import { proofText, readChallenge } from '#contract/proof-of-work.ts'
import { solveWork, WORK_ITERATIONS } from '#domain/accounts/proof-of-work.ts'

const TIMEOUT_MS = 60_000
const HASH_BITS = 256

/**
 * Solves a challenge of the server (decision 54), and returns the header's value. The browser
 * hashes in the background. Undefined if it cannot, or after a minute.
 */
export async function proofOfWork(challengeText: unknown): Promise<string | undefined> {
  const challenge = readChallenge(challengeText)
  if (!challenge) return undefined
  const endMs = performance.now() + TIMEOUT_MS
  try {
    const bytes = new TextEncoder()
    const key = await crypto.subtle.importKey('raw', bytes.encode(challenge.id), 'PBKDF2', false, [
      'deriveBits',
    ])
    const hash = async (salt: string) => {
      const by = {
        name: 'PBKDF2',
        hash: 'SHA-256',
        salt: bytes.encode(salt),
        iterations: WORK_ITERATIONS,
      }
      return new Uint8Array(await crypto.subtle.deriveBits(by, key, HASH_BITS))
    }
    const numbers = await solveWork(challenge.bits, hash, () => performance.now() > endMs)
    return proofText({ challenge, numbers })
  } catch {
    return undefined
  }
}
