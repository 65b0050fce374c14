import { randomBytes, randomInt } from 'node:crypto'

/** Where ids and secrets come from; injected, so that tests can know them. */
export type Ids = {
  /** A UUIDv7: their order is the order in which they were made, so that indexes grow at their end. */
  readonly uuid: (at: Date) => string
  /** An unguessable secret of 256 bits, in 43 characters. */
  readonly secret: () => string
  /** A code of so many digits, each equally likely. */
  readonly digits: (count: number) => string
}

const SECRET_BYTES = 32
const UUID_RANDOM_DIGITS = 16
const COUNTER_START_MAX = 0x800

/** The real source: the system's cryptographic generator. */
export function randomIds(): Ids {
  const drawn = drawnAhead(UUID_RANDOM_DIGITS)
  let lastMs = -1
  let counter = 0
  // Ids of one millisecond are counted up from a random start (RFC 9562 §6.2, method 1), so that they too are in order.
  const uuid = (at: Date) => {
    counter = at.getTime() === lastMs ? counter + 1 : randomInt(COUNTER_START_MAX)
    lastMs = at.getTime()
    return uuidV7(lastMs, counter & 0xfff, drawn())
  }
  return {
    uuid,
    secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    digits: count => String(randomInt(10 ** count)).padStart(count, '0'),
  }
}

const DRAWN_AT_ONCE = 128

/** So many random hexadecimal digits, each given out once. To draw for many ids costs as much as to draw for one. */
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
