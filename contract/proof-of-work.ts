/**
 * Ours: how a call that was refused with `proof-of-work-required` carries its proof (decision 54).
 * The refusal's details hold the `challenge`; the same call, sent again with the header, passes.
 */
import { WORK_PARTS } from '#domain/accounts/proof-of-work.ts'

export const PROOF_OF_WORK_HEADER = 'proof-of-work'

/** `id.expires.bits.seal`: the search hashes the id; the rest is for the server. */
const CHALLENGE = /^([\w-]{43})\.(\d{10})\.(\d{1,2})\.([\w-]{43})$/
const NUMBERS = /^\d{1,7}(?:,\d{1,7})*$/

export type WorkChallenge = {
  readonly id: string
  /** Seconds since 1970. */
  readonly expires: number
  readonly bits: number
  readonly seal: string
}
export type WorkProof = { readonly challenge: WorkChallenge; readonly numbers: readonly number[] }

export function challengeText({ id, expires, bits, seal }: WorkChallenge): string {
  return `${id}.${expires}.${bits}.${seal}`
}

/** The challenge of a refusal's details; undefined for any other text. */
export function readChallenge(text: unknown): WorkChallenge | undefined {
  const [, id, expires, bits, seal] = CHALLENGE.exec(String(text)) ?? []
  if (id === undefined || seal === undefined) return undefined
  return { id, expires: Number(expires), bits: Number(bits), seal }
}

/** The header's value: the challenge as it came, and the number that solves each part. */
export function proofText({ challenge, numbers }: WorkProof): string {
  return `${challengeText(challenge)}:${numbers.join()}`
}

/** The proof in a header; undefined for anything else. */
export function readProof(header: unknown): WorkProof | undefined {
  const [challengePart = '', numbersPart = ''] = String(header).split(':')
  const challenge = readChallenge(challengePart)
  if (!challenge || !NUMBERS.test(numbersPart)) return undefined
  const numbers = numbersPart.split(',').map(Number)
  return numbers.length === WORK_PARTS ? { challenge, numbers } : undefined
}
