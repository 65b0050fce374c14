import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** The difference of a picture from the accepted one. */
export type Difference =
  | { readonly kind: 'added' | 'gone' | 'resized' }
  | { readonly kind: 'changed'; readonly pixels: number; readonly png: Buffer }

/** The distance of two colours, from 0 to 1, up to which they count as the same. */
const THRESHOLD = 0.01
/** The single pixels that may differ, as where an edge is smoothed in another way. */
const PIXELS_MAX = 4
/** The quality, from 0 to 100 (no loss). At 40 the pictures take half the bytes, and no loss is visible. */
const NEAR_LOSSLESS = 40

/**
 * Compares two pictures in any format that sharp reads. Returns undefined if they look the same:
 * edges that are smoothed in another way and a few single pixels do not count.
 */
export async function differenceOf(
  accepted: Buffer | undefined,
  current: Buffer | undefined,
): Promise<Difference | undefined> {
  if (!accepted) return current && { kind: 'added' }
  if (!current) return { kind: 'gone' }
  const [before, after] = await Promise.all([pixelsOf(accepted), pixelsOf(current)])
  const { width, height } = before.info
  if (after.info.width !== width || after.info.height !== height) return { kind: 'resized' }
  if (before.data.equals(after.data)) return undefined
  const marked = Buffer.alloc(before.data.length)
  const pixels = pixelmatch(before.data, after.data, marked, width, height, {
    threshold: THRESHOLD,
  })
  if (pixels <= PIXELS_MAX) return undefined
  const png = await sharp(marked, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { kind: 'changed', pixels, png }
}

function pixelsOf(picture: Buffer) {
  return sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** Returns a picture as it is kept and compared: at half its size, in few bytes, the same each time. */
export async function packed(png: Buffer): Promise<Buffer> {
  const { width } = await sharp(png).metadata()
  return sharp(png)
    .resize({ width: Math.ceil(width / 2) })
    .webp({ nearLossless: true, quality: NEAR_LOSSLESS })
    .toBuffer()
}
