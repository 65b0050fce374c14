import sharp, { type Sharp } from 'sharp'
import { PICTURE_MAX_PIXELS, type PictureHeader } from '#domain/picture.ts'

// Nothing but the three kinds of picture that are taken reaches a decoder, whatever a file pretends to be (product §10).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// One thread a picture, and no memory kept between them.
sharp.concurrency(1)
sharp.cache(false)

/** Enough to read a card or see a face; larger pictures are made smaller. */
const MAX_SIDE_PIXELS = 2_600
const QUALITY = 90
const MAX_SECONDS = 20

/** A picture of our own making. */
export type CleanPicture = {
  readonly bytes: Uint8Array
  readonly header: PictureHeader & { readonly mediaType: 'image/jpeg' }
}

/**
 * Decodes a picture and writes it anew, upright: its pixels only, none of what the camera noted and nothing that was hung on at its
 * end. Works in a thread of its own. Nothing where the picture cannot be decoded to its end.
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

/** Whatever was done to a picture, written in the one form that pictures are kept in. */
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
