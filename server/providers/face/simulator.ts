import { pictureHeader } from '#domain/picture.ts'
import { detailBytes } from '#server/providers/face/detail.ts'
import type { FacePort } from '#server/providers/face/port.ts'

const MIN_SIDE_PIXELS = 200
/** Measured: pictures of one colour stay under 0.002 bytes a pixel, the plainest drawing from a camera has 0.018. */
const MIN_DETAIL_BYTES_PER_PIXEL = 0.004
const FULL_DETAIL_BYTES_PER_PIXEL = 0.1

/**
 * Stands in for a face check, and **recognises no face**: any picture that is large enough and not of one colour passes, as
 * if it were alive and like every document. To see a refusal, hold the camera covered (or send a black picture): `too-dark`.
 * Its score only says how much detail the picture has.
 */
export function faceSimulator(): FacePort {
  return {
    asksForBlink: false,
    async check({ face, documents }) {
      const header = pictureHeader(face)
      if (!header) return { state: 'unclear', reason: 'unreadable' }
      const { widthPixels, heightPixels } = header
      if (Math.min(widthPixels, heightPixels) < MIN_SIDE_PIXELS)
        return { state: 'unclear', reason: 'too-small' }
      const detail = (await detailBytes(face)) / (widthPixels * heightPixels)
      if (detail < MIN_DETAIL_BYTES_PER_PIXEL) return { state: 'unclear', reason: 'too-dark' }
      const score = Math.min(1, detail / FULL_DETAIL_BYTES_PER_PIXEL)
      return {
        state: 'one-face',
        score,
        isLivenessShown: true,
        likeness: documents.length === 0 ? 'no-document' : 1,
        signals: {},
      }
    },
  }
}
