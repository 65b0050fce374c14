import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { waitingReviews } from '#server/identity/db/face-review.ts'
import type { FaceCheck } from '#server/providers/face/port.ts'
import { watermarked } from '#server/staff/looks/watermark.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

const UNLIKE: FaceCheck = {
  state: 'one-face',
  score: 0.9,
  isLivenessShown: true,
  likeness: 0.41,
  signals: {},
}

let officer: Browser
const world = forFile(() =>
  lendingWorld({
    verification: { face: { asksForBlink: true, check: async () => UNLIKE } },
  }),
)
beforeAll(async () => {
  officer = await staffBrowser(world.server, 'kyc-officer')
})

async function waitingFace() {
  const borrower = await world.borrower()
  const face = (await waitingReviews(world.services.db)).find(
    ({ borrowerId }) => borrowerId === borrower.id,
  )
  if (!face) throw new Error('no face waits')
  return { borrower, documentId: face.documentId }
}
const faces = (browser = officer) => browser.calls(staffContract.staffFace)
const audited = (subject: string) =>
  world.services.db.raw('SELECT action FROM audit_entry WHERE subject = $1', [subject])

test('the pictures are in the answer, no cache may store them, and the look is recorded first', async () => {
  const { borrower, documentId } = await waitingFace()
  const response = await officer.fetch('/api1/staff/v1/face/open', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      web_uuid: officer.headers.web_uuid ?? '',
    },
    body: JSON.stringify({ documentId, why: 'identity' }),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { data } = (await response.json()) as {
    data: { pictures: { kind: string; jpeg: string }[] }
  }
  expect(data).toMatchObject({
    likeness: expect.closeTo(0.41),
    lookReasons: ['faces-differ'],
    register: { aadhaarProof: 'otp', namesAgree: 'same' },
  })
  const [picture] = data.pictures
  expect(picture?.kind).toBe('face')
  expect((await sharp(Buffer.from(picture?.jpeg ?? '', 'base64')).metadata()).format).toBe('jpeg')
  const overview = await borrower.browser.calls(contract.ownData).overview({})
  expect(overview).toMatchObject({
    data: { looks: [{ part: 'pictures', why: 'identity', role: 'kyc-officer' }] },
  })
})

test('the watermark covers the whole picture, also a small one', async () => {
  for (const [width, height] of [
    [800, 600],
    [40, 60],
  ] as const) {
    const plain = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer()
    const marked = await watermarked(plain, 'asha@lender.example <today>')
    const halves = [0, Math.floor(width / 2)].map(left => ({
      left,
      top: 0,
      width: Math.floor(width / 2),
      height,
    }))
    for (const half of halves) {
      const { channels } = await sharp(marked?.bytes).extract(half).stats()
      expect(channels[1]?.min).toBeLessThan(220)
    }
  }
  expect(await watermarked(Buffer.from('no picture'), 'asha')).toBeUndefined()
})

test('a face is passed once, and denied with the reason that the borrower reads; each act is audited once', async () => {
  const one = await waitingFace()
  expect((await faces().pass({ documentId: one.documentId })).ok).toBe(true)
  expect(await faces().pass({ documentId: one.documentId })).toMatchObject({
    reason: 'upload-not-found',
  })
  expect(await audited(one.documentId)).toEqual([{ action: 'desk-approve' }])
  const two = await waitingFace()
  const reason = 'The face is not the one on the card.'
  expect((await faces().deny({ documentId: two.documentId, reason })).ok).toBe(true)
  expect(await audited(two.documentId)).toEqual([{ action: 'desk-deny' }])
  expect(await two.borrower.browser.calls(contract.kyc).faceResult({})).toMatchObject({
    data: { deniedBecause: reason },
  })
})

test('one of several verdicts at once settles a face, and the borrower reads that answer', async () => {
  const { borrower, documentId } = await waitingFace()
  const reason = 'The face is not the one on the card.'
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => faces().deny({ documentId, reason })),
    ...Array.from({ length: 4 }, () => faces().pass({ documentId })),
  ])
  const verdicts = answers.flatMap(({ ok }, index) => (ok ? [index < 4 ? 'denied' : 'passed'] : []))
  expect(verdicts).toHaveLength(1)
  const isDenied = verdicts[0] === 'denied'
  expect(await audited(documentId)).toEqual([{ action: isDenied ? 'desk-deny' : 'desk-approve' }])
  expect(await borrower.browser.calls(contract.kyc).faceResult({})).toMatchObject({
    data: { status: isDenied ? 0 : 1, deniedBecause: isDenied ? reason : null },
  })
})

test('only the KYC officer sees the pictures', async () => {
  const { documentId } = await waitingFace()
  for (const role of ['credit-officer', 'administrator'] as const)
    expect(
      await faces(await staffBrowser(world.server, role)).open({ documentId, why: 'identity' }),
    ).toMatchObject({ reason: 'not-permitted' })
})
