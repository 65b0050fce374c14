/*
 * Judges a picture of a face. The automatic check passes a face or refers it to a person: it never
 * refuses one (regulation C14; 4.8: no rejection without application of mind). A "liveness" score
 * from a single picture cannot tell a face from its photograph, so such scores are recorded but
 * decide nothing.
 */

/**
 * The contents of a picture as detected. Lengths are shares of the picture's shorter side;
 * brightness runs from 0 to 1.
 */
export type FaceView = {
  readonly faces: number
  /** The width of the largest face, and how far its centre is from the picture's. */
  readonly width: number
  readonly offCentre: number
  readonly brightness: number
}

export type FaceFit =
  | 'fits'
  | 'no-face'
  | 'several-faces'
  | 'too-dark'
  | 'too-small'
  | 'too-near'
  | 'off-centre'

const DARK_BRIGHTNESS = 0.18
const NARROWEST_FACE = 0.22
const WIDEST_FACE = 0.85
const FARTHEST_OFF_CENTRE = 0.25

/** The first problem to fix before a good picture can be taken. */
export function faceFit({ faces, width, offCentre, brightness }: FaceView): FaceFit {
  if (brightness < DARK_BRIGHTNESS) return 'too-dark'
  if (faces === 0) return 'no-face'
  if (faces > 1) return 'several-faces'
  if (width < NARROWEST_FACE) return 'too-small'
  if (width > WIDEST_FACE) return 'too-near'
  return offCentre > FARTHEST_OFF_CENTRE ? 'off-centre' : 'fits'
}

/**
 * A face that moves more than this share of its width between two frames is asked to hold still;
 * its eyes are not measured.
 */
const STILL_SHARE = 0.12

/**
 * True if a face stayed still between two frames; a photograph that is tilted or waved does not.
 */
export function isStill(
  before: { readonly x: number; readonly y: number; readonly width: number },
  now: { readonly x: number; readonly y: number; readonly width: number },
): boolean {
  const moved = Math.hypot(now.x - before.x, now.y - before.y)
  return (
    moved <= now.width * STILL_SHARE &&
    Math.abs(now.width - before.width) <= now.width * STILL_SHARE
  )
}

/** The similarity, from 0 to 1, from which two faces count as one person's (vendors, "Faces"). */
export const SAME_PERSON_SIMILARITY = 0.6

/**
 * The similarity of the face on the document to the face before the camera, or the reason for none.
 * `no-document`: the identity rests on an OTP to the registered number or a signed code, not on a
 * card.
 */
export type Likeness = 'no-document' | 'document-unusable' | number

export type FaceEvidence = {
  /**
   * True if one face was clearly visible; if not, the borrower asked for a person to review it as
   * it is.
   */
  readonly isClear: boolean
  readonly isLivenessShown: boolean
  readonly likeness: Likeness
}

/** The reasons why a person must review the face. */
export type LookReason = 'face-unclear' | 'no-blink' | 'document-unusable' | 'faces-differ'

export type FaceVerdict =
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'person-must-look'; readonly reasons: readonly LookReason[] }

const LOOK_REASONS: readonly {
  readonly reason: LookReason
  readonly holds: (evidence: FaceEvidence) => boolean
}[] = [
  { reason: 'face-unclear', holds: ({ isClear }) => !isClear },
  { reason: 'no-blink', holds: ({ isLivenessShown }) => !isLivenessShown },
  { reason: 'document-unusable', holds: ({ likeness }) => likeness === 'document-unusable' },
  {
    reason: 'faces-differ',
    holds: ({ likeness }) => typeof likeness === 'number' && !(likeness >= SAME_PERSON_SIMILARITY),
  },
]

/** Passes if nothing is wrong; otherwise refers to a person with every reason. */
export function faceVerdict(evidence: FaceEvidence): FaceVerdict {
  const reasons = LOOK_REASONS.filter(({ holds }) => holds(evidence)).map(({ reason }) => reason)
  return reasons.length === 0 ? { outcome: 'pass' } : { outcome: 'person-must-look', reasons }
}
