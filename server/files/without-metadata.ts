/** A picture without what a camera writes into it beside the image: place, time, device, and whatever was hung on at its end. */
import type { PictureHeader } from '#server/files/picture.ts'

/** The picture's own parts only. Nothing where the file is not whole. */
export function withoutMetadata(bytes: Uint8Array, mediaType: PictureHeader['mediaType']): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept = { 'image/jpeg': jpegParts, 'image/png': pngParts, 'image/webp': webpParts }[mediaType](file)
  return kept && new Uint8Array(Buffer.concat(kept))
}

const JPEG_END = 0xd9
const JPEG_SCAN = 0xda
const JPEG_COMMENT = 0xfe
const JPEG_ADOBE = 0xee
/** Application segments: Exif, XMP, maker's notes. Adobe's alone says how the colours are to be read. */
const isJpegMetadata = (marker: number) => marker === JPEG_COMMENT || (marker >= 0xe0 && marker <= 0xef && marker !== JPEG_ADOBE)

function jpegParts(file: Buffer): Buffer[] | undefined {
  const kept = [file.subarray(0, 2)]
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === JPEG_END) return [...kept, file.subarray(at, at + 2)]
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end > file.length) return undefined
    if (!isJpegMetadata(marker)) kept.push(file.subarray(at, end))
    at = end
    if (marker === JPEG_SCAN) {
      const scanEnd = jpegScanEnd(file, at)
      kept.push(file.subarray(at, scanEnd))
      at = scanEnd
    }
  }
  const isAtEnd = file[at] === 0xff && file[at + 1] === JPEG_END
  return isAtEnd ? [...kept, file.subarray(at, at + 2)] : undefined
}

/** Where the image data ends: at a marker that is neither an escaped byte nor a restart. */
function jpegScanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) return file.length
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

/** What is needed to show the picture: all critical chunks, and transparency. */
const PNG_KEPT = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS']

function pngParts(file: Buffer): Buffer[] | undefined {
  const kept = [file.subarray(0, 8)]
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    if (PNG_KEPT.includes(type)) kept.push(file.subarray(at, end))
    if (type === 'IEND') return kept
    at = end
  }
  return undefined
}

const WEBP_DROPPED = ['EXIF', 'XMP ', 'ICCP']
/** The bits of the extended header that announce a profile, Exif and XMP. */
const WEBP_DROPPED_FLAGS = 0b0010_1100

function webpParts(file: Buffer): Buffer[] | undefined {
  const fileEnd = 8 + file.readUInt32LE(4)
  if (fileEnd > file.length) return undefined
  const chunks: Buffer[] = []
  for (let at = 12; at + 8 <= fileEnd; ) {
    const size = file.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > fileEnd) return undefined
    const type = file.toString('latin1', at, at + 4)
    const chunk = Buffer.from(file.subarray(at, end))
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_DROPPED_FLAGS, 8)
    if (!WEBP_DROPPED.includes(type)) chunks.push(chunk)
    at = end
  }
  const head = Buffer.from(file.subarray(0, 12))
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return [head, ...chunks]
}
