import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { lookAtFace } from '#server/commands/desk/look.ts'
import { atDesk } from '#server/commands/desk/work.ts'
import { waitingReviews } from '#server/identity/db/face-review.ts'
import { type FileStore, fileKey } from '#server/platform/files/store.ts'
import type { FaceCheck } from '#server/providers/face/port.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'

const UNLIKE: FaceCheck = {
  state: 'one-face',
  score: 0.9,
  isLivenessShown: true,
  likeness: 0.41,
  signals: {},
}

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld({
    verification: { face: { asksForBlink: true, check: async () => UNLIKE } },
  })
})
afterAll(() => world.close())

async function waitingFace() {
  const borrower = await world.borrower()
  const face = (await waitingReviews(world.services.db)).find(
    ({ borrowerId }) => borrowerId === borrower.id,
  )
  if (!face) throw new Error('no face waits')
  return { borrower, face }
}
const files: FileStore = {
  get: async () => Buffer.from('89504e470d0a1a0a', 'hex'),
  put: async () => undefined,
  remove: async () => undefined,
  async *keys() {},
}
const openPage = (documentId: string, patienceMs?: number) =>
  lookAtFace({ ...world.services, files }, documentId, 'asha', patienceMs)

test('lists a face with its reason and scores, and nothing that names the borrower', async () => {
  const { borrower, face } = await waitingFace()
  const text = (await atDesk(world.services, [])).lines.join('\n')
  expect(text).toContain('1 face waits for a look')
  expect(text).toContain(`${face.documentId}`)
  expect(text).toContain('not similar enough to the one on the document (face 0.90, likeness 0.41)')
  expect(text).not.toContain(borrower.phone.slice(2))
  expect(text).not.toContain(borrower.id)
  expect(await atDesk(world.services, ['approve', face.documentId])).toMatchObject({ isDone: true })
  expect(await atDesk(world.services, ['approve', face.documentId])).toMatchObject({
    isDone: false,
  })
})

test('shows the borrower the reason for which the operations desk denied the face', async () => {
  const { borrower, face } = await waitingFace()
  expect(
    await atDesk(world.services, ['deny', face.documentId, 'Another', 'person.']),
  ).toMatchObject({ isDone: true })
  expect(await borrower.browser.calls(contract.kyc).faceResult({})).toMatchObject({
    data: { deniedBecause: 'Another person.' },
  })
})

test('serves the pictures once, at its own path only, and lets no cache store them', async () => {
  const { borrower, face } = await waitingFace()
  const page = await openPage(face.documentId)
  if (!page) throw new Error('the page did not open')
  expect(await borrower.browser.calls(contract.ownData).overview({})).toMatchObject({
    data: { looks: [{ part: 'pictures', why: 'identity', role: 'desk', count: 1 }] },
  })
  expect((await fetch(new URL('/', page.address))).status).toBe(404)
  const opened = await fetch(page.address)
  expect(opened.headers.get('cache-control')).toBe('no-store')
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await opened.text()).toContain('Camera')
  expect(await page.isSeen).toBe(true)
  expect(
    await fetch(page.address).then(
      again => again.status,
      () => 'closed',
    ),
  ).not.toBe(200)
})

test('opens no page for a face that does not wait, and closes one that nobody opens', async () => {
  expect(await openPage(fileKey('00000000-0000-7000-8000-000000000000'))).toBeUndefined()
  const { face } = await waitingFace()
  const page = await openPage(face.documentId, 1)
  expect(await page?.isSeen).toBe(false)
})
