import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faceVerdict } from '#domain/identity/face.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreeFaces } from '#server/providers/face/cashfree.ts'
import type { FaceCheck, FacePictures } from '#server/providers/face/port.ts'
import { movableClock } from '#server/testing/app.ts'
import {
  cashfreeVerificationServer,
  type VerificationServer,
} from '#server/testing/vendors/cashfree-verification.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

const BLINKED = {
  state: 'one-face',
  score: 0.9,
  isLivenessShown: true,
  likeness: 'no-document',
  signals: { openness: 0.3 },
} as const satisfies FaceCheck

let vendor: VerificationServer
let seenHere: FaceCheck
let shownHere: FacePictures[]
const here = {
  asksForBlink: true,
  check: async (pictures: FacePictures) => {
    shownHere.push(pictures)
    return seenHere
  },
}
const parts = { ids: randomIds(), clock: movableClock(new Date('2026-11-21T04:30:00Z')), here }
beforeAll(async () => {
  vendor = await cashfreeVerificationServer()
})
beforeEach(() => {
  seenHere = BLINKED
  shownHere = []
  vendor.calls.length = 0
  vendor.mishaps.length = 0
})
afterAll(() => vendor.close())

const check = (face: string, ...documents: string[]) =>
  cashfreeFaces(vendor.settings, parts).check({
    face: Buffer.from(face),
    closed: Buffer.from('closed'),
    documents: documents.map(each => Buffer.from(each)),
  })
const verdict = async (face: string, ...documents: string[]) => {
  const result = await check(face, ...documents)
  if (result.state === 'unclear') return result.reason
  return result.state === 'busy' ? 'busy' : faceVerdict({ isClear: true, ...result })
}

test('detects the blink here, without the cards; the vendor compares the cards, and the lowest likeness counts', async () => {
  const result = await check('anna', '0.95', '0.8')
  expect(result).toMatchObject({
    state: 'one-face',
    isLivenessShown: true,
    signals: { openness: 0.3, vendorMatch: 0.8 },
  })
  expect(result.state === 'one-face' && result.likeness).toBeCloseTo(0.68, 10)
  expect(shownHere.map(({ documents, closed }) => [documents.length, closed?.length])).toEqual([
    [0, 6],
  ])
  expect(vendor.calls.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
    'face-liveness',
    'face-match',
    'face-match',
  ])
})

test.each([
  ['0.95', { outcome: 'pass' }],
  ['0.75', { outcome: 'pass' }],
  ['0.74', { outcome: 'person-must-look', reasons: ['faces-differ'] }],
  ['0.05', { outcome: 'person-must-look', reasons: ['faces-differ'] }],
  ['no face', { outcome: 'person-must-look', reasons: ['document-unusable'] }],
  ['refused', { outcome: 'person-must-look', reasons: ['document-unusable'] }],
])('a card with the score %s', async (document, outcome) => {
  expect(await verdict('anna', document)).toEqual(outcome)
})

test('a card without a recognizable face does not block one that has a face', async () => {
  expect(await verdict('anna', 'no face', '0.9')).toEqual({ outcome: 'pass' })
})

test.each(['anna', 'photograph', 'mask'])(
  'the vendor’s liveness score decides nothing: %s',
  async face => {
    expect(await verdict(face, '0.9')).toEqual({ outcome: 'pass' })
    seenHere = { ...BLINKED, isLivenessShown: false }
    expect(await verdict(face, '0.9')).toEqual({
      outcome: 'person-must-look',
      reasons: ['no-blink'],
    })
  },
)

test('compares nothing without a card, and stores neither sex nor age', async () => {
  expect(await check('photograph')).toEqual({
    ...BLINKED,
    signals: { openness: 0.3, vendorLiveness: 0.11, vendorSaysAlive: 0 },
  })
})

test.each([
  ['nobody', 'no-face'],
  ['crowd', 'several-faces'],
])('%s is unclear: %s', async (face, reason) => {
  expect(await verdict(face, '0.9')).toBe(reason)
})

test('sends nobody a picture that is unclear here', async () => {
  seenHere = { state: 'unclear', reason: 'too-dark' }
  expect(await check('anna', '0.9')).toEqual(seenHere)
  expect(vendor.calls).toEqual([])
})

test.each<Mishap>(['down', 'busy', 'slow', 'malformed', 'redirect', 'huge', 'cut'])(
  '%s: neither call has an answer, and no error shows a picture',
  async mishap => {
    for (const mishaps of [[mishap], ['none', mishap] as const]) {
      vendor.mishaps.push(...mishaps)
      const error = await check('anna', '0.9').catch((thrown: Error) => thrown)
      expect(error).toMatchObject({ name: 'VendorFailure' })
      expect(error instanceof Error && `${error.message} ${error.stack}`).not.toMatch(/anna|0\.9\b/)
    }
  },
)

test.each([
  ['odd', '0.9', 'malformed'],
  ['anna', 'odd', 'malformed'],
  ['unpaid', '0.9', 'refused'],
])('rejects %s and %s as an answer: %s', async (face, document, kind) => {
  await expect(check(face, document)).rejects.toMatchObject({ kind })
})
