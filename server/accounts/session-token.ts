/**
 * The token of a session: a secret, and its borrower, whom only we can read. The session is found
 * by both, among its borrower's rows.
 */
import { LRUCache } from 'lru-cache'
import type { SessionQuery } from '#server/platform/actions/session.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import { secretHash } from './db/session.ts'

/** The letters of 256 random bits. */
const SECRET_LENGTH = 43
/** A token with the letters of a borrower's 128 bits; older tokens are the secret alone. */
const TOKEN = /^[\w-]{65}$/
const BORROWER_BYTES = 16
const TOKENS_KEPT = 20_000

type Hashing = Pick<Cipher, 'keyedHash'>

/** The token of a borrower's new session; `secret` must be new. */
export function sessionToken(cipher: Hashing, secret: string, borrowerId: string): string {
  const bytes = Buffer.from(borrowerId.replaceAll('-', ''), 'hex')
  return secret + masked(cipher, secret, bytes).toString('base64url')
}

/**
 * Returns a function that gives the hashes to find the session of a token, and its borrower if the
 * token names one. It caches recent borrowers, by hash, because uncovering one costs as much as a
 * log line.
 */
export function sessionQueries(cipher: Hashing): (token: string) => SessionQuery {
  const borrowers = new LRUCache<string, string>({ max: TOKENS_KEPT })
  return token => {
    const tokenHash = secretHash('token', token)
    if (!TOKEN.test(token)) {
      const formerHash = formerSecretHash(cipher, 'token', token).toString('hex')
      return { tokenHash, formerHash, borrowerId: undefined }
    }
    const borrowerId = borrowers.get(tokenHash) ?? borrowerOf(cipher, token)
    borrowers.set(tokenHash, borrowerId)
    return { tokenHash, formerHash: undefined, borrowerId }
  }
}

function borrowerOf(cipher: Hashing, token: string): string {
  const place = Buffer.from(token.slice(SECRET_LENGTH), 'base64url')
  return uuidOf(masked(cipher, token.slice(0, SECRET_LENGTH), place))
}

/**
 * The stored form of a session's secrets in version 0.0.1. Sessions of that version go on until they
 * end by themselves, so this form may be forgotten `SESSION_DAYS` after the last upgrade from it.
 */
export function formerSecretHash(
  cipher: Hashing,
  half: 'token' | 'cookie',
  secret: string,
): Buffer {
  return cipher.keyedHash(`session-${half}`, secret)
}

/** Covers the bytes, or uncovers covered ones, by a mask that each secret has for itself. */
function masked(cipher: Hashing, secret: string, bytes: Buffer): Buffer {
  const mask = cipher.keyedHash('session-borrower', secret)
  return Buffer.from(bytes.subarray(0, BORROWER_BYTES).map((byte, at) => byte ^ (mask[at] ?? 0)))
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
