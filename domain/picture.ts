import { IMAGE_MAX_BYTES } from '#domain/limits.ts'

/** The facts about a picture in its first bytes. */
export type PictureHeader = {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly widthPixels: number
  readonly heightPixels: number
}

/**
 * A larger picture would take over 200 MB to decode; the largest phone cameras stay below when a
 * page asks for a picture.
 */
export const PICTURE_MAX_PIXELS = 50_000_000

/**
 * Reads the kind and size of a picture from its header alone: by magic bytes, never by name or
 * declared type, and before anything is decoded (product §10). Undefined unless it is a JPEG, PNG
 * or WebP with a complete header.
 */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = jpegHeader(view) ?? pngHeader(view) ?? webpHeader(view)
  return header && header.widthPixels > 0 && header.heightPixels > 0 ? header : undefined
}

export function hasTooManyPixels({ widthPixels, heightPixels }: PictureHeader): boolean {
  return widthPixels * heightPixels > PICTURE_MAX_PIXELS
}

/**
 * Decides about a picture by its size: below 10 MB it is accepted as it is; otherwise it is
 * compressed once and refused if it is still over 10 MB (specification §5).
 */
export function imageVerdict(
  sizeBytes: number,
  stage: 'original' | 'compressed',
): 'accept' | 'compress' | 'refuse' {
  if (stage === 'original') return sizeBytes < IMAGE_MAX_BYTES ? 'accept' : 'compress'
  return sizeBytes <= IMAGE_MAX_BYTES ? 'accept' : 'refuse'
}

const JPEG_START = 0xff_d8
const JPEG_FRAME_FIRST = 0xc0
const JPEG_FRAME_LAST = 0xcf
/** These three markers in the frame range are tables and reserved codes. */
const JPEG_NOT_FRAMES = [0xc4, 0xc8, 0xcc]
const JPEG_SCAN = 0xda

/** Walks the segments to the frame header, which holds the size. */
function jpegHeader(view: DataView): PictureHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== JPEG_START) return undefined
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === JPEG_SCAN) return undefined
    if (
      marker >= JPEG_FRAME_FIRST &&
      marker <= JPEG_FRAME_LAST &&
      !JPEG_NOT_FRAMES.includes(marker)
    ) {
      return {
        mediaType: 'image/jpeg',
        heightPixels: view.getUint16(at + 5),
        widthPixels: view.getUint16(at + 7),
      }
    }
    // A length that is too short leads to its own zero byte, which ends the walk.
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

const JPEG_END = [0xff, 0xd9]
/** The data of a picture practically never ends with as many zeros: they are padding. */
const JPEG_PADDING_BYTES = 4

/**
 * A JPEG that stops without its end marker, as some phones write them, with that marker. Half a marker
 * and padding at its end go. `filler` stands before the marker: a decoder reads of it in place of
 * data that is missing, and nothing where the data is whole.
 */
export function endedJpeg(bytes: Uint8Array, filler: readonly number[] = []): Uint8Array {
  let end = bytes.length
  while (bytes[end - 1] === 0) end -= 1
  if (bytes.length - end < JPEG_PADDING_BYTES) end = bytes.length
  while (bytes[end - 1] === 0xff) end -= 1
  const ended = new Uint8Array(end + filler.length + JPEG_END.length)
  ended.set(bytes.subarray(0, end))
  ended.set([...filler, ...JPEG_END], end)
  return ended
}

/** The signature, followed at once by the 13-byte header chunk. */
function pngHeader(view: DataView): PictureHeader | undefined {
  if (
    view.byteLength < 33 ||
    view.getUint32(0) !== 0x89_50_4e_47 ||
    view.getUint32(4) !== 0x0d_0a_1a_0a
  )
    return undefined
  if (view.getUint32(8) !== 13 || textAt(view, 12) !== 'IHDR') return undefined
  return {
    mediaType: 'image/png',
    widthPixels: view.getUint32(16),
    heightPixels: view.getUint32(20),
  }
}

/** One container with three kinds of first chunk, each with the size in a different place. */
function webpHeader(view: DataView): PictureHeader | undefined {
  if (view.byteLength < 30 || textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP')
    return undefined
  const size = webpSize(view)
  return size && { mediaType: 'image/webp', ...size }
}

function webpSize(view: DataView): Pick<PictureHeader, 'widthPixels' | 'heightPixels'> | undefined {
  switch (textAt(view, 12)) {
    case 'VP8 ':
      if (view.getUint8(23) !== 0x9d || view.getUint8(24) !== 0x01 || view.getUint8(25) !== 0x2a)
        return undefined
      return {
        widthPixels: view.getUint16(26, true) & 0x3fff,
        heightPixels: view.getUint16(28, true) & 0x3fff,
      }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined
      const bits = view.getUint32(21, true)
      return { widthPixels: (bits & 0x3fff) + 1, heightPixels: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return {
        widthPixels: (view.getUint32(24, true) & 0xff_ff_ff) + 1,
        heightPixels: (view.getUint32(26, true) >>> 8) + 1,
      }
    default:
      return undefined
  }
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  )
}
