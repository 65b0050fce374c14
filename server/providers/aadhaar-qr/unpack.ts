import { unzipSync } from 'node:zlib'

/**
 * No code unpacks to more than a few kilobytes. The limit stops a code that was built to fill
 * memory.
 */
const UNPACKED_MAX_BYTES = 64 * 1024

export type Unpacked = { readonly bytes: Buffer } | { readonly refused: 'unreadable' | 'too-large' }

/**
 * Unpacks the content of a code, which is packed as gzip or as zlib. The packing is not signed, so several packings can carry the
 * same signed content; only the content counts.
 */
export function unpack(packed: Uint8Array): Unpacked {
  try {
    // With `info`, zlib also returns how many bytes it read. Its types do not declare this.
    const options = { maxOutputLength: UNPACKED_MAX_BYTES, info: true }
    const { buffer, engine } = unzipSync(packed, options) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    return engine.bytesWritten === packed.length ? { bytes: buffer } : { refused: 'unreadable' }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { refused: code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'unreadable' }
  }
}
