import { randomBytes, randomInt } from 'node:crypto'

/** The source of ids and secrets; injected, so that tests can predict them. */
export type Ids = {
  /** A UUIDv7: they sort by creation, so that indexes grow at their end. */
  readonly uuid: (at: Date) => string
  /** An unguessable secret of 256 bits, in 43 characters. */
  readonly secret: () => string
  /** A code of this many digits, uniformly random. */
  readonly digits: (count: number) => string
}

const SECRET_BYTES = 32
const UUID_RANDOM_DIGITS = 16
const COUNTER_START_MAX = 0x800

/** The real source: the system's cryptographic generator. */
export function randomIds(): Ids {
  const randomDigits = drawnAhead(UUID_RANDOM_DIGITS)
  let lastMs = -1
  let counter = 0
  // Ids of one millisecond count up from a random start (RFC 9562 §6.2, method 1), so that they
  // sort too.
  const uuid = (at: Date) => {
    counter = at.getTime() === lastMs ? counter + 1 : randomInt(COUNTER_START_MAX)
    lastMs = at.getTime()
    return uuidV7(lastMs, counter & 0xfff, randomDigits())
  }
  return {
    uuid,
    secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    digits: count => String(randomInt(10 ** count)).padStart(count, '0'),
  }
}

const DRAWN_AT_ONCE = 128

/**
 * Random hexadecimal digits, each used once. Drawing for many ids at a time costs as much as for
 * one.
 */
function drawnAhead(digits: number): () => string {
  let pool = ''
  let at = 0
  return () => {
    if (at === pool.length) {
      pool = randomBytes((digits / 2) * DRAWN_AT_ONCE).toString('hex')
      at = 0
    }
    at += digits
    return pool.slice(at - digits, at)
  }
}

/** RFC 9562 §5.7: 48 bits of Unix milliseconds, version, 12 bits (here of a counter), variant, 62 of the 64 random bits. */
export function uuidV7(unixMs: number, counter: number, random: string): string {
  const time = unixMs.toString(16).padStart(12, '0')
  const version = (0x7000 | counter).toString(16)
  const variant = (0x8000 | (Number.parseInt(random.slice(0, 4), 16) & 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${random.slice(4)}`
}
