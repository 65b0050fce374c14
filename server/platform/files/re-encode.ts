import sharp, { type Sharp } from 'sharp'
import {
  endedJpeg,
  PICTURE_MAX_PIXELS,
  type PictureHeader,
  pictureHeader,
} from '#domain/picture.ts'

// Only the three accepted kinds of picture reach a decoder, by their content alone (product §10).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// One thread per picture, and no memory cached between them.
sharp.concurrency(1)
sharp.cache(false)

/** Enough to read a card or see a face; larger pictures are scaled down. */
const MAX_SIDE_PIXELS = 2_600
const QUALITY = 90
const MAX_SECONDS = 20

/** A picture that we encoded. */
export type CleanPicture = {
  readonly bytes: Uint8Array
  readonly header: PictureHeader & { readonly mediaType: 'image/jpeg' }
}

/**
 * Decodes a picture and encodes it again, upright: only its pixels, without metadata or appended
 * data. Runs in another thread. Undefined where the picture cannot be decoded completely; a JPEG
 * may lack its end marker, but none of its data.
 */
export async function reEncode(bytes: Uint8Array): Promise<CleanPicture | undefined> {
  const picture = await reEncodeWhole(bytes)
  if (picture) return picture
  const ended = await withEndMarker(bytes)
  return ended && reEncodeWhole(ended)
}

async function reEncodeWhole(bytes: Uint8Array): Promise<CleanPicture | undefined> {
  const upright = decoder(bytes).autoOrient().flatten({ background: '#ffffff' })
  const small = upright.resize({
    width: MAX_SIDE_PIXELS,
    height: MAX_SIDE_PIXELS,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return asJpeg(small).catch(() => undefined)
}

function decoder(bytes: Uint8Array, failOn: 'truncated' | 'warning' = 'truncated'): Sharp {
  const decoded = sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn, pages: 1 })
  return decoded.timeout({ seconds: MAX_SECONDS })
}

/** More rows than a decoder reads at once: it does not warn of what is missing in its last rows. */
const LAST_ROWS = 64
/** Bits that are each other's opposite: wherever a decoder reads of them, its pixels differ. */
const FILLER = Array<number>(LAST_ROWS).fill(0x55)
const OPPOSITE = FILLER.map(byte => byte ^ 0xff)

/**
 * A JPEG with the end marker that it lacks; undefined unless all of its data is there. The decoder
 * warns of data that is missing earlier; in the last rows the pixels depend on the bits in its
 * place.
 */
async function withEndMarker(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const header = pictureHeader(bytes)
  if (header?.mediaType !== 'image/jpeg') return undefined
  const height = Math.min(LAST_ROWS, header.heightPixels)
  const rows = { left: 0, top: header.heightPixels - height, width: header.widthPixels, height }
  const lastRows = (from: Sharp) => from.extract(rows).raw().toBuffer()
  const ended = endedJpeg(bytes)
  try {
    await lastRows(decoder(ended, 'warning'))
    const one = await lastRows(decoder(endedJpeg(bytes, FILLER)))
    const other = await lastRows(decoder(endedJpeg(bytes, OPPOSITE)))
    return one.equals(other) ? ended : undefined
  } catch {
    return undefined
  }
}

/** Encodes a processed picture in the one stored format. */
export async function asJpeg(pixels: Sharp): Promise<CleanPicture> {
  const { data, info } = await pixels
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  const header = {
    mediaType: 'image/jpeg',
    widthPixels: info.width,
    heightPixels: info.height,
  } as const
  return { bytes: new Uint8Array(data), header }
}
