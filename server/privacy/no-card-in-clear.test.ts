/**
 * Nothing that was read from cards and codes is stored in clear: no name, no date of birth, no
 * number, and no picture.
 */
import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { day, indiaDayOf } from '#domain/day.ts'
import { isPersonalPan } from '#domain/identity/identity.ts'
import { aadhaarQrSimulator } from '#server/providers/aadhaar-qr/simulator.ts'
import type { DocumentPort } from '#server/providers/document/port.ts'
import { inventedPerson } from '#server/providers/simulated/invented-person.ts'
import { picture } from '#server/providers/simulated/person.ts'
import type { Browser } from '#server/testing/browser.ts'
import { databaseDump, filesDump } from '#server/testing/dump.ts'
import { forFile } from '#server/testing/for-file.ts'
import { heldIn } from '#server/testing/personal-values.ts'
import { aadhaarEnding } from '#server/testing/verification.ts'
import { wholeServer } from '#server/testing/whole.ts'

const CARD = {
  number: aadhaarEnding('7415', 48_261_937),
  pan: 'QWXPZ5938K',
  name: 'Theodora Quillfeather',
  dob: day('1991-03-27'),
}
const CODE = { number: aadhaarEnding('9036', 61_947_283), pan: 'QVXPZ2746L' }
const image = picture(310, 310)

const sure = <T>(value: T) => ({ value, certainty: 1 })
const corners = [
  { x: 0, y: 0 },
  { x: 150, y: 0 },
  { x: 150, y: 300 },
  { x: 0, y: 300 },
]
const documents: DocumentPort = {
  readAadhaarFront: () => {
    const { number, name, dob } = CARD
    const card = {
      number: sure(number),
      name: sure(name),
      dob: sure(dob),
      gender: sure('female' as const),
      firstEightAt: [corners],
    }
    return { state: 'started', reading: Promise.resolve({ state: 'read', card }) }
  },
  readPanCard: () => {
    if (!isPersonalPan(CARD.pan)) throw new Error('no PAN')
    const card = {
      number: sure(CARD.pan),
      name: sure(CARD.name.toUpperCase()),
      dob: sure(CARD.dob),
    }
    return { state: 'started', reading: Promise.resolve({ state: 'read', card }) }
  },
  close: async () => undefined,
}

const server = forFile(() => wholeServer({ logLevel: 'trace', documents }))

/** Uploads the three pictures, and returns the values to confirm. */
async function givesCards(browser: Browser) {
  const kyc = browser.calls(contract.kyc)
  await kyc.chooseType({ kycPageType: 1 })
  for (const type of ['aadhaarFront', 'pan', 'face'] as const)
    expect(await kyc.upload({ type, file: image })).toMatchObject({ ok: true })
  const uploads = await vi.waitFor(async () => {
    const answer = await kyc.uploads({})
    if (!answer.ok || answer.data.uploads.some(({ state }) => state === 'reading'))
      throw new Error('still reading')
    return answer.data.uploads
  }, 60_000)
  const ids = Object.fromEntries(uploads.map(({ type, uploadId }) => [type, uploadId]))
  const { name, dob, pan } = CARD
  return {
    type: 1 as const,
    ...(ids as Record<'aadhaarFront' | 'pan' | 'face', string>),
    name,
    dob,
    panNo: pan,
  }
}

/** Submits a code, and returns its content and the code. */
async function showsCode(browser: Browser): Promise<string[]> {
  const kyc = browser.calls(contract.kyc)
  const person = inventedPerson(CODE.number, indiaDayOf(server.clock.now()))
  const code = await aadhaarQrSimulator(server.services).issue({
    ...person,
    lastFour: CODE.number.slice(-4),
  })
  expect(await kyc.proveByCode({ code })).toMatchObject({ ok: true })
  expect(await kyc.saveIdentity({ type: 2, panNo: CODE.pan })).toMatchObject({ ok: true })
  return [code, person.name, person.dob, person.address.careOf, person.address.street].filter(
    text => text.length > 8,
  )
}

/** The spellings of a date in different countries. */
const asWritten = (date: string) => [
  date,
  date.split('-').reverse().join('/'),
  date.split('-').reverse().join('-'),
]

/** Searches everything that is stored, and requires rows in these tables. */
async function expectNothingInClear(
  values: readonly string[],
  expected: readonly string[],
): Promise<void> {
  const dumped = [...(await databaseDump(server.database.target)), ...filesDump(server.folder)]
  const tables = new Set(dumped.map(({ where }) => where))
  for (const table of expected) expect(tables).toContain(`public.${table}`)
  expect(
    dumped.flatMap(({ where, text }) => heldIn(text, values).map(value => `${where}: ${value}`)),
  ).toEqual([])
  const bytes = Buffer.from(await image.arrayBuffer())
  const middle = bytes.subarray(bytes.length / 2, bytes.length / 2 + 24).toString('hex')
  expect(dumped.filter(({ text }) => text.includes(middle)).map(({ where }) => where)).toEqual([])
  for (const line of server.logged)
    expect(heldIn(JSON.stringify(line), values), JSON.stringify(line)).toEqual([])
}

test('no value of cards, of a code, or of a data download is stored or logged in clear', async () => {
  const ofCards = await server.signIn('919726354180')
  const ofCode = await server.signIn('919726354181')
  const onCards = [
    CARD.number,
    CARD.pan,
    CARD.name,
    CARD.name.toUpperCase(),
    ...asWritten(CARD.dob),
  ]
  const confirmed = await givesCards(ofCards)
  expect(filesDump(server.folder)).toHaveLength(3)
  await expectNothingInClear(onCards, ['document', 'card_reading'])
  expect(await ofCards.calls(contract.kyc).saveIdentity(confirmed)).toMatchObject({ ok: true })
  const inCode = await showsCode(ofCode)
  for (const browser of [ofCards, ofCode])
    expect(await browser.calls(contract.ownData).download({})).toMatchObject({ ok: true })
  await expectNothingInClear(
    [...onCards, CODE.number, CODE.pan, ...inCode],
    ['identity', 'document', 'audit_entry'],
  )
})
