import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { day } from '#domain/day.ts'
import { type AadhaarNumber, isPersonalPan } from '#domain/identity/identity.ts'
import { forgetOldReadings } from '#server/identity/uploads.ts'
import type {
  AadhaarFront,
  CardReading,
  DocumentPort,
  PanCard,
} from '#server/providers/document/port.ts'
import { picture } from '#server/providers/simulated/person.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'
import { columnError, peopleOn } from '#server/testing/people.ts'
import { verificationParts } from '#server/testing/verification.ts'
import { identityOf } from './borrower-identity.ts'

/** The reading that the next picture of each kind will get; `busy`: the reader has no room. */
const next: { front: CardReading<AadhaarFront> | Error | 'busy'; pan: CardReading<PanCard> } = {
  front: { state: 'unclear', reason: 'not-this-card' },
  pan: { state: 'unclear', reason: 'not-this-card' },
}
const documents: DocumentPort = {
  readAadhaarFront: (_picture, onProgress) => {
    if (next.front === 'busy') return { state: 'busy', waitSeconds: 25 }
    onProgress(40)
    return {
      state: 'started',
      reading:
        next.front instanceof Error ? Promise.reject(next.front) : Promise.resolve(next.front),
    }
  },
  readPanCard: () => ({ state: 'started', reading: Promise.resolve(next.pan) }),
  close: async () => undefined,
}

const parts = verificationParts({ documents })
const server = forFile(() => testServer({ routes: parts.routes }))
const people = peopleOn(server)
afterAll(() => parts.remove())

const NAME = 'Rahul Kumar Verma'
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

function front(number: AadhaarNumber, more: Partial<AadhaarFront> = {}): CardReading<AadhaarFront> {
  const card = {
    number: sure(number),
    name: sure(NAME),
    dob: sure(DOB),
    gender: sure('male' as const),
    firstEightAt: leftHalf,
  }
  return { state: 'read', card: { ...card, ...more } }
}

function taxCard(number: string, more: Partial<PanCard> = {}): CardReading<PanCard> {
  if (!isPersonalPan(number)) throw new Error(`${number} is no PAN`)
  return {
    state: 'read',
    card: { number: sure(number), name: sure(NAME.toUpperCase()), dob: sure(DOB), ...more },
  }
}

type Person = Awaited<ReturnType<typeof people.somebody>>

/** Waits until no reading is under way, as the page does. */
async function settled({ kyc }: Person) {
  return vi.waitFor(
    async () => {
      const answer = await kyc.uploads({})
      if (!answer.ok || answer.data.uploads.some(({ state }) => state === 'reading'))
        throw new Error('still reading')
      return answer.data.uploads
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** Uploads all three pictures and returns their ids. */
async function takeAll(who: Person) {
  next.front = front(who.aadhaar)
  next.pan = taxCard(who.panNo)
  await who.kyc.chooseType({ kycPageType: 1 })
  for (const type of ['aadhaarFront', 'pan', 'face'] as const)
    expect(await who.kyc.upload({ type, file: picture() })).toMatchObject({ ok: true })
  const ids = Object.fromEntries((await settled(who)).map(({ type, uploadId }) => [type, uploadId]))
  return {
    type: 1 as const,
    ...(ids as Record<'aadhaarFront' | 'pan' | 'face', string>),
    name: NAME,
    dob: DOB,
    panNo: who.panNo,
  }
}

const storedFiles = () => {
  const entries = readdirSync(parts.folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile(),
  )
  return entries.map(entry => readFileSync(join(entry.parentPath, entry.name)))
}

test('changing the variant in either direction deletes its uploads', async () => {
  const who = await people.somebody()
  expect(await who.kyc.chooseType({ kycPageType: 1 })).toMatchObject({
    ok: true,
    data: { kycPageType: 1 },
  })
  expect(await who.kyc.type({})).toMatchObject({ ok: true, data: { kycPageType: 1 } })
  await takeAll(who)
  const before = storedFiles().length
  expect(await who.kyc.chooseType({ kycPageType: 2 })).toMatchObject({
    ok: true,
    data: { kycPageType: 2 },
  })
  expect((await settled(who)).map(({ type }) => type)).toEqual(['face'])
  expect(storedFiles().length).toBe(before - 2)
})

test('three confirmed pictures complete the identity', async () => {
  const who = await people.somebody()
  const confirmed = await takeAll(who)
  const [aadhaarFront, pan] = await settled(who)
  expect(aadhaarFront).toMatchObject({
    type: 'aadhaarFront',
    state: 'read',
    progress: 100,
    value_keys: ['idNo', 'name', 'dob', 'gender'],
    uncertain: [],
    idNo: `XXXX XXXX ${who.aadhaar.slice(-4)}`,
    name: NAME,
    dob: DOB,
    gender: 'male',
  })
  expect(pan).toMatchObject({
    type: 'pan',
    value_keys: ['panNo', 'name', 'dob'],
    panNo: who.panNo,
    name: NAME.toUpperCase(),
  })
  expect(await who.isDone()).toMatchObject({ identity: 0 })
  expect(await who.kyc.saveIdentity(confirmed)).toEqual({ ok: true, data: null })
  expect(await who.isDone()).toMatchObject({ identity: 1 })
  expect(await who.kyc.saveIdentity(confirmed)).toEqual({ ok: true, data: null })
  expect(await who.kyc.upload({ type: 'pan', file: picture() })).toMatchObject({
    reason: 'identity-already-verified',
  })
  expect(await identityOf(server.services, who.borrowerId, day('2026-11-21'))).toMatchObject({
    name: NAME,
    dob: DOB,
    isVerified: true,
    namesAgree: 'same',
    cardsCheck: 'passed',
  })
})

test('names each missing picture in the specification’s words', async () => {
  const who = await people.somebody()
  const { aadhaarFront: _, ...rest } = await takeAll(who)
  expect(await who.kyc.saveIdentity(rest)).toMatchObject(
    columnError('aadhaarFront', 'Please Upload Aadhaar front'),
  )
  const nothing = { type: 1 as const, name: NAME, dob: DOB, panNo: who.panNo }
  expect(await who.kyc.saveIdentity(nothing)).toMatchObject({
    errorColumn: [
      { msg: 'Please Upload Aadhaar front' },
      { msg: 'Please Upload PAN ' },
      { msg: 'Please Upload Face ' },
    ],
  })
})

test('only pictures that the borrower saw can be confirmed', async () => {
  const who = await people.somebody()
  const confirmed = await takeAll(who)
  await who.kyc.readCard({ type: 'pan', image: picture() })
  await settled(who)
  expect(await who.kyc.saveIdentity(confirmed)).toMatchObject({
    ok: false,
    reason: 'upload-not-found',
  })
  const other = await people.somebody()
  expect(await other.kyc.saveIdentity({ ...confirmed, panNo: other.panNo })).toMatchObject({
    reason: 'upload-not-found',
  })
  expect((await settled(other)).length).toBe(0)
})

/** The same borrower with another picture of a card, with the given reading. */
async function retaken(
  who: Person,
  confirmed: Awaited<ReturnType<typeof takeAll>>,
  type: 'aadhaarFront' | 'pan',
  notNeed = '',
) {
  expect(await who.kyc.readCard({ type, image: picture(), notNeed })).toMatchObject({ ok: true })
  const upload = (await settled(who)).find(each => each.type === type)
  return { ...confirmed, [type]: upload?.uploadId }
}

test.each([
  ['a name that had to be put right', { name: 'Rahul Sharma' }, {}, ''],
  ['a PAN that had to be put right', { panNo: 'XYZPV9999K' }, {}, ''],
  ['another birth date on the PAN card', {}, { dob: sure(day('1990-01-01')) }, ''],
  ['another name on the PAN card', {}, { name: sure('MOHAN NAIR') }, ''],
  ['a PAN card without a name', {}, {}, 'name'],
])('%s is referred to a person', async (_what, corrected, onCard, notNeed) => {
  const who = await people.somebody()
  const confirmed = await takeAll(who)
  next.pan = taxCard(who.panNo, onCard)
  const again = await retaken(who, confirmed, 'pan', notNeed)
  const pan = 'panNo' in corrected ? corrected.panNo : who.panNo
  expect(
    await who.kyc.saveIdentity({
      ...again,
      ...corrected,
      panNo: pan.replace('9999', who.panNo.slice(5, 9)),
    }),
  ).toEqual({
    ok: true,
    data: null,
  })
  expect(await identityOf(server.services, who.borrowerId, day('2026-11-21'))).toMatchObject({
    cardsCheck: 'needs-a-look',
  })
})

test('refuses the cards of two people', async () => {
  const who = await people.somebody()
  const confirmed = await takeAll(who)
  next.pan = taxCard(who.panNo, { name: sure('MOHAN NAIR'), dob: sure(day('1988-01-03')) })
  expect(await who.kyc.saveIdentity(await retaken(who, confirmed, 'pan'))).toMatchObject({
    reason: 'cards-differ',
  })
  expect(await who.isDone()).toMatchObject({ identity: 0 })
})

test('reports a slip in the birth date, and erases a child', async () => {
  const who = await people.somebody()
  const confirmed = await takeAll(who)
  const slipped = await who.kyc.saveIdentity({ ...confirmed, dob: '2012-08-12' })
  expect(slipped).toMatchObject({ reason: 'answers-incomplete', errorColumn: [{ column: 'dob' }] })
  expect((await settled(who)).length).toBe(3)
  next.front = front(who.aadhaar, { dob: sure(day('2012-08-12')) })
  const again = await retaken(who, confirmed, 'aadhaarFront')
  expect(await who.kyc.saveIdentity({ ...again, dob: '2012-08-12' })).toMatchObject({
    errorColumn: [{ column: 'dob' }],
  })
  expect(await settled(who)).toEqual([])
})

test('a card neither blocks the owner of its number nor reveals that it is a customer’s', async () => {
  const first = await people.somebody()
  const second = await people.somebody()
  expect(await first.kyc.saveIdentity(await takeAll(first))).toMatchObject({ ok: true })
  const uploads = await takeAll({ ...second, aadhaar: first.aadhaar })
  expect(await second.kyc.saveIdentity(uploads)).toEqual({ ok: true, data: null })
  const agreementOf = async ({ borrowerId }: typeof first) =>
    (await identityOf(server.services, borrowerId, day('2026-11-21')))?.namesAgree
  expect(await agreementOf(first)).toBe('same')
  expect(await agreementOf(second)).toBe('close')
  const owner = await people.somebody()
  expect(await people.sendAndVerify(owner, first.aadhaar)).toMatchObject({ ok: true })
})

test('an unclear picture names the reason, an interrupted reading says so, and a full reader names the time to wait', async () => {
  const who = await people.somebody()
  next.front = { state: 'unclear', reason: 'not-legible' }
  await who.kyc.readCard({ type: 'aadhaarFront', image: picture() })
  expect(await settled(who)).toMatchObject([
    { state: 'unclear', why: 'not-legible', value_keys: [] },
  ])
  next.front = new Error('the reading process ended')
  await who.kyc.readCard({ type: 'aadhaarFront', image: picture() })
  expect(await settled(who)).toMatchObject([{ state: 'unclear', why: 'interrupted' }])
  next.front = 'busy'
  const refused = await who.kyc.readCard({ type: 'aadhaarFront', image: picture() })
  expect(refused).toMatchObject({ ok: false, reason: 'reading-busy', retryAfterSeconds: 25 })
  expect(await settled(who)).toMatchObject([{ state: 'unclear', why: 'interrupted' }])
})

test('stores a card without its first eight digits, or not at all', async () => {
  const who = await people.somebody()
  const { firstEightAt: _, ...unplaced } = (front(who.aadhaar) as { card: AadhaarFront }).card
  next.front = { state: 'read', card: unplaced }
  const before = storedFiles().length
  await who.kyc.readCard({ type: 'aadhaarFront', image: picture() })
  expect(await settled(who)).toMatchObject([{ state: 'read' }])
  expect(storedFiles().length).toBe(before)
})

test('neither stores nor logs a number, a name or a date in clear', async () => {
  const who = await people.somebody()
  await takeAll(who)
  const rows = await server.services.db.raw(
    `SELECT encode(convert_to(t::text, 'UTF8'), 'escape') AS row FROM card_reading t`,
  )
  const stored = JSON.stringify(rows) + JSON.stringify(server.logged) + storedFiles().join()
  for (const secret of [who.aadhaar, who.aadhaar.slice(0, 8), who.panNo, 'Verma', 'VERMA', DOB])
    expect(stored).not.toContain(secret)
})

test('deletes unconfirmed readings after two days, with their pictures', async () => {
  const who = await people.somebody()
  await takeAll(who)
  const before = storedFiles().length
  await forgetOldReadings(parts.services())
  expect((await settled(who)).length).toBe(3)
  server.clock.advance({ days: 3 })
  await forgetOldReadings(parts.services())
  expect((await settled(await people.somebody())).length).toBe(0)
  expect(storedFiles().length).toBeLessThanOrEqual(before - 2)
})

test('every call needs a session, and a file that is no picture is refused', async () => {
  const kyc = server.browser().calls(contract.kyc)
  const file = picture()
  const who = await people.somebody()
  const calls = [
    kyc.uploads({}),
    kyc.chooseType({ kycPageType: 1 }),
    kyc.upload({ type: 'pan', file }),
    kyc.readCard({ type: 'pan', image: file }),
  ]
  for (const call of calls) expect(await call).toMatchObject({ ok: false, code: -4 })
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], {
    type: 'image/png',
  })
  for (const type of ['aadhaarFront', 'pan', 'face'] as const)
    expect(await who.kyc.upload({ type, file: svg })).toMatchObject({ reason: 'image-unreadable' })
})
