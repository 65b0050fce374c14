import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endedJpeg, hasTooManyPixels, imageVerdict, pictureHeader } from '#domain/picture.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap(part =>
      typeof part === 'string' ? Array.from(part, letter => letter.charCodeAt(0)) : part,
    ),
  )

const jpegFrame = (marker: number) => [
  0xff,
  marker,
  0,
  17,
  8,
  0x02,
  0x58,
  0x03,
  0x20,
  3,
  1,
  0x22,
  0,
  2,
  0x11,
  1,
  3,
  0x11,
  1,
]
const jpeg = (marker: number, before: number[] = []) =>
  bytes([0xff, 0xd8, ...before, ...jpegFrame(marker), 0xff, 0xda])
const exif = [0xff, 0xe1, 0, 6, 0xff, 0xc0, 1, 2]
const png = bytes(
  [0x89],
  'PNG\r\n',
  [0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  [0, 0, 3, 32, 0, 0, 2, 88, 8, 6, 0, 0, 0, 1, 2, 3, 4],
)
const webp = (kind: string, ...rest: number[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], [...rest, ...Array(12).fill(0)])

/** The picture with one byte changed. */
const spoilt = (picture: Uint8Array, at: number, value = 0) => picture.with(at, value)
const lossy = webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02)
const lossless = webp('VP8L', 0x2f, ...new Uint8Array(new Uint32Array([799 | (599 << 14)]).buffer))

test.each<[string, Uint8Array, string]>([
  ['baseline JPEG', jpeg(0xc0), 'image/jpeg'],
  ['progressive JPEG', jpeg(0xc2), 'image/jpeg'],
  ['JPEG with a frame marker inside its metadata', jpeg(0xc0, exif), 'image/jpeg'],
  ['JPEG with fill bytes', jpeg(0xc0, [0xff, 0xff]), 'image/jpeg'],
  ['JPEG with a table before the frame', jpeg(0xc0, [0xff, 0xc4, 0, 3, 1]), 'image/jpeg'],
  ['PNG', png, 'image/png'],
  ['lossy WebP', lossy, 'image/webp'],
  ['lossless WebP', lossless, 'image/webp'],
  ['extended WebP', webp('VP8X', 0, 0, 0, 0, 0x1f, 0x03, 0, 0x57, 0x02, 0), 'image/webp'],
])('the header of a %s is read', (_kind, picture, mediaType) => {
  expect(pictureHeader(picture)).toEqual({ mediaType, widthPixels: 800, heightPixels: 600 })
})

test.each<[string, Uint8Array]>([
  ['a frame without the start of a JPEG', spoilt(jpeg(0xc0), 0)],
  ['a JPEG with something else than a marker before its frame', jpeg(0xc0, [0, 0xe1, 0, 2])],
  ['a PNG with the first half of its signature spoilt', spoilt(png, 1)],
  ['a PNG with the second half of its signature spoilt', spoilt(png, 5)],
  ['a PNG with a header chunk of another length', spoilt(png, 11)],
  ['a PNG with another first chunk', spoilt(png, 12)],
  ['a picture of no height', png.with(22, 0).with(23, 0)],
  ['a container that is not RIFF', spoilt(lossy, 0)],
  ['a RIFF that is not WebP', spoilt(lossy, 8)],
  ['a lossy WebP with the first byte of its start code spoilt', spoilt(lossy, 23)],
  ['with the second', spoilt(lossy, 24)],
  ['with the third', spoilt(lossy, 25)],
  ['a lossless WebP without its signature', spoilt(lossless, 20)],
  ['nothing', bytes()],
  ['text', bytes('GIF89a, or so it says, and goes on for a while')],
  ['a page that begins like a JPEG', bytes([0xff, 0xd8, 0xff], '<script>alert(1)</script>')],
  [
    'a JPEG whose pixels come before its frame',
    bytes([0xff, 0xd8, 0xff, 0xda, 0, 2], jpegFrame(0xc0)),
  ],
  ['a JPEG with a segment of no length', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0], jpegFrame(0xc0))],
  [
    'a PNG without a header chunk',
    bytes(png.slice(0, 12) as unknown as number[], 'IDAT', Array(30).fill(1)),
  ],
  ['a picture of no width', bytes([...png.slice(0, 16)], [0, 0, 0, 0], [...png.slice(20)])],
  ['a WebP of an unknown kind', webp('VP9 ', 1, 2, 3)],
  ['a WebP without its start code', webp('VP8 ', 0, 0, 0, 1, 2, 3, 0x20, 0x03, 0x58, 0x02)],
])('%s is no picture', (_what, picture) => expect(pictureHeader(picture)).toBeUndefined())

test('a header cut short anywhere gives nothing, and never a crash', () => {
  for (const picture of [
    jpeg(0xc0, exif),
    png,
    webp('VP8X', 0, 0, 0, 0, 0x1f, 0x03, 0, 0x57, 0x02, 0),
  ])
    for (let length = 0; length < 16; length += 1)
      expect(pictureHeader(picture.subarray(0, length))).toBeUndefined()
})

test.each<[string, Uint8Array, number]>([
  // Two bytes of start, eight of metadata, and nine up to the width of the frame.
  ['JPEG', jpeg(0xc0, exif), 19],
  ['PNG', png, 33],
  ['WebP', webp('VP8X', 0, 0, 0, 0, 0x1f, 0x03, 0, 0x57, 0x02, 0), 30],
])('the header of a %s is complete after %i bytes, wherever they lie', (_kind, picture, length) => {
  const within = new Uint8Array([1, 2, 3, ...picture]).subarray(3)
  expect(pictureHeader(within.subarray(0, length))).toMatchObject({ widthPixels: 800 })
  expect(pictureHeader(within.subarray(0, length - 1))).toBeUndefined()
})

test('each frame marker of a JPEG is one, and the tables between them are not', () => {
  const frames = Array.from({ length: 0xdf - 0xb0 }, (_, at) => 0xb0 + at).filter(
    marker => pictureHeader(jpeg(marker)) !== undefined,
  )
  // ITU-T T.81, table B.1: SOF0 to SOF15, without DHT, JPG and DAC.
  expect(frames).toEqual([
    0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
  ])
})

test('any bytes give a size or nothing', () => {
  const starts = fc.constantFrom<number[]>(
    [],
    [0xff, 0xd8, 0xff],
    [...png.slice(0, 8)],
    [...webp('VP8X').slice(0, 16)],
  )
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      const header = pictureHeader(new Uint8Array([...start, ...rest]))
      if (header) expect(Math.min(header.widthPixels, header.heightPixels)).toBeGreaterThan(0)
    }),
  )
})

test('fifty million pixels are the limit', () => {
  const of = (widthPixels: number, heightPixels: number) =>
    ({ mediaType: 'image/png', widthPixels, heightPixels }) as const
  expect(hasTooManyPixels(of(10_000, 5_000))).toBe(false)
  expect(hasTooManyPixels(of(10_001, 5_000))).toBe(true)
})

const END = [0xff, 0xd9]

test.each<[what: string, data: number[], ended: number[]]>([
  ['lacks its end marker', [1, 2, 3], [1, 2, 3, ...END]],
  ['has half of it', [1, 2, 3, 0xff], [1, 2, 3, ...END]],
  ['is padded', [1, 2, 3, 0, 0, 0, 0, 0], [1, 2, 3, ...END]],
  ['is padded after half of it', [1, 2, 3, 0xff, 0, 0, 0, 0], [1, 2, 3, ...END]],
  ['ends with zeros of its data', [1, 2, 0, 0], [1, 2, 0, 0, ...END]],
  ['ends with an escaped byte of its data', [1, 2, 0xff, 0], [1, 2, 0xff, 0, ...END]],
  ['is empty', [], END],
])('a JPEG gets the end marker where it %s', (_what, data, ended) => {
  expect([...endedJpeg(new Uint8Array(data))]).toEqual(ended)
  const filled = [...ended.slice(0, -2), 0x55, 0x55, ...END]
  expect([...endedJpeg(new Uint8Array(data), [0x55, 0x55])]).toEqual(filled)
})

const limit = 10 * 1024 * 1024
test.each([
  [limit - 1, 'original', 'accept'],
  [limit, 'original', 'compress'],
  [limit * 3, 'original', 'compress'],
  [limit, 'compressed', 'accept'],
  [limit + 1, 'compressed', 'refuse'],
] as const)('%i bytes, %s: %s', (size, stage, verdict) =>
  expect(imageVerdict(size, stage)).toBe(verdict),
)
