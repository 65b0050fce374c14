import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pictureHeader } from '#server/files/picture.ts'
import { withoutMetadata } from '#server/files/without-metadata.ts'
import { picture } from '#server/testing/verification.ts'

const SECRET = 'GPS 18.5204 73.8567'
const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const segment = (marker: number, data: Buffer) => Buffer.concat([Buffer.from([0xff, marker]), u16(data.length + 2), data])

function jpeg(extra: Buffer[] = [], tail = Buffer.alloc(0)): Buffer {
  const frame = segment(0xc0, Buffer.from([8, 0, 20, 0, 30, 1, 1, 0x11, 0]))
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([0x12, 0xff, 0x00, 0xff, 0xd0, 0x34])])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...extra, frame, scan, Buffer.from([0xff, 0xd9]), tail])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
}

function webp(chunks: Buffer[], tail = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body, tail])
}

const stripped = (bytes: Uint8Array, type: 'image/jpeg' | 'image/png' | 'image/webp') => {
  const kept = withoutMetadata(bytes, type)
  return kept && Buffer.from(kept)
}

describe('a JPEG', () => {
  const notes = [0xe1, 0xe2, 0xed, 0xfe].map(marker => segment(marker, Buffer.from(SECRET)))

  test('loses what the camera noted and what was hung on, and nothing else', () => {
    expect(stripped(jpeg(notes, Buffer.from(`<script>${SECRET}`)), 'image/jpeg')).toEqual(jpeg())
    expect(stripped(jpeg(), 'image/jpeg')).toEqual(jpeg())
  })

  test('keeps what says how its colours are to be read', () => {
    const adobe = segment(0xee, Buffer.from('Adobe'))
    expect(stripped(jpeg([adobe, ...notes]), 'image/jpeg')).toEqual(jpeg([adobe]))
  })

  test('that is cut short is refused', () => {
    for (let length = 2; length < jpeg().length; length += 1) {
      expect(stripped(jpeg().subarray(0, length), 'image/jpeg')).toBeUndefined()
    }
  })
})

test('a PNG loses its notes and what was hung on', async () => {
  const plain = Buffer.from(await picture(8, 8).arrayBuffer())
  const end = plain.length - 12
  const noted = Buffer.concat([
    plain.subarray(0, end),
    ...['tEXt', 'eXIf', 'iTXt'].map(type => pngChunk(type, Buffer.from(SECRET))),
    plain.subarray(end),
    Buffer.from(SECRET),
  ])
  expect(stripped(noted, 'image/png')).toEqual(plain)
  expect(stripped(noted.subarray(0, end), 'image/png')).toBeUndefined()
})

test('a WebP loses its notes, no longer announces them, and is still one', () => {
  const header = (flags: number) => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 29, 0, 0, 19, 0, 0]))
  const image = webpChunk('VP8 ', Buffer.alloc(31, 7))
  const noted = webp(
    [header(0b0011_1100), webpChunk('ICCP', Buffer.from(SECRET)), image, webpChunk('EXIF', Buffer.from(SECRET))],
    Buffer.from(SECRET),
  )
  const plain = stripped(noted, 'image/webp')
  expect(plain).toEqual(webp([header(0b0001_0000), image]))
  expect(pictureHeader(new Uint8Array(plain ?? []))).toEqual({ mediaType: 'image/webp', widthPixels: 30, heightPixels: 20 })
})

test('nonsense is refused, and never hangs', () => {
  const types = fc.constantFrom('image/jpeg' as const, 'image/png' as const, 'image/webp' as const)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 200 }), types, (bytes, type) => void withoutMetadata(bytes, type)),
  )
  expect(withoutMetadata(Buffer.alloc(64, 0xff), 'image/jpeg')).toBeUndefined()
})
