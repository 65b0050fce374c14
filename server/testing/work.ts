import type { CallOptions, Result } from '#contract/client.ts'
import { PROOF_OF_WORK_HEADER, proofText, readChallenge } from '#contract/proof-of-work.ts'
import { solveWork } from '#domain/accounts/proof-of-work.ts'
import { workHash } from '#server/accounts/proof-of-work.ts'

/** The header that solves a challenge; throws for a text that is none. */
export async function solvedHeader(challengeText: unknown): Promise<Record<string, string>> {
  const challenge = readChallenge(challengeText)
  if (!challenge) throw new Error('the server sent no challenge')
  const numbers = await solveWork(challenge.bits, workHash(challenge.id))
  return { [PROOF_OF_WORK_HEADER]: proofText({ challenge, numbers }) }
}

/**
 * Calls, and once more with a proof of work if the server asks for one, as the app does. Where
 * `onWork` returns false, the refusal stays.
 */
export async function workingFor<T>(
  ask: (options?: CallOptions) => Promise<Result<T>>,
  onWork: () => boolean | undefined = () => undefined,
): Promise<Result<T>> {
  const first = await ask()
  if (first.ok || first.reason !== 'proof-of-work-required') return first
  if (onWork() === false) return first
  return ask({ headers: await solvedHeader(first.details.challenge) })
}
