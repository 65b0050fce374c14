/**
 * Addresses of pictures, valid for some minutes: holding one suffices, and nobody can forge one
 * (product §10, "Files").
 */
import * as v from 'valibot'
import type { Clock } from '#server/platform/clock.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'

const LINK_SECONDS = 600
const PLACE = { table: 'link', row: 'picture', column: 'token' } as const

/** The target of a link. */
export type Target = { readonly borrowerId: string; readonly feedbackId: string }
type Parts = { readonly cipher: Cipher; readonly clock: Pick<Clock, 'wall'> }

const content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ borrowerId: v.string(), feedbackId: v.string(), untilMs: v.number() }),
)

/** A token that names its target for a limited time, and reveals nothing of it. */
export function linkToken({ cipher, clock }: Parts, { borrowerId, feedbackId }: Target): string {
  const untilMs = clock.wall().getTime() + LINK_SECONDS * 1000
  return cipher
    .encrypt(JSON.stringify({ borrowerId, feedbackId, untilMs }), PLACE)
    .toString('base64url')
}

/** The target of a token that was made here and is still valid. */
export function linkTarget({ cipher, clock }: Parts, token: string): Target | undefined {
  try {
    const { untilMs, ...target } = v.parse(
      content,
      cipher.decryptText(Buffer.from(token, 'base64url'), PLACE),
    )
    return untilMs >= clock.wall().getTime() ? target : undefined
  } catch {
    // A token that cannot be decrypted was not made here.
    return undefined
  }
}
