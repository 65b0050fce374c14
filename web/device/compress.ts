import { imageVerdict } from '#domain/identity.ts'
import { IMAGE_MAX_SIDE_PIXELS, IMAGE_QUALITY } from '#domain/limits.ts'

export type ImageProblem = 'not-an-image' | 'unreadable' | 'too-large'
export type Prepared = { readonly image: Blob } | { readonly problem: ImageProblem }

/** What the server reads. Other pictures (a phone's HEIC) are redrawn as JPEG, if this browser can read them. */
const SENT_AS_THEY_ARE = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** What is to be done with a file before it is sent (specification §5): only images; large ones are compressed. */
export function planFor({ type, size }: Pick<Blob, 'type' | 'size'>): 'refuse' | 'send' | 'redraw' {
  if (!type.startsWith('image/')) return 'refuse'
  return imageVerdict(size, 'original') === 'accept' && SENT_AS_THEY_ARE.has(type) ? 'send' : 'redraw'
}

/** The size to draw a picture at: its own, or smaller so that its longer side is within the limit. Never larger, never empty. */
export function fittedSize(width: number, height: number, maxSide = IMAGE_MAX_SIDE_PIXELS): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A file as it may be sent, or why it may not (specification §5). Quality alone does not bring a large photograph under the limit. */
export async function prepareImage(file: Blob): Promise<Prepared> {
  const plan = planFor(file)
  if (plan === 'refuse') return { problem: 'not-an-image' }
  if (plan === 'send') return { image: file }
  const redrawn = await redraw(file)
  if (!redrawn) return { problem: 'unreadable' }
  return imageVerdict(redrawn.size, 'compressed') === 'accept' ? { image: redrawn } : { problem: 'too-large' }
}

async function redraw(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return undefined
  const { width, height } = fittedSize(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', IMAGE_QUALITY))
}
