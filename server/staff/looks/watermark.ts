import sharp from 'sharp'
import { facePath } from '#server/lending/documents/sheet.ts'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'
import { asJpeg } from '#server/platform/files/re-encode.ts'

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
/** The longer side of a picture that a review needs; larger ones are scaled down. */
const MAX_SIDE_PIXELS = 1_200
/** The height of the text as a part of the picture's longer side. */
const TEXT_WIDTH = 0.6
const TEXT_SLANT = -20

/** The picture with a text across all of it, to survive cropping; undefined if it cannot be decoded. */
export async function watermarked(
  bytes: Uint8Array,
  text: string,
): Promise<CleanPicture | undefined> {
  const small = sharp(bytes).resize({
    width: MAX_SIDE_PIXELS,
    height: MAX_SIDE_PIXELS,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const decoded = await small.toBuffer({ resolveWithObject: true }).catch(() => undefined)
  if (!decoded) return undefined
  const { width, height } = decoded.info
  const tile = await tileOf(text, Math.max(width, height))
  // A tile must not be larger than its picture.
  const fitting = await sharp(tile)
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  return asJpeg(sharp(decoded.data).composite([{ input: fitting, tile: true }]))
}

async function tileOf(text: string, side: number): Promise<Buffer> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const width = Math.max(80, Math.round(side * TEXT_WIDTH))
  const words = await sharp({
    text: {
      text: `<span foreground="#cc0022" alpha="75%"><b>${escaped}</b></span>`,
      font: 'Noto Sans Devanagari',
      fontfile: facePath('en', 'plain'),
      rgba: true,
      width,
      height: Math.max(12, Math.round(width / 14)),
    },
  })
    .png()
    .toBuffer()
  const gap = Math.round(side / 12)
  return sharp(words)
    .extend({ top: gap, bottom: gap, left: gap, right: gap, background: CLEAR })
    .rotate(TEXT_SLANT, { background: CLEAR })
    .png()
    .toBuffer()
}
