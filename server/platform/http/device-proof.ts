/**
 * Proofs by which a native app shows the key of its device: DPoP (RFC 9449), signed with ES256
 * (decision 52).
 */
import { hash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import * as v from 'valibot'
import type { Clock } from '#server/platform/clock.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { countUse } from '#server/platform/db/rate-window.ts'

/** How far the time of a proof may be from the server's, on either side. */
export const PROOF_WINDOW_SECONDS = 60

const claims = v.object({
  jti: v.pipe(v.string(), v.minLength(16), v.maxLength(100)),
  htm: v.string(),
  htu: v.string(),
  iat: v.number(),
  ath: v.optional(v.string()),
})

/** A proof, and the request for which it must have been signed. */
export type ShownProof = {
  readonly proof: string
  readonly method: string
  /** The address of the call at the product's public origin, without its query. */
  readonly address: string
  /** The token, or the exchange code, that the request shows; the proof names its hash. */
  readonly secret: string | undefined
}

/**
 * The thumbprint (RFC 7638) of the key that signed the proof; undefined unless it was signed for
 * exactly this request, within the window, and never shown before.
 */
export async function keyOfProof(
  { db, clock, cipher }: { readonly db: Queryable; readonly clock: Clock; readonly cipher: Cipher },
  { proof, method, address, secret }: ShownProof,
): Promise<string | undefined> {
  const wall = clock.wall()
  const signed = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: wall,
  }).catch(() => undefined)
  const claimed = v.safeParse(claims, signed?.payload)
  if (!signed || !claimed.success) return undefined
  const { jti, htm, htu, iat, ath } = claimed.output
  if (Math.abs(wall.getTime() / 1000 - iat) > PROOF_WINDOW_SECONDS) return undefined
  if (htm !== method || htu !== address || ath !== hashOf(secret)) return undefined
  const key = await calculateJwkThumbprint(signed.protectedHeader.jwk as JWK)
  const id = cipher.keyedHash('device-proof', `${key} ${jti}`).toString('base64url')
  const windowSeconds = 2 * PROOF_WINDOW_SECONDS
  const { count } = await countUse(db, { bucket: `proof:${id}`, windowSeconds }, wall)
  return count === 1 ? key : undefined
}

function hashOf(secret: string | undefined): string | undefined {
  return secret === undefined ? undefined : hash('sha256', secret, 'base64url')
}
