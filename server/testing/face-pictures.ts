/**
 * Pictures of a face for tests: the sample that the face models' own package includes for its
 * warm-up. To close its eyes, the upper lids are drawn down row by row, as far as requested.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Point } from '#domain/identity/eyes.ts'
import { loadFaceModels } from '#server/providers/face/embedded/human.ts'

type Raw = {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}
type Eye = { readonly upper: readonly Point[]; readonly lower: readonly Point[] }

/** A picture with one face as large as before a phone held at arm's length. */
export type FacePicture = { readonly raw: Raw; readonly eyes: readonly Eye[] }

const WIDTH = 640
const HEIGHT = 480
const FACE_SIDE = 330

/** The face as the camera would see it, with the lines of its eyelids as the models find them. */
export async function facePicture(picture: Uint8Array = samplePicture()): Promise<FacePicture> {
  const face = await sharp(picture).resize(FACE_SIDE, FACE_SIDE, { fit: 'cover' }).toBuffer()
  const raw = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b9c0c4' },
  })
    .composite([{ input: face, left: (WIDTH - FACE_SIDE) / 2, top: (HEIGHT - FACE_SIDE) / 2 }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const models = await loadFaceModels()
  const [detection] = await models.detect(raw.data, WIDTH, HEIGHT)
  const {
    leftEyeUpper0 = [],
    leftEyeLower0 = [],
    rightEyeUpper0 = [],
    rightEyeLower0 = [],
  } = detection?.annotations ?? {}
  const eyes = [
    { upper: leftEyeUpper0, lower: leftEyeLower0 },
    { upper: rightEyeUpper0, lower: rightEyeLower0 },
  ]
  return { raw, eyes }
}

/** The sample in the package's source: a JPEG in base64. */
function samplePicture(): Buffer {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/human')), '..')
  const source = readFileSync(join(folder, 'src', 'sample.ts'), 'utf8')
  const [, base64 = ''] = /export const face[^`]*`([^`]+)`/.exec(source) ?? []
  return Buffer.from(base64.replace(/\s/g, ''), 'base64')
}

/** The picture as a JPEG, its eyes closed by a share from 0 to 1. */
export function jpegOf({ raw, eyes }: FacePicture, closed: number): Promise<Buffer> {
  const { width, height } = raw.info
  const pixels = Buffer.from(raw.data)
  for (const eye of eyes) drawLid(raw, pixels, eye, closed)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

/**
 * The films of a still photograph and of a person who blinks every second and a half, as a camera
 * with thirty frames a second records them.
 */
export async function filmOf(picture: FacePicture, does: 'blinks' | 'nothing'): Promise<Buffer> {
  const [open, half, shut] = await Promise.all([0, 0.5, 1].map(closed => jpegOf(picture, closed)))
  const frame = { open, half, shut }
  // Shut for as long as a busy machine may need to look once, and short enough for a blink.
  const shut20 = Array.from({ length: 20 }, () => 'shut' as const)
  const shots = does === 'blinks' ? (['half', ...shut20, 'half'] as const) : []
  const still = Array.from({ length: 36 }, () => 'open' as const)
  return Buffer.concat([...still, ...shots].map(shot => frame[shot] ?? Buffer.alloc(0)))
}

/** Stretches the skin down over the eye, from well above the lid to the lid. */
function drawLid({ data, info }: Raw, pixels: Buffer, { upper, lower }: Eye, closed: number): void {
  const left = Math.min(...xsOf(lower))
  const right = Math.max(...xsOf(lower))
  for (let x = Math.ceil(left); x <= right; x += 1) {
    const top = heightAt(upper, x)
    const bottom = heightAt(lower, x)
    const from = top - (right - left) / 3
    const reach = top + (bottom - top) * closed
    for (let y = Math.ceil(from); y < reach; y += 1) {
      const source = Math.round(from + ((y - from) * (top - from)) / (reach - from))
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[(y * info.width + x) * 3 + channel] =
          data[(source * info.width + x) * 3 + channel] ?? 0
      }
    }
  }
}

const xsOf = (line: readonly Point[]) => line.map(([x = 0]) => x)

/** The height of a lid's line at a column, interpolated between its nearest points. */
function heightAt(line: readonly Point[], x: number): number {
  const sorted = [...line].sort(([a = 0], [b = 0]) => a - b)
  const after = sorted.findIndex(([at = 0]) => at >= x)
  const [x0 = 0, y0 = 0] = sorted[after - 1] ?? sorted[0] ?? []
  const [x1 = 0, y1 = 0] = sorted[after] ?? sorted.at(-1) ?? []
  return x1 === x0 ? y0 : y0 + ((x - x0) * (y1 - y0)) / (x1 - x0)
}
