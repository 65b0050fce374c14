/** Cards that do not clearly agree wait for the KYC officer; nobody else sees them (decision 78). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { day } from '#domain/day.ts'
import { type AadhaarNumber, isPersonalPan } from '#domain/identity/identity.ts'
import { waitingReviews } from '#server/identity/db/face-review.ts'
import type { AadhaarFront, DocumentPort, PanCard } from '#server/providers/document/port.ts'
import type { FaceCheck } from '#server/providers/face/port.ts'
import { BASE_INFO, CONTACTS, picture, WORK_INFO } from '#server/providers/simulated/person.ts'
import type { Browser } from '#server/testing/browser.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  wish,
} from '#server/testing/lending.ts'
import { peopleOn } from '#server/testing/people.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { BANK_CARD } from '#server/testing/verification.ts'

const READ = 'Rahul Kumar Verma'
const CONFIRMED = 'Rahul Sharma'
const DOB = day('1994-08-12')
const sure = <T>(value: T) => ({ value, certainty: 1 })
const leftHalf = [
  [
    { x: 0, y: 0 },
    { x: 120, y: 0 },
    { x: 120, y: 240 },
    { x: 0, y: 240 },
  ],
]
const SEEN: FaceCheck = {
  state: 'one-face',
  score: 0.9,
  isLivenessShown: true,
  likeness: 0.9,
  signals: {},
}

let cards: { readonly front: AadhaarFront; readonly pan: PanCard }
let isBlinking = true
const documents: DocumentPort = {
  readAadhaarFront: () => ({
    state: 'started',
    reading: Promise.resolve({ state: 'read', card: cards.front }),
  }),
  readPanCard: () => ({
    state: 'started',
    reading: Promise.resolve({ state: 'read', card: cards.pan }),
  }),
  close: async () => undefined,
}
let world: LendingWorld
let people: ReturnType<typeof peopleOn>
let officer: Browser
beforeAll(async () => {
  const check = async () => ({ ...SEEN, isLivenessShown: isBlinking })
  world = await lendingWorld({
    verification: { documents, face: { asksForBlink: true, check } },
  })
  people = peopleOn(world.server)
  officer = await staffBrowser(world.server, 'kyc-officer')
})
afterAll(() => world.close())

const calls = (browser = officer) => browser.calls(staffContract.staffFace)

function cardsOf(aadhaar: AadhaarNumber, pan: string) {
  if (!isPersonalPan(pan)) throw new Error(`${pan} is no PAN`)
  cards = {
    front: {
      number: sure(aadhaar),
      name: sure(READ),
      dob: sure(DOB),
      gender: sure('male'),
      firstEightAt: leftHalf,
    },
    pan: { number: sure(pan), name: sure(READ.toUpperCase()), dob: sure(DOB) },
  }
}

async function takePictures(kyc: Awaited<ReturnType<typeof people.somebody>>['kyc']) {
  await kyc.chooseType({ kycPageType: 1 })
  for (const type of ['aadhaarFront', 'pan', 'face'] as const)
    expect(await kyc.upload({ type, file: picture() })).toMatchObject({ ok: true })
  return vi.waitFor(
    async () => {
      const answer = await kyc.uploads({})
      if (!answer.ok || answer.data.uploads.some(({ state }) => state === 'reading'))
        throw new Error('still reading')
      const ids = answer.data.uploads.map(({ type, uploadId }) => [type, uploadId])
      return Object.fromEntries(ids) as Record<'aadhaarFront' | 'pan' | 'face', string>
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** A borrower who corrected the name that was read from both cards, and applied. */
async function applied() {
  const who = await people.somebody()
  const { browser, kyc, panNo } = who
  cardsOf(who.aadhaar, panNo)
  const verify = browser.calls(contract.verify)
  await verify.saveBaseInfo(BASE_INFO)
  await verify.saveWorkInfo(WORK_INFO)
  const ids = await takePictures(kyc)
  const proof = { type: 1 as const, ...ids, name: CONFIRMED, dob: DOB, panNo }
  expect(await kyc.saveIdentity(proof)).toMatchObject({ ok: true })
  expect(await kyc.livingHold({ imageId: ids.face })).toMatchObject({ ok: true })
  await verify.saveContacts(CONTACTS)
  const cardNo = `${who.phone.slice(-9)}11`
  const card = await browser
    .calls(contract.bank)
    .addCard({ ...BANK_CARD, cardNo, confirmCardNo: cardNo })
  if (!card.ok) throw new Error(card.msg)
  const borrower: Borrower = { browser, id: who.borrowerId, phone: who.phone, cardId: card.data.id }
  const order = await browser
    .calls(contract.order)
    .apply(wish(borrower), { idempotencyKey: who.phone })
  if (!order.ok) throw new Error(order.reason)
  await world.runJobs()
  const review = (await waitingReviews(world.services.db)).find(
    ({ borrowerId, what }) => borrowerId === who.borrowerId && what === 'cards',
  )
  if (!review) throw new Error('no cards wait')
  return { who, borrower, orderId: order.data.orderId, documentId: review.documentId }
}

test('the KYC officer finds the cards in the inbox, compares read and confirmed values, and each look is recorded', async () => {
  const { borrower, documentId } = await applied()
  const inbox = await officer.calls(staffContract.inbox).list({ kind: 'cards' })
  expect(inbox).toMatchObject({
    data: { items: [{ kind: 'cards', id: documentId, notes: ['name'] }] },
  })
  const opened = await calls().open({ documentId, why: 'identity' })
  expect(opened).toMatchObject({
    data: {
      what: 'cards',
      faceScore: null,
      pictures: [
        { kind: 'aadhaar-front', jpeg: expect.stringMatching(/^\/9j\//), doubts: ['name'] },
        {
          kind: 'pan',
          jpeg: expect.stringMatching(/^\/9j\//),
          doubts: ['name'],
          values: [
            { key: 'name', read: 'R••• K••• V•••', confirmed: 'R••• S•••' },
            { key: 'dob', read: '1994-••-••', confirmed: '1994-••-••' },
            { key: 'number', confirmed: expect.stringMatching(/^•{8}\dF$/) },
          ],
        },
      ],
    },
  })
  expect(await calls().reveal({ documentId, why: 'identity' })).toMatchObject({
    data: {
      cards: [
        { kind: 'aadhaar-front', values: [{ read: READ, confirmed: CONFIRMED }, { read: DOB }] },
        { kind: 'pan' },
      ],
    },
  })
  expect(await borrower.browser.calls(contract.ownData).overview({})).toMatchObject({
    data: { looks: [{ part: 'pictures', why: 'identity', role: 'kyc-officer', count: 2 }] },
  })
  const download = await borrower.browser.calls(contract.ownData).download({})
  expect(
    download.ok && download.data.sections.find(({ kind }) => kind === 'identity')?.parts[1],
  ).toContainEqual({
    field: 'nameRead',
    label: 'Name read from it',
    value: READ,
  })
})

test('an application goes on once its cards pass', async () => {
  const { borrower, orderId, documentId } = await applied()
  expect((await detailOf(borrower, orderId)).orderState).toBe('auditing')
  expect((await calls().pass({ documentId })).ok).toBe(true)
  expect(await calls().pass({ documentId })).toMatchObject({ reason: 'upload-not-found' })
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
})

test('an application that waits for the face too is decided after both, and the credit officer reads who reviewed the cards', async () => {
  isBlinking = false
  const { borrower, orderId, documentId } = await applied()
  isBlinking = true
  await calls().pass({ documentId })
  await world.runJobs()
  const credit = await staffBrowser(world.server, 'credit-officer')
  const opened = await credit.calls(staffContract.application).open({ orderId, why: 'decision' })
  expect(opened).toMatchObject({
    data: {
      reasons: [{ reason: 'face-needs-a-look' }],
      facts: {
        cardsCheck: 'passed',
        cardsReview: { outcome: 'passed', by: 'kyc-officer@sandbox.example' },
      },
    },
  })
  const face = (await waitingReviews(world.services.db)).find(
    ({ borrowerId }) => borrowerId === borrower.id,
  )
  await calls().pass({ documentId: face?.documentId ?? '' })
  await world.runJobs()
  expect((await detailOf(borrower, orderId)).orderState).toBe('pass')
})

test('a denial ends the application with the reason, and the identity has to be verified again', async () => {
  const { who, borrower, orderId, documentId } = await applied()
  const reason = 'A card is not clearly legible.'
  expect((await calls().deny({ documentId, reason })).ok).toBe(true)
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'denied',
    reasons: [{ reason: 'reviewed-by-a-person', details: { text: reason } }],
  })
  expect(await who.isDone()).toEqual({ identity: 0, face: 0 })
  const ids = await takePictures(who.kyc)
  const again = { type: 1 as const, ...ids, name: READ, dob: DOB, panNo: who.panNo }
  expect(await who.kyc.saveIdentity(again)).toMatchObject({ ok: true })
  expect(await who.isDone()).toMatchObject({ identity: 1 })
})

test('a review without a verdict outlives the pictures', async () => {
  const { borrower, orderId } = await applied()
  const { db } = world.services
  await db.raw('DELETE FROM document WHERE borrower_id = $1', [borrower.id])
  const credit = await staffBrowser(world.server, 'credit-officer')
  const opened = await credit.calls(staffContract.application).open({ orderId, why: 'decision' })
  expect(opened).toMatchObject({
    data: { facts: { cardsCheck: 'needs-a-look', cardsReview: null } },
  })
})

test('nobody else sees the cards or settles them', async () => {
  const { documentId } = await applied()
  for (const role of ['credit-officer', 'operations', 'administrator'] as const) {
    const other = calls(await staffBrowser(world.server, role))
    for (const answer of [
      await other.open({ documentId, why: 'identity' }),
      await other.reveal({ documentId, why: 'identity' }),
      await other.pass({ documentId }),
      await other.deny({ documentId, reason: 'No.' }),
    ])
      expect(answer).toMatchObject({ reason: 'not-permitted' })
  }
})
