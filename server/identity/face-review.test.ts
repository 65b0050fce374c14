import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { facePictureOf } from '#server/identity/db/document.ts'
import { waitingReviews } from '#server/identity/db/face-review.ts'
import { settleReview } from '#server/lending/borrowing/picture-review.ts'
import type { FaceCheck, FacePictures } from '#server/providers/face/port.ts'
import { picture } from '#server/providers/simulated/person.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  wish,
} from '#server/testing/lending.ts'

const SEEN: FaceCheck = {
  state: 'one-face',
  score: 0.9,
  isLivenessShown: true,
  likeness: 'no-document',
  signals: { live: 0.5 },
}
const NOT_BLINKED: FaceCheck = { ...SEEN, isLivenessShown: false }

let answer: FaceCheck = SEEN
const checks: FacePictures[] = []
let world: LendingWorld
beforeAll(async () => {
  const check = async (pictures: FacePictures) => {
    checks.push(pictures)
    return answer
  }
  world = await lendingWorld({ verification: { face: { asksForBlink: true, check } } })
})
afterAll(() => world.close())
beforeEach(() => {
  answer = SEEN
})

const kycOf = ({ browser }: Borrower) => browser.calls(contract.kyc)
const stepsOf = async ({ browser }: Borrower) => {
  const status = await browser.calls(contract.verify).status({})
  return status.ok && status.data.kycFaceAndHold
}
async function waitingFor({ id }: Borrower) {
  const face = (await waitingReviews(world.services.db)).find(({ borrowerId }) => borrowerId === id)
  if (!face) throw new Error('no face waits')
  return face
}
async function applied(borrower: Borrower): Promise<string> {
  const order = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: borrower.id })
  if (!order.ok) throw new Error(order.reason)
  await world.runJobs()
  return order.data.orderId
}
const newsOf = (borrower: Borrower) =>
  world.jobs.flatMap(({ data }) =>
    'news' in data && data.borrowerId === borrower.id ? [data.news] : [],
  )

test('settles a face that passes at once, without a review', async () => {
  const borrower = await world.borrower()
  expect(await kycOf(borrower).livingConfig({})).toMatchObject({
    data: { 'living-config': { blink: true } },
  })
  expect(await kycOf(borrower).faceResult({})).toEqual({
    ok: true,
    data: { status: 1, isLookedAt: 0, deniedBecause: null },
  })
  expect(
    (await waitingReviews(world.services.db)).some(({ borrowerId }) => borrowerId === borrower.id),
  ).toBe(false)
  expect((await facePictureOf(world.services.db, borrower.id))?.settledAt).toBeInstanceOf(Date)
})

test('a borrower without a blink goes on, a person approves, and the waiting application is decided', async () => {
  answer = NOT_BLINKED
  const borrower = await world.borrower()
  expect(await kycOf(borrower).faceResult({})).toMatchObject({ data: { status: 1, isLookedAt: 1 } })
  const orderId = await applied(borrower)
  expect((await detailOf(borrower, orderId)).orderState).toBe('auditing')
  const face = await waitingFor(borrower)
  expect(face.lookReasons).toEqual(['no-blink'])
  expect(await settleReview(world.services, face, { outcome: 'passed' })).toBe(true)
  expect(newsOf(borrower)).toContain('face-passed')
  expect(await settleReview(world.services, face, { outcome: 'passed' })).toBe(false)
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
  expect(await kycOf(borrower).faceResult({})).toMatchObject({ data: { status: 1, isLookedAt: 0 } })
})

test('a denial reopens the step with the reason; the denied picture is refused, a new one is accepted', async () => {
  answer = NOT_BLINKED
  const borrower = await world.borrower()
  const orderId = await applied(borrower)
  const face = await waitingFor(borrower)
  expect(
    await settleReview(world.services, face, {
      outcome: 'denied',
      statedReason: 'This is a photograph.',
    }),
  ).toBe(true)
  expect(newsOf(borrower)).toContain('face-denied')
  expect(await stepsOf(borrower)).toBe(0)
  const denied = { status: 0, isLookedAt: 0, deniedBecause: 'This is a photograph.' }
  expect(await kycOf(borrower).faceResult({})).toEqual({ ok: true, data: denied })
  expect(await kycOf(borrower).livingHold({ imageId: face.documentId })).toMatchObject({
    reason: 'upload-not-found',
  })
  answer = SEEN
  expect(await kycOf(borrower).livingCheck({ image: picture(), closed: picture() })).toMatchObject({
    ok: true,
  })
  expect(checks.at(-1)?.closed).toBeInstanceOf(Uint8Array)
  expect(await kycOf(borrower).livingHold({})).toMatchObject({ ok: true })
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
})

test('an unclear picture is sent back with advice, and a person reviews it if the borrower wishes', async () => {
  const borrower = await world.borrower()
  const face = {
    what: 'face' as const,
    borrowerId: borrower.id,
    documentId: (await facePictureOf(world.services.db, borrower.id))?.documentId ?? '',
  }
  expect(await settleReview(world.services, face, { outcome: 'passed' })).toBe(false)
  answer = NOT_BLINKED
  const other = await world.borrower()
  await settleReview(world.services, await waitingFor(other), {
    outcome: 'denied',
    statedReason: 'Too dark.',
  })
  answer = { state: 'unclear', reason: 'no-face' }
  expect(await kycOf(other).livingCheck({ image: picture() })).toMatchObject({
    reason: 'face-unclear',
    details: { why: 'no-face' },
  })
  expect(await kycOf(other).livingCheck({ image: picture(), asItIs: 1 })).toMatchObject({
    ok: true,
  })
  expect(await kycOf(other).livingHold({})).toMatchObject({ ok: true })
  expect((await waitingFor(other)).lookReasons).toEqual(['face-unclear', 'no-blink'])
  answer = { state: 'unclear', reason: 'unreadable' }
  const third = await world.borrower().catch(refused => String(refused))
  expect(third).toContain('face-unclear')
})
