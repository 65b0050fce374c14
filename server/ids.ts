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
const UUID_RANDOM_BYTES = 10
const COUNTER_START_MAX = 0x800

/** The real source: the system's cryptographic generator. */
export function randomIds(): Ids {
  const drawn = drawnAhead(UUID_RANDOM_BYTES)
  let lastMs = -1
  let counter = 0
  // Ids of one millisecond are counted up from a random start (RFC 9562 §6.2, method 1), so that they too are in order.
  const uuid = (at: Date) => {
    counter = at.getTime() === lastMs ? counter + 1 : randomInt(COUNTER_START_MAX)
    lastMs = at.getTime()
    const random = drawn()
    random.writeUInt16BE(counter & 0xfff, 0)
    return uuidV7(lastMs, random)
  }
  return {
    uuid,
    secret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    digits: count => String(randomInt(10 ** count)).padStart(count, '0'),
  }
}

const DRAWN_AT_ONCE = 128

/** Random bytes, each given out once. To draw for many ids costs as much as to draw for one. */
function drawnAhead(size: number): () => Buffer {
  let pool = Buffer.alloc(0)
  return () => {
    if (pool.length === 0) pool = randomBytes(size * DRAWN_AT_ONCE)
    const next = pool.subarray(0, size)
    pool = pool.subarray(size)
    return next
  }
}

/** RFC 9562 §5.7: 48 bits of Unix milliseconds, version, 12 random bits, variant, 62 random bits. */
export function uuidV7(unixMs: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(unixMs, 0, 6)
  bytes.set(random.subarray(0, UUID_RANDOM_BYTES), 6)
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
