import sharp, { type Sharp } from 'sharp'
import { PICTURE_MAX_PIXELS, type PictureHeader } from '#domain/picture.ts'

// Only the three accepted kinds of picture reach a decoder, whatever a file claims to be (product
// §10).
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
 * Decodes a picture and encodes it anew, upright: only its pixels, without metadata or appended
 * data. Runs in another thread. Undefined where the picture cannot be decoded completely.
 */
export async function reEncode(bytes: Uint8Array): Promise<CleanPicture | undefined> {
  const decoder = sharp(bytes, {
    limitInputPixels: PICTURE_MAX_PIXELS,
    failOn: 'truncated',
    pages: 1,
  })
  const upright = decoder
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .flatten({ background: '#ffffff' })
  const small = upright.resize({
    width: MAX_SIDE_PIXELS,
    height: MAX_SIDE_PIXELS,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return asJpeg(small).catch(() => undefined)
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
