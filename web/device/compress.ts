import { IMAGE_MAX_SIDE_PIXELS, IMAGE_QUALITY } from '#domain/limits.ts'
import { imageVerdict, pictureHeader } from '#domain/picture.ts'

export type ImageProblem = 'not-an-image' | 'too-large'
export type Prepared = { readonly image: Blob } | { readonly problem: ImageProblem }

/**
 * The size at which to draw a picture: the original size, or smaller if its longer side exceeds the
 * limit. Never larger, never empty.
 */
export function fittedSize(
  width: number,
  height: number,
  maxSide = IMAGE_MAX_SIDE_PIXELS,
): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * Returns a file that can be sent, or why it cannot (specification §5). Its bytes decide, not its
 * name or the type derived from it: JPEG, PNG and WebP under the limit are sent unchanged; anything
 * else that this browser can draw (such as a phone's HEIC) becomes a JPEG; the rest is refused.
 */
export async function prepareImage(file: Blob): Promise<Prepared> {
  if (imageVerdict(file.size, 'original') === 'accept' && (await hasPictureBytes(file)))
    return { image: file }
  const redrawn = await redraw(file)
  if (!redrawn) return { problem: 'not-an-image' }
  return imageVerdict(redrawn.size, 'compressed') === 'accept'
    ? { image: redrawn }
    : { problem: 'too-large' }
}

/**
 * Whether the server will be able to read it: the same check of the same bytes. A file deleted
 * meanwhile fails the check.
 */
async function hasPictureBytes(file: Blob): Promise<boolean> {
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0))
  return pictureHeader(new Uint8Array(bytes)) !== undefined
}

/**
 * Redraws the picture at no more than the maximum size. Lower quality alone does not bring a large
 * photograph under the limit.
 */
async function redraw(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  )
  if (!bitmap) return undefined
  const { width, height } = fittedSize(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return new Promise(resolve =>
    canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', IMAGE_QUALITY),
  )
}
