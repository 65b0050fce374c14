import { areEyesClosed } from '#domain/identity/blink.ts'
import {
  type FaceFit,
  faceFit,
  type Likeness,
  SAME_PERSON_SIMILARITY,
} from '#domain/identity/face.ts'
import type { FaceCheck, FaceUnclear } from '#server/providers/face/port.ts'
import type { FacesFound, SeenFace } from './find-faces.ts'

export type Sights = {
  readonly face: FacesFound | undefined
  readonly closed: FacesFound | undefined
  readonly documents: readonly (FacesFound | undefined)[]
}
type Similarity = (one: readonly number[], other: readonly number[]) => number

/** Background faces count only if at least this fraction of the widest face's width. */
const BACKGROUND_SHARE = 0.4
/**
 * Measured: below this width the model finds all faces alike (similarity 0.75 to 0.95 among
 * strangers).
 */
const DOCUMENT_FACE_MIN_PIXELS = 80

/**
 * The verdict on the pictures, by the rules of domain/identity/face.ts and
 * domain/identity/blink.ts.
 */
export function judge({ face, closed, documents }: Sights, similarity: Similarity): FaceCheck {
  if (!face) return { state: 'unclear', reason: 'unreadable' }
  const unclear = whyUnclear(face)
  const [widest] = face.faces
  if (unclear || !widest) return { state: 'unclear', reason: unclear ?? 'no-face' }
  const [blinking] = (closed?.faces ?? []).filter(isInFrontOf(closed?.faces ?? []))
  return {
    state: 'one-face',
    score: widest.score,
    isLivenessShown: blinking !== undefined && hasBlinked(widest, blinking, similarity),
    likeness: likenessOf(widest, documents, similarity),
    signals: {
      ...widest.signals,
      openness: widest.openness ?? 0,
      closed: blinking?.openness ?? 0,
      brightness: face.brightness,
    },
  }
}

/**
 * The page guides the borrower more strictly than this judges: in an uploaded picture a face may
 * fill the frame, or stand at its edge.
 */
const UNCLEAR: Readonly<Record<FaceFit, FaceUnclear | undefined>> = {
  fits: undefined,
  'off-centre': undefined,
  'too-near': undefined,
  'no-face': 'no-face',
  'several-faces': 'several-faces',
  'too-dark': 'too-dark',
  'too-small': 'too-small',
}

function whyUnclear({ faces, brightness }: FacesFound): FaceUnclear | undefined {
  const inFront = faces.filter(isInFrontOf(faces))
  return UNCLEAR[
    faceFit({ faces: inFront.length, width: inFront[0]?.width ?? 0, offCentre: 0, brightness })
  ]
}

function isInFrontOf([widest]: readonly SeenFace[]): (face: SeenFace) => boolean {
  return ({ widthPixels }) => widthPixels >= (widest?.widthPixels ?? 0) * BACKGROUND_SHARE
}

/** The eyes of the same person, open in one picture and closed in the other. */
function hasBlinked(open: SeenFace, closed: SeenFace, similarity: Similarity): boolean {
  if (open.openness === undefined || closed.openness === undefined) return false
  return (
    areEyesClosed(closed.openness, open.openness) &&
    similarity(open.embedding, closed.embedding) >= SAME_PERSON_SIMILARITY
  )
}

/**
 * The lowest likeness over all documents whose face can be read: the cards of two people do not
 * make one borrower.
 */
function likenessOf(
  face: SeenFace,
  documents: Sights['documents'],
  similarity: Similarity,
): Likeness {
  if (documents.length === 0) return 'no-document'
  const readable = documents.flatMap(picture => {
    const holder = picture?.faces[0]
    return holder && holder.widthPixels >= DOCUMENT_FACE_MIN_PIXELS ? [holder] : []
  })
  if (readable.length === 0) return 'document-unusable'
  return Math.min(...readable.map(({ embedding }) => similarity(face.embedding, embedding)))
}
