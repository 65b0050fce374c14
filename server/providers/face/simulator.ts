import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { pictureHeader } from '#domain/picture.ts'
import type { FacePort } from '#server/providers/face/port.ts'

const MIN_SIDE_PIXELS = 200
/** Measured: pictures of one colour stay under 0.002 bytes a pixel, the plainest drawing from a camera has 0.018. */
const MIN_DETAIL_BYTES_PER_PIXEL = 0.004
const FULL_DETAIL_BYTES_PER_PIXEL = 0.1

/**
 * Stands in for a face check, and **recognises no face**: every picture that is large enough and not
 * of one colour passes as live and as matching the documents. To see a refusal, cover the
 * camera (or send a black picture): `too-dark`. Its score only measures the picture's detail.
 */
export function faceSimulator(): FacePort {
  return {
    asksForBlink: false,
    async check({ face, documents }) {
      const header = pictureHeader(face)
      if (!header) return { state: 'unclear', reason: 'unreadable' }
      const { widthPixels, heightPixels } = header
      if (Math.min(widthPixels, heightPixels) < MIN_SIDE_PIXELS)
        return { state: 'unclear', reason: 'too-small' }
      const detail = (await detailBytes(face)) / (widthPixels * heightPixels)
      if (detail < MIN_DETAIL_BYTES_PER_PIXEL) return { state: 'unclear', reason: 'too-dark' }
      const score = Math.min(1, detail / FULL_DETAIL_BYTES_PER_PIXEL)
      return {
        state: 'one-face',
        score,
        isLivenessShown: true,
        likeness: documents.length === 0 ? 'no-document' : 1,
        signals: {},
      }
    },
  }
}

const pack = promisify(deflate)
const unpack = promisify(inflate)

/** Rows beyond this are not unpacked: then the compressed picture is measured. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
const PNG_FIRST_CHUNK_AT = 8
const CHUNK_FRAME_BYTES = 12

/** The size of a picture's content without repetitions: almost zero for a single colour. */
async function detailBytes(image: Uint8Array): Promise<number> {
  const rows = await pngRows(image)
  // Compressed twice: a long run compresses to a shorter run.
  return (await pack(await pack(rows ?? image))).length
}

/**
 * The rows of a PNG's pixels. Other formats show repetition in their bytes; a PNG has to be
 * unpacked first.
 */
async function pngRows(image: Uint8Array): Promise<Buffer | undefined> {
  if (image[0] !== 0x89) return undefined
  return unpack(pngData(image), { maxOutputLength: UNPACKED_MAX_BYTES }).catch(() => undefined)
}

/** The contents of all IDAT chunks, one after another. */
function pngData(image: Uint8Array): Buffer {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  const parts: Buffer[] = []
  for (let at = PNG_FIRST_CHUNK_AT; at + CHUNK_FRAME_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += CHUNK_FRAME_BYTES + length
  }
  return Buffer.concat(parts)
}
