/** Every picture from a borrower enters here. */
import { type Refusal, refused } from '#contract/envelope.ts'
import type { Upload } from '#contract/wire.ts'
import { hasTooManyPixels, imageVerdict, pictureHeader } from '#domain/picture.ts'
import { type CleanPicture, reEncode } from '#server/platform/files/re-encode.ts'
import { workQueue } from '#server/platform/files/work-queue.ts'

/**
 * The largest accepted picture takes about 100 MB to decode, so only two are decoded at once. A few
 * more wait, none of them longer than some seconds.
 */
const inTurn = workQueue(2, 16)

/**
 * Checks a picture, cheapest check first: bytes, then kind by magic bytes, then pixels by its
 * header; only then decodes it, and stores a re-encoded picture (product §10, "Files"). `column` is
 * the field that a refusal belongs to. Throws `LimitReached` where too many pictures wait.
 */
export async function takePicture(image: Upload, column: string): Promise<Taken> {
  if (imageVerdict(image.size, 'compressed') === 'refuse') return refused('image-too-large')
  return inTurn(() => decoded(image, column))
}

type Taken = CleanPicture | Refusal<'image-too-large' | 'image-unreadable'>

async function decoded(image: Upload, column: string): Promise<Taken> {
  const bytes = new Uint8Array(await image.arrayBuffer())
  const header = pictureHeader(bytes)
  if (!header) return refused('image-unreadable')
  if (hasTooManyPixels(header))
    return refused('image-unreadable', { errorColumn: [{ column, reason: 'too-many-pixels' }] })
  return (await reEncode(bytes)) ?? refused('image-unreadable')
}
