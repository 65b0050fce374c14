/**
 * The packed form of a code: gzip or zlib. Only what was unpacked is signed, so every bit beside it that could be changed without
 * effect is held to what the register writes. (Some references back into the text can be written in two ways; what they say stays.)
 */
import { gunzipSync, inflateSync } from 'node:zlib'

/** No code unpacks to more than a few kilobytes; what would is made to fill memory. */
const UNPACKED_MAX_BYTES = 64 * 1024

/** No name, no time, ordinary effort, as the register's own sample has it. The byte that follows names a system: none, or Unix. */
const GZIP_HEAD = Buffer.from('1f8b08000000000000', 'hex')
const SYSTEMS = new Set([0x00, 0x03, 0xff])
/** What stands before and after the packed bits. */
const FRAME = { gzip: { head: 10, check: 8 }, zlib: { head: 2, check: 4 } } as const

type Form = keyof typeof FRAME
export type Unpacked = { readonly bytes: Buffer } | { readonly refused: 'unreadable' | 'too-large' }

/** What was packed, or why it cannot be had. */
export function unpack(packed: Uint8Array): Unpacked {
  const bytes = Buffer.from(packed)
  const form = formOf(bytes)
  if (!form) return { refused: 'unreadable' }
  try {
    const unpacked = inflated(bytes, form)
    const isPlain =
      unpacked && storedBlocksArePlain(bytes, form) && endIsPlain(bytes, form, unpacked)
    return isPlain ? { bytes: unpacked } : { refused: 'unreadable' }
  } catch (error) {
    return {
      refused:
        (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
          ? 'too-large'
          : 'unreadable',
    }
  }
}

function formOf(bytes: Buffer): Form | undefined {
  if (bytes[0] === GZIP_HEAD[0])
    return bytes.subarray(0, GZIP_HEAD.length).equals(GZIP_HEAD) && SYSTEMS.has(bytes[9] ?? -1)
      ? 'gzip'
      : undefined
  return bytes[0] === 0x78 ? 'zlib' : undefined
}

/** Nothing where something follows the packed bytes. */
function inflated(bytes: Buffer, form: Form): Buffer | undefined {
  const options = { maxOutputLength: UNPACKED_MAX_BYTES, info: true }
  const unzip = form === 'gzip' ? gunzipSync : inflateSync
  // With `info` both answer what they read beside the bytes, which their types do not say.
  const { buffer, engine } = unzip(bytes, options) as unknown as {
    buffer: Buffer
    engine: { bytesWritten: number }
  }
  return engine.bytesWritten === bytes.length ? buffer : undefined
}

/** Blocks that could not be packed begin with three bits; the rest of that byte is nobody's, and must be zero. */
function storedBlocksArePlain(bytes: Buffer, form: Form): boolean {
  for (let at: number = FRAME[form].head; at + 5 <= bytes.length; ) {
    const [first, length] = [bytes.readUInt8(at), bytes.readUInt16LE(at + 1)]
    const [isLast, isStored] = [(first & 1) === 1, (first & 0b110) === 0]
    if (!isStored) return true
    if (first >> 3 !== 0) return false
    if (isLast) return true
    at += 5 + length
  }
  return true
}

/** The packed bits end within a byte, and what is left of it must be zero. Where they end shows in that a change there changes nothing. */
function endIsPlain(bytes: Buffer, form: Form, unpacked: Buffer): boolean {
  const at = bytes.length - FRAME[form].check - 1
  const last = bytes[at] ?? 0
  for (let bit = 7; bit > 0; bit -= 1) {
    const changed = Buffer.from(bytes)
    changed[at] = last ^ (1 << bit)
    if (!isSame(changed, form, unpacked)) return true
    if ((last >> bit) & 1) return false
  }
  return true
}

function isSame(bytes: Buffer, form: Form, unpacked: Buffer): boolean {
  try {
    return inflated(bytes, form)?.equals(unpacked) ?? false
  } catch {
    return false
  }
}
