import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureHeader } from '#domain/picture.ts'
import { blackedOut } from '#server/platform/files/blacked-out.ts'
import { reEncode } from '#server/platform/files/re-encode.ts'
import { takePicture } from '#server/platform/files/take-picture.ts'

const SECRET = 'GPS 18.5204 73.8567'

/** Left half red, right half blue. */
function twoHalves(width = 40, height = 20) {
  const halves = sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
  const red = { create: { width: width / 2, height, channels: 3, background: '#ff0000' } } as const
  return halves.composite([{ input: red, left: 0, top: 0 }])
}

const noted = { IFD0: { ImageDescription: SECRET }, IFD3: { GPSProcessingMethod: SECRET } }

async function pixel(bytes: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
}

describe('a re-encoded picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'loses everything that a %s carries beside its pixels',
    async format => {
      const carrying = await twoHalves().withExif(noted).toFormat(format).toBuffer()
      expect(carrying.includes(SECRET)).toBe(true)
      const written = await reEncode(
        Buffer.concat([carrying, Buffer.from(`<script>${SECRET}</script>`)]),
      )
      expect(Buffer.from(written?.bytes ?? []).includes(SECRET)).toBe(false)
      expect(pictureHeader(written?.bytes ?? new Uint8Array())).toEqual(written?.header)
      expect(written?.header).toEqual({
        mediaType: 'image/jpeg',
        widthPixels: 40,
        heightPixels: 20,
      })
    },
  )

  test('is upright, whichever way the camera was held', async () => {
    const lying = await twoHalves().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const written = await reEncode(lying)
    expect(written?.header).toMatchObject({ widthPixels: 20, heightPixels: 40 })
    const [red = 0, , blue = 0] = await pixel(written?.bytes ?? new Uint8Array(), 10, 5)
    expect(red).toBeGreaterThan(blue)
  })

  test('is white where it was transparent, and no larger than needed', async () => {
    const clear = await sharp({
      create: { width: 3_000, height: 30, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer()
    const written = await reEncode(clear)
    expect(written?.header.widthPixels).toBeLessThan(3_000)
    expect(await pixel(written?.bytes ?? new Uint8Array(), 5, 5)).toEqual([255, 255, 255])
  })

  test('is undefined for an incomplete file, for no picture, or for another kind of picture', async () => {
    const whole = await twoHalves(400, 200).jpeg().toBuffer()
    const gif = await twoHalves().gif().toBuffer()
    const drawn = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const bytes of [whole.subarray(0, whole.length / 2), gif, drawn, Buffer.alloc(64, 0xff)])
      expect(await reEncode(bytes)).toBeUndefined()
  })
})

describe('a JPEG without its end marker', () => {
  /** Pixels of which none can be guessed from the others. */
  const width = 333
  const height = 217
  const noise = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => Math.abs(Math.sin(at * 12.9898)) * 255),
  )
  const drawn = () => sharp(noise, { raw: { width, height, channels: 3 } })
  const kinds: Record<string, () => Promise<Buffer>> = {
    baseline: () => drawn().jpeg({ quality: 80 }).toBuffer(),
    'of full colour': () => drawn().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
    progressive: () => drawn().jpeg({ quality: 80, progressive: true }).toBuffer(),
    grey: () => drawn().greyscale().jpeg({ quality: 60 }).toBuffer(),
    flat: () => twoHalves(400, 200).jpeg().toBuffer(),
    'lower than a block': () => twoHalves(40, 6).jpeg().toBuffer(),
  }

  test.each(Object.entries(kinds))('is taken whole: %s', async (_kind, draw) => {
    const whole = await draw()
    const pixels = async (bytes: Uint8Array) =>
      Buffer.from((await reEncode(bytes))?.bytes ?? []).toString('base64')
    const expected = await pixels(whole)
    expect(expected).not.toBe('')
    const without = whole.subarray(0, -2)
    for (const [what, bytes] of Object.entries({
      'no marker': without,
      'half a marker': whole.subarray(0, -1),
      padded: Buffer.concat([without, Buffer.alloc(64)]),
    }))
      expect((await pixels(bytes)) === expected, what).toBe(true)
  })

  test.each(Object.entries(kinds).slice(0, 4))(
    'is refused where it is cut in its data: %s',
    async (_kind, draw) => {
      const whole = await draw()
      const data = whole.subarray(0, -2)
      for (const bytesLess of [4, 5, 10, 30, 100, 300, 1_000, 3_000, data.length >> 1]) {
        const cut = data.subarray(0, -bytesLess)
        expect(await reEncode(cut), `${bytesLess} bytes less`).toBeUndefined()
      }
    },
  )

  test('as a phone wrote it is taken, and one cut in its data is refused', async () => {
    const bytes = await readFile(new URL('../../testing/jpeg-without-end.jpg', import.meta.url))
    expect(bytes.subarray(-2)).not.toEqual(Buffer.from([0xff, 0xd9]))
    const picture = await takePicture(new File([bytes], 'a.jpg'), 'image')
    expect(picture).toMatchObject({ header: { widthPixels: 600, heightPixels: 400 } })
    for (const share of [0.3, 0.6, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share))
      expect(await takePicture(new File([cut], 'a.jpg'), 'image')).toMatchObject({
        refused: 'image-unreadable',
      })
    }
  })
})

test('a blacked-out area is black at every rotation, and the rest is unchanged', async () => {
  const picture = await reEncode(await twoHalves(80, 80).png().toBuffer())
  if (!picture) throw new Error('no picture')
  const diamond = [
    { x: 40, y: 10 },
    { x: 70, y: 40 },
    { x: 40, y: 70 },
    { x: 10, y: 40 },
  ]
  const { bytes, header } = await blackedOut(picture, [
    diamond,
    [
      { x: -50, y: 75 },
      { x: 200, y: 75 },
      { x: 200, y: 90 },
    ],
  ])
  expect(header).toEqual(picture.header)
  for (const channel of await pixel(bytes, 40, 40)) expect(channel).toBeLessThan(20)
  expect((await pixel(bytes, 5, 5))[0]).toBeGreaterThan(200)
  expect((await pixel(bytes, 75, 5))[2]).toBeGreaterThan(200)
})
