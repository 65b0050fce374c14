import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CleanPicture } from '#server/platform/files/re-encode.ts'
import { randomIds } from '#server/platform/ids.ts'
import { cashfreeCards } from '#server/providers/document/cashfree.ts'
import type { DocumentPort, StartedReading } from '#server/providers/document/port.ts'
import { movableClock } from '#server/testing/app.ts'
import {
  cashfreeVerificationServer,
  type VerificationServer,
} from '#server/testing/vendors/cashfree-verification.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

let vendor: VerificationServer
let cards: DocumentPort
const parts = { ids: randomIds(), clock: movableClock(new Date('2026-11-21T04:30:00Z')) }
beforeAll(async () => {
  vendor = await cashfreeVerificationServer()
})
beforeEach(() => {
  cards = cashfreeCards(vendor.settings, parts)
})
afterAll(() => vendor.close())

function pictureOf(what: string): CleanPicture {
  return {
    bytes: Buffer.from(what),
    header: { mediaType: 'image/jpeg', widthPixels: 800, heightPixels: 500 },
  }
}
function come<Card>(started: StartedReading<Card>) {
  if (started.state === 'busy') throw new Error('there is no room')
  return started.reading
}
const aadhaar = (what: string) => come(cards.readAadhaarFront(pictureOf(what), () => undefined))
const pan = (what: string) => come(cards.readPanCard(pictureOf(what), () => undefined))

describe('an Aadhaar card', () => {
  test('is read as the port describes it, without the place of its digits', async () => {
    expect(await aadhaar('clear')).toEqual({
      state: 'read',
      card: {
        number: { value: '234567890124', certainty: 0.97 },
        name: { value: 'Anna Verma', certainty: 0.97 },
        dob: { value: '1995-02-02', certainty: 0.97 },
        gender: { value: 'female', certainty: 0.97 },
      },
    })
  })

  test('has no birth date if the card has a year only, and no certain value without a score', async () => {
    const reading = await aadhaar('year only')
    expect(reading).toMatchObject({
      state: 'read',
      card: { number: { certainty: 0.5 }, name: { certainty: 0.5 } },
    })
    expect(reading).not.toHaveProperty('card.dob')
  })

  test.each([
    ['masked', 'not-legible'],
    ['misread', 'not-legible'],
    ['copied', 'not-legible'],
    ['a cat', 'not-this-card'],
  ])('%s is unclear: %s', async (what, reason) => {
    expect(await aadhaar(what)).toEqual({ state: 'unclear', reason })
  })
})

describe('a PAN card', () => {
  test('is read as the port describes it', async () => {
    expect(await pan('clear')).toEqual({
      state: 'read',
      card: {
        number: { value: 'ABCPV1234F', certainty: 0.93 },
        name: { value: 'ANNA VERMA', certainty: 0.93 },
        dob: { value: '1995-02-02', certainty: 0.93 },
      },
    })
  })

  test('is never certain if the fifth letter is not an initial of the name', async () => {
    expect(await pan('another initial')).toMatchObject({
      card: { number: { value: 'ABCPK1234F', certainty: 0.5 } },
    })
  })

  test.each([
    ['company', 'not-legible'],
    ['misread', 'not-legible'],
    ['a cat', 'not-this-card'],
  ])('%s is unclear: %s', async (what, reason) => {
    expect(await pan(what)).toEqual({ state: 'unclear', reason })
  })
})

test('sends the same picture again each time, under a new id', async () => {
  expect(await Promise.all([pan('clear'), pan('clear')])).toMatchObject([
    { state: 'read' },
    { state: 'read' },
  ])
  const [one, other] = vendor.calls.slice(-2).map(({ form }) => form?.get('verification_id'))
  expect(one).not.toBe(other)
})

test.each<Mishap>(['down', 'busy', 'slow', 'malformed', 'redirect', 'huge', 'cut'])(
  '%s: the reader could not be reached, and the error says nothing of the card',
  async mishap => {
    for (const read of [aadhaar, pan]) {
      vendor.mishaps.push(mishap)
      const error = await read('clear').catch((thrown: Error) => thrown)
      expect(error).toMatchObject({ name: 'VendorFailure' })
      expect(error instanceof Error && `${error.message} ${error.stack}`).not.toMatch(
        /23456|ABCP|Anna/i,
      )
    }
  },
)

test.each([
  ['odd', 'malformed'],
  ['unpaid', 'refused'],
])('rejects %s as an answer about a card: %s', async (what, kind) => {
  await expect(aadhaar(what)).rejects.toMatchObject({ kind })
  await expect(pan(what)).rejects.toMatchObject({ kind })
})

test('has room for eight pictures at once, and again once they are read', async () => {
  const readings = Array.from({ length: 8 }, () => pan('clear'))
  expect(cards.readPanCard(pictureOf('clear'), () => undefined)).toEqual({
    state: 'busy',
    waitSeconds: 5,
  })
  await Promise.all(readings)
  expect(await pan('clear')).toMatchObject({ state: 'read' })
})

test('closing interrupts the current readings', async () => {
  vendor.mishaps.push('slow')
  const slow = cashfreeCards({ ...vendor.settings, timeoutMs: 600_000 }, parts)
  const reading = come(slow.readPanCard(pictureOf('clear'), () => undefined))
  const broken = expect(reading).rejects.toMatchObject({ kind: 'unreachable' })
  await slow.close()
  await broken
  vendor.mishaps.length = 0
})
