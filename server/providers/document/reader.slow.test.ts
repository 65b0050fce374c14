import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { blackedOut } from '#server/platform/files/blacked-out.ts'
import { type CleanPicture, reEncode } from '#server/platform/files/re-encode.ts'
import type { CardReading, StartedReading } from '#server/providers/document/port.ts'
import { cardReader } from '#server/providers/document/reader.ts'
import {
  drawnAadhaar,
  drawnLetter,
  drawnPan,
  type Photographed,
} from '#server/testing/drawn-card.ts'
import { aadhaarEnding } from '#server/testing/verification.ts'

const documents = cardReader()
afterAll(() => documents.close())

const MEERA = { name: 'Meera Anand Devan', dob: '23/11/1991' }
const NUMBER = aadhaarEnding('1238', 34_567_890)
const PAN = 'BCGPD4107M'

async function read<Card>(started: StartedReading<Card>): Promise<CardReading<Card>> {
  if (started.state === 'busy') throw new Error('the reader is busy')
  return started.reading
}
const front = (picture: CleanPicture, onProgress: (percent: number) => void = () => undefined) =>
  read(documents.readAadhaarFront(picture, onProgress))
const tax = (picture: CleanPicture) => read(documents.readPanCard(picture, () => undefined))

const PHOTOGRAPHS: [string, Photographed][] = [
  ['straight', {}],
  ['askew', { turned: 7 }],
  ['upside down and out of focus', { turned: 180, blurred: 2 }],
  ['on its side and small', { turned: 90, width: 520 }],
]

test.each(PHOTOGRAPHS)('reads an Aadhaar card that lies %s', async (_how, how) => {
  const picture = await drawnAadhaar({ ...MEERA, number: NUMBER }, how)
  const percents: number[] = []
  const reading = await front(picture, percent => percents.push(percent))
  expect(reading).toMatchObject({
    state: 'read',
    card: {
      number: { value: NUMBER },
      name: { value: MEERA.name },
      dob: { value: '1991-11-23' },
      gender: { value: 'female' },
    },
  })
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
})

test('finds no number on a masked Aadhaar card', async () => {
  const picture = await drawnAadhaar({ ...MEERA, number: NUMBER }, { turned: 12 })
  const reading = await front(picture)
  const places = reading.state === 'read' ? reading.card.firstEightAt : undefined
  expect(await front(await blackedOut(picture, places ?? []))).toEqual({
    state: 'unclear',
    reason: 'not-legible',
  })
})

// The same code straightens both cards.
test('reads a PAN card that lies askew', async () => {
  expect(await tax(await drawnPan({ ...MEERA, number: PAN }, { turned: 7 }))).toMatchObject({
    state: 'read',
    card: {
      number: { value: PAN },
      name: { value: MEERA.name.toUpperCase() },
      dob: { value: '1991-11-23' },
    },
  })
})

test('does not accept a number with a wrong check digit', async () => {
  const wrong = `${NUMBER.slice(0, -1)}${(Number(NUMBER.at(-1)) + 1) % 10}`
  expect(await front(await drawnAadhaar({ ...MEERA, number: wrong }))).toEqual({
    state: 'unclear',
    reason: 'not-legible',
  })
})

test('reports a picture without such a card', async () => {
  const letter = await drawnLetter()
  expect(await front(letter)).toEqual({ state: 'unclear', reason: 'not-this-card' })
  expect(await tax(letter)).toEqual({ state: 'unclear', reason: 'not-this-card' })
})

describe('a faulty process', () => {
  const program = fileURLToPath(new URL('../../testing/odd-reader.ts', import.meta.url))

  test('that crashes fails its picture, and the next picture gets another process', async () => {
    const reader = cardReader({ program })
    const picture = await drawnLetter()
    for (let count = 0; count < 2; count += 1) {
      await expect(read(reader.readPanCard(picture, () => undefined))).rejects.toThrow(
        'the reading process ended',
      )
    }
    await reader.close()
  })

  test('that never answers is ended', async () => {
    const reader = cardReader({ program, maxSilenceMs: 50 })
    await expect(
      read(reader.readAadhaarFront(await drawnLetter(), () => undefined)),
    ).rejects.toThrow('made no progress')
    await reader.close()
  })

  test('that makes progress may take longer', async () => {
    vi.stubEnv('ODD_READER_STEPS', '3')
    const picture = await drawnLetter()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = cardReader({ program, maxSilenceMs: 1_000 })
    const reading = read(reader.readAadhaarFront(picture, () => void vi.advanceTimersByTime(900)))
    expect(await reading).toEqual({ state: 'unclear', reason: 'not-legible' })
    await reader.close()
    vi.useRealTimers()
  })

  test('lets only a few pictures wait, and closing interrupts all of them', async () => {
    const reader = cardReader({ program, maxWaiting: 2 })
    const picture = await drawnLetter()
    const started = [1, 2, 3].map(() => read(reader.readAadhaarFront(picture, () => undefined)))
    const refused = started.map(reading =>
      expect(reading).resolves.toEqual({ state: 'unclear', reason: 'interrupted' }),
    )
    expect(reader.readAadhaarFront(picture, () => undefined)).toEqual({
      state: 'busy',
      waitSeconds: 10,
    })
    await reader.close()
    await Promise.all(refused)
  })
})

/**
 * A folder with photographs of specimen cards and a `truth.json`. Not every machine has one, and
 * the repository holds none.
 */
const folder = process.env.SPECIMEN_CARDS
type Truth = {
  readonly file: string
  readonly type: 'aadhaar' | 'pan'
  readonly aadhaar: string
  readonly pan: string
}

const truths: Truth[] = folder ? JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) : []

test.each(truths)('reads the specimen $file', async ({ file, type, aadhaar, pan }) => {
  const picture = await reEncode(await readFile(join(folder ?? '', file)))
  if (!picture) throw new Error('no picture')
  const value = type === 'pan' ? pan : aadhaar
  expect(await (type === 'pan' ? tax : front)(picture)).toMatchObject({
    state: 'read',
    card: { number: { value } },
  })
})
