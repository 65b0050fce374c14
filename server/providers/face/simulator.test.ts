import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { faceSimulator } from '#server/providers/face/simulator.ts'

const face = faceSimulator()

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A grey picture of this size; `row` paints each line of pixels. */
function png(widthPx: number, heightPx: number, row: () => Buffer): Buffer {
  const header = Buffer.concat([uint32(widthPx), uint32(heightPx), Buffer.from([8, 0, 0, 0, 0])])
  const pixels = Buffer.concat(
    Array.from({ length: heightPx }, () => Buffer.concat([Buffer.from([0]), row()])),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const noisy = (widthPx: number, heightPx: number) =>
  png(widthPx, heightPx, () => randomBytes(widthPx))
const black = (widthPx: number, heightPx: number) =>
  png(widthPx, heightPx, () => Buffer.alloc(widthPx))

/** A JPEG's first segments, then entropy-coded bytes. */
function jpeg(widthPx: number, heightPx: number, scan: Buffer): Buffer {
  const app0 = Buffer.from([0xff, 0xe0, 0, 4, 1, 2])
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    11,
    8,
    heightPx >> 8,
    heightPx & 255,
    widthPx >> 8,
    widthPx & 255,
    1,
    1,
    0x11,
    0,
  ])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app0, frame, scan, Buffer.from([0xff, 0xd9])])
}

test('passes a picture with detail, with a score between 0 and 1', async () => {
  for (const picture of [noisy(240, 320), jpeg(640, 480, randomBytes(20_000))]) {
    const check = await face.check({ face: picture, documents: [] })
    if (check.state !== 'one-face') throw new Error(check.state)
    expect(check.score).toBeGreaterThan(0)
    expect(check.score).toBeLessThanOrEqual(1)
  }
})

test.each([
  ['a black PNG', black(640, 480), 'too-dark'],
  ['a JPEG of one colour', jpeg(640, 480, Buffer.alloc(4_800, 0x28)), 'too-dark'],
  ['a small picture', noisy(199, 400), 'too-small'],
  ['a picture without pixels', jpeg(0, 480, randomBytes(20_000)), 'unreadable'],
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unreadable'],
  ['nothing', Buffer.alloc(0), 'unreadable'],
  ['a JPEG cut short', jpeg(640, 480, Buffer.alloc(0)).subarray(0, 12), 'unreadable'],
])('%s is unclear: %#', async (_what, picture, reason) => {
  expect(await face.check({ face: picture, documents: [] })).toEqual({ state: 'unclear', reason })
})
