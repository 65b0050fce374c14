import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IMAGE_MAX_BYTES } from '#domain/limits.ts'
import { fittedSize, prepareImage } from './compress.ts'

/** The browser's own decoder, which fails unless a test says otherwise. */
const decode = vi.fn<() => Promise<ImageBitmap>>()
beforeEach(() => {
  decode.mockReset().mockRejectedValue(new Error('no picture'))
  vi.stubGlobal('createImageBitmap', decode)
})
afterEach(() => vi.unstubAllGlobals())

const JPEG = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 2, 88, 3, 32, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
const PNG = [
  0x89,
  ...text('PNG\r\n'),
  0x1a,
  0x0a,
  0,
  0,
  0,
  13,
  ...text('IHDR'),
  0,
  0,
  3,
  32,
  0,
  0,
  2,
  88,
  8,
  6,
  0,
  0,
  0,
  1,
  2,
  3,
  4,
]
const WEBP = [
  ...text('RIFF'),
  0,
  0,
  0,
  0,
  ...text('WEBPVP8X'),
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0x1f,
  3,
  0,
  0x57,
  2,
  0,
]

function text(content: string): number[] {
  return [...new TextEncoder().encode(content)]
}

function file(bytes: readonly number[], type: string): Blob {
  return new Blob([new Uint8Array(bytes)], { type })
}

test.each([
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a PNG', PNG, 'image/png'],
  ['a WebP', WEBP, 'image/webp'],
  ['a PNG whose name gives no type', PNG, ''],
  ['a JPEG that is named as a PNG', JPEG, 'image/png'],
  [
    'a JPEG without its end marker',
    [...JPEG, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 7],
    'image/jpeg',
  ],
])('sends %s unchanged', async (_what, bytes, type) => {
  const picture = file(bytes, type)
  expect(await prepareImage(picture)).toEqual({ image: picture })
  expect(decode).not.toHaveBeenCalled()
})

test.each([
  ['a text that is named as a PNG', text('not a picture'), 'image/png'],
  ['a PDF that is named as a JPEG', text('%PDF-1.7 and so on, for a while longer'), 'image/jpeg'],
  [
    'a page that begins like a JPEG',
    [0xff, 0xd8, 0xff, ...text('<script>alert(1)</script>')],
    'image/jpeg',
  ],
  ['a text', text('a note'), 'text/plain'],
  ['nothing', [], 'image/webp'],
])('%s is refused before anything is sent', async (_what, bytes, type) => {
  expect(await prepareImage(file(bytes, type))).toEqual({ problem: 'not-an-image' })
})

test('a picture of 10 MB is redrawn, one just below it is not', async () => {
  const large = (size: number) => new Blob([new Uint8Array(PNG), new Uint8Array(size - PNG.length)])
  expect(await prepareImage(large(IMAGE_MAX_BYTES - 1))).toHaveProperty('image')
  expect(decode).not.toHaveBeenCalled()
  await prepareImage(large(IMAGE_MAX_BYTES))
  expect(decode).toHaveBeenCalledOnce()
})

test('another picture format is redrawn if this browser can read it', async () => {
  const jpeg = file(JPEG, 'image/jpeg')
  const canvas = {
    getContext: () => ({ drawImage: () => undefined }),
    toBlob: (give: (blob: Blob) => void) => give(jpeg),
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  decode.mockResolvedValue({ width: 40, height: 30, close: () => undefined })
  expect(await prepareImage(file(text('....ftypheic'), 'image/heic'))).toEqual({ image: jpeg })
})

test.each([
  [4000, 3000, { width: 2000, height: 1500 }],
  [3000, 4000, { width: 1500, height: 2000 }],
  [2000, 2000, { width: 2000, height: 2000 }],
  [640, 480, { width: 640, height: 480 }],
  [20_000, 3, { width: 2000, height: 1 }],
])('fits %d × %d', (width, height, fitted) => {
  expect(fittedSize(width, height)).toEqual(fitted)
})

test('a fitted picture is never larger than the original or longer than the limit', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fitted = fittedSize(width, height)
      expect(fitted.width).toBeLessThanOrEqual(width)
      expect(fitted.height).toBeLessThanOrEqual(height)
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(2000)
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThan(0)
    }),
  )
})
