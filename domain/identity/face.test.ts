import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FaceEvidence,
  type FaceFit,
  type FaceView,
  faceFit,
  faceVerdict,
  isStill,
  SAME_PERSON_SIMILARITY,
} from '#domain/identity/face.ts'

const good: FaceView = { faces: 1, width: 0.5, offCentre: 0.05, brightness: 0.5 }

test.each<[Partial<FaceView>, FaceFit]>([
  [{}, 'fits'],
  [{ brightness: 0.1, faces: 0 }, 'too-dark'],
  [{ faces: 0 }, 'no-face'],
  [{ faces: 2 }, 'several-faces'],
  [{ width: 0.1 }, 'too-small'],
  [{ width: 0.95 }, 'too-near'],
  [{ offCentre: 0.4 }, 'off-centre'],
])('%j: %s', (change, fit) => {
  expect(faceFit({ ...good, ...change })).toBe(fit)
})

test('a face is still if it moves within an eighth of its width', () => {
  const face = { x: 0.5, y: 0.5, width: 0.4 }
  expect(isStill(face, { ...face, x: 0.54 })).toBe(true)
  expect(isStill(face, { ...face, x: 0.6 })).toBe(false)
  expect(isStill(face, { ...face, width: 0.5 })).toBe(false)
  // Not more than 0.12 of a width of 0.5.
  const near = { x: 0, y: 0, width: 0.5 }
  expect(isStill(near, { ...near, x: 0.06 })).toBe(true)
  expect(isStill({ ...near, width: 0.44 }, near)).toBe(true)
})

const evidence: fc.Arbitrary<FaceEvidence> = fc.record({
  isClear: fc.boolean(),
  isLivenessShown: fc.boolean(),
  likeness: fc.oneof(
    fc.constantFrom('no-document' as const, 'document-unusable' as const),
    fc.double({ min: 0, max: 1 }),
  ),
})

test('a face passes only if it is clear, alive and similar to its document; else a person reviews it with a reason', () => {
  fc.assert(
    fc.property(evidence, given => {
      const isLike =
        given.likeness === 'no-document' || (given.likeness as number) >= SAME_PERSON_SIMILARITY
      const verdict = faceVerdict(given)
      expect(verdict.outcome).toBe(
        given.isClear && given.isLivenessShown && isLike ? 'pass' : 'person-must-look',
      )
      if (verdict.outcome === 'person-must-look') expect(verdict.reasons.length).toBeGreaterThan(0)
    }),
  )
})

test.each([
  ['no-document', { outcome: 'pass' }],
  [SAME_PERSON_SIMILARITY, { outcome: 'pass' }],
  [0.9, { outcome: 'pass' }],
  ['document-unusable', { outcome: 'person-must-look', reasons: ['document-unusable'] }],
] as const)('a clear and living face whose likeness is %s: %j', (likeness, verdict) => {
  expect(faceVerdict({ isClear: true, isLivenessShown: true, likeness })).toEqual(verdict)
})

test('every reason is reported, not only the first', () => {
  expect(faceVerdict({ isClear: false, isLivenessShown: false, likeness: 0.59 })).toEqual({
    outcome: 'person-must-look',
    reasons: ['face-unclear', 'no-blink', 'faces-differ'],
  })
})
