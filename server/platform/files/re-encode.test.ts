import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureHeader } from '#domain/picture.ts'
import { blackedOut } from '#server/platform/files/blacked-out.ts'
import { reEncode } from '#server/platform/files/re-encode.ts'

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
