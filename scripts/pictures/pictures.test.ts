import sharp from 'sharp'
import { expect, test } from 'vitest'
import { differenceOf, packed } from './compare.ts'
import { reviewPage } from './review.ts'

const GROUND = { r: 244, g: 244, b: 250 }
/** A picture with a square in it. */
const drawn = (square: { r: number; g: number; b: number }, height = 20, left = 4) =>
  sharp({ create: { width: 30, height, channels: 3, background: GROUND } })
    .composite([
      {
        input: { create: { width: 12, height: 12, channels: 3, background: square } },
        left,
        top: 4,
      },
    ])
    .png()
    .toBuffer()
const INDIGO = { r: 43, g: 40, b: 119 }

test('a picture is packed at half its size, the same each time', async () => {
  const [one, again] = await Promise.all([packed(await drawn(INDIGO)), packed(await drawn(INDIGO))])
  expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: 15, height: 10 })
  expect(await differenceOf(one, again)).toBeUndefined()
  expect(await differenceOf(one, await packed(await drawn({ r: 43, g: 50, b: 119 })))).toBeDefined()
})

test('counts and marks the pixels of another colour', async () => {
  const difference = await differenceOf(await drawn(INDIGO), await drawn({ r: 43, g: 60, b: 119 }))
  expect(difference).toMatchObject({ kind: 'changed', pixels: 144 })
  if (difference?.kind !== 'changed') throw new Error('nothing is marked')
  const { data } = await sharp(difference.png).raw().toBuffer({ resolveWithObject: true })
  const red = data.filter((_, at) => at % 4 === 0 && data[at] === 255 && data[at + 1] === 0)
  expect(red).toHaveLength(144)
})

test('a square that moved by a pixel differs, and four single pixels do not', async () => {
  const [one, moved] = await Promise.all([drawn(INDIGO), drawn(INDIGO, 20, 5)])
  expect(await differenceOf(one, moved)).toMatchObject({ pixels: 24 })
  const dotted = await sharp(one)
    .composite([
      {
        input: { create: { width: 4, height: 1, channels: 3, background: INDIGO } },
        left: 20,
        top: 2,
      },
    ])
    .png()
    .toBuffer()
  expect(await differenceOf(one, dotted)).toBeUndefined()
})

test('a picture of another size, a new one and a missing one differ', async () => {
  const [one, taller] = await Promise.all([drawn(INDIGO), drawn(INDIGO, 21)])
  expect(await differenceOf(one, taller)).toEqual({ kind: 'resized' })
  expect(await differenceOf(undefined, one)).toEqual({ kind: 'added' })
  expect(await differenceOf(one, undefined)).toEqual({ kind: 'gone' })
})

test('the page shows the versions of each picture, and how to accept it', () => {
  const page = reviewPage([
    { name: 'a-en', kind: 'changed' },
    { name: 'b-en', kind: 'added' },
    { name: 'c-en', kind: 'gone' },
  ])
  const shown = [...page.matchAll(/src="([^"]+)"/g)].map(([, file]) => file)
  expect(shown).toEqual([
    'a-en.accepted.webp',
    'a-en.new.webp',
    'a-en.difference.png',
    'b-en.new.webp',
  ])
  expect(page).toContain('npm run rig -- screenshots --accept b-en<')
})
