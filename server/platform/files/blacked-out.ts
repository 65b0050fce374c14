import sharp, { type OutputInfo } from 'sharp'
import { asJpeg, type CleanPicture } from '#server/platform/files/re-encode.ts'

type Point = { readonly x: number; readonly y: number }

/**
 * The picture with these areas painted over; no byte of it keeps their content. An area is a convex
 * polygon, by its corners in pixels.
 */
export async function blackedOut(
  picture: CleanPicture,
  places: readonly (readonly Point[])[],
): Promise<CleanPicture> {
  const { data, info } = await sharp(picture.bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const corners of places) paintOver(data, info, corners)
  return asJpeg(
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }),
  )
}

function paintOver(
  pixels: Buffer,
  { width, height, channels }: OutputInfo,
  corners: readonly Point[],
): void {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const right = Math.min(width - 1, Math.ceil(Math.max(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      if (!isInside(corners, { x, y })) continue
      const at = (y * width + x) * channels
      pixels.fill(0, at, at + channels)
    }
  }
}

/** True if a point is inside a convex polygon: on the same side of all its edges. */
function isInside(corners: readonly Point[], { x, y }: Point): boolean {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  })
  return sides.every(side => side >= 0) || sides.every(side => side <= 0)
}
