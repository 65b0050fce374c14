/*
 * What a picture of a face is good for, and what its check decides. A machine passes a face or hands it to a person: it never
 * refuses one (regulation C14; 4.8: no rejection without application of mind). Scores of "liveness" in a single picture do not
 * tell a face from its photograph; they are written down and decide nothing.
 */

/** What was seen in a picture. Lengths are shares of the picture's shorter side, brightness runs from 0 to 1. */
export type FaceView = {
  readonly faces: number
  /** Of the largest face: its width, and how far its middle lies from the picture's. */
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

/** What stands in the way of a good picture, the first to be mended first. */
export function faceFit({ faces, width, offCentre, brightness }: FaceView): FaceFit {
  if (brightness < DARK_BRIGHTNESS) return 'too-dark'
  if (faces === 0) return 'no-face'
  if (faces > 1) return 'several-faces'
  if (width < NARROWEST_FACE) return 'too-small'
  if (width > WIDEST_FACE) return 'too-near'
  return offCentre > FARTHEST_OFF_CENTRE ? 'off-centre' : 'fits'
}

/** A face that moves more than this between two looks, as a share of its width, is asked to hold still: its eyes are not measured. */
const STILL_SHARE = 0.12

/** Whether a face stands still from one look to the next: a photograph that is tilted or waved does not. */
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

/** How alike two faces must be, from 0 to 1, to count as one person's (vendors, "Faces"). */
export const SAME_PERSON_SIMILARITY = 0.6

/**
 * The face on the document against the face before the camera: how alike, or why that is not known. `no-document`: the identity
 * rests on something else than a picture of a card (an OTP to the number of the register, a signed code).
 */
export type Likeness = 'no-document' | 'document-unusable' | number

export type FaceEvidence = {
  /** Whether one face was seen well; otherwise the borrower asked that a person looks at it as it is. */
  readonly isClear: boolean
  readonly isLivenessShown: boolean
  readonly likeness: Likeness
}

/** Why a person must look. */
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

/** Passes what nothing speaks against; all else is for a person, with every reason. */
export function faceVerdict(evidence: FaceEvidence): FaceVerdict {
  const reasons = LOOK_REASONS.filter(({ holds }) => holds(evidence)).map(({ reason }) => reason)
  return reasons.length === 0 ? { outcome: 'pass' } : { outcome: 'person-must-look', reasons }
}
