import sharp from 'sharp'
import { eyeOpenness } from '#domain/identity/eyes.ts'
import { PICTURE_MAX_PIXELS } from '#domain/picture.ts'
import type { DetectedFace, FaceModels } from './human.ts'

/**
 * A face in a picture: its certainty, width, open eyes, and the vector that identifies the person,
 * which is never stored.
 */
export type SeenFace = {
  readonly score: number
  readonly widthPixels: number
  /** As a fraction of the picture's shorter side. */
  readonly width: number
  readonly openness: number | undefined
  readonly embedding: readonly number[]
  readonly signals: Readonly<Record<string, number>>
}

/** All faces in a picture, widest first, and the picture's brightness, from 0 to 1. */
export type FacesFound = { readonly faces: readonly SeenFace[]; readonly brightness: number }

/** Larger pictures are scaled down: the models use even fewer pixels. */
const LOOKED_AT_PIXELS = 1_200
const SURE_BOX = 0.5
const SURE_FACE = 0.7

sharp.cache(false)
sharp.concurrency(1)

/**
 * The faces in a picture; undefined where it cannot be decoded. The limit of pixels bounds the
 * memory.
 */
export async function findFaces(
  models: FaceModels,
  picture: Uint8Array,
): Promise<FacesFound | undefined> {
  const decoded = await decode(picture)
  if (!decoded) return undefined
  const { data, info } = decoded
  const detections = await models.detect(data, info.width, info.height)
  const side = Math.min(info.width, info.height)
  const faces = detections
    .flatMap(face => seenFace(face, side))
    .sort((a, b) => b.widthPixels - a.widthPixels)
  return { faces, brightness: meanOf(data) / 255 }
}

function decode(picture: Uint8Array) {
  return sharp(picture, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(LOOKED_AT_PIXELS, LOOKED_AT_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
}

function seenFace(face: DetectedFace, side: number): SeenFace[] {
  const { score, boxScore, box, annotations, embedding, real = 0, live = 0 } = face
  if (boxScore < SURE_BOX || score < SURE_FACE || !embedding) return []
  const widthPixels = box[2]
  const openness = eyeOpenness(annotations)
  return [
    {
      score: Math.min(1, score),
      widthPixels,
      width: widthPixels / side,
      openness,
      embedding,
      signals: { real, live },
    },
  ]
}

function meanOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return bytes.length === 0 ? 0 : sum / bytes.length
}
