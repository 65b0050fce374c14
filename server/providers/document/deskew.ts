/**
 * Finds how far a picture's lines are rotated: only along its lines of text do dark and light rows
 * alternate.
 */
import type { Grey } from '#server/providers/document/image.ts'

/** Darker than this, in an evenly lit picture, is ink. */
const INK = 150
const COARSE_DEGREES = 3
const FINE_DEGREES = 0.5

/**
 * The angles by which an evenly lit picture must be rotated clockwise to level its lines, likeliest
 * first; text that is upside down is level too, so each angle stands for itself and its opposite.
 */
export function deskewAngles(grey: Grey, count: number): readonly number[] {
  const points = inkOf(grey)
  const reach = Math.ceil(Math.hypot(grey.width, grey.height))
  const scores = new Map<number, number>()
  const scoreOf = (degrees: number) => {
    const score = scores.get(degrees) ?? contrastAt(points, reach, degrees)
    scores.set(degrees, score)
    return score
  }
  const coarse = range(-90, 90, COARSE_DEGREES).toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const peaks: number[] = []
  for (const angle of coarse) {
    if (peaks.length === count) break
    if (peaks.every(peak => apart(peak, angle) > 2 * COARSE_DEGREES)) peaks.push(angle)
  }
  const refine = (peak: number) =>
    best(range(peak - COARSE_DEGREES, peak + COARSE_DEGREES, FINE_DEGREES), scoreOf)
  return peaks.map(refine)
}

type Ink = { readonly xs: Float32Array; readonly ys: Float32Array }

function inkOf({ pixels, width, height }: Grey): Ink {
  const xs: number[] = []
  const ys: number[] = []
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) >= INK) continue
      xs.push(x - width / 2)
      ys.push(y - height / 2)
    }
  }
  return { xs: Float32Array.from(xs), ys: Float32Array.from(ys) }
}

/**
 * The difference of neighbouring rows in ink once the picture is rotated. A point counts towards
 * both rows that it falls between.
 */
function contrastAt({ xs, ys }: Ink, reach: number, degrees: number): number {
  const angle = (degrees * Math.PI) / 180
  const sin = Math.sin(angle)
  const cos = Math.cos(angle)
  const rows = new Float32Array(reach + 3)
  for (let at = 0; at < xs.length; at += 1) {
    const place = (xs[at] ?? 0) * sin + (ys[at] ?? 0) * cos + reach / 2 + 1
    const row = Math.floor(place)
    rows[row] = (rows[row] ?? 0) + row + 1 - place
    rows[row + 1] = (rows[row + 1] ?? 0) + place - row
  }
  let contrast = 0
  for (let row = 2; row < rows.length; row += 1)
    contrast += ((rows[row] ?? 0) - (rows[row - 2] ?? 0)) ** 2
  return contrast
}

/** The distance of two angles; level lines repeat every half turn. */
function apart(a: number, b: number): number {
  const difference = Math.abs(a - b) % 180
  return Math.min(difference, 180 - difference)
}

function best(angles: readonly number[], scoreOf: (angle: number) => number): number {
  return angles.reduce((winner, angle) => (scoreOf(angle) > scoreOf(winner) ? angle : winner))
}

function range(from: number, to: number, step: number): readonly number[] {
  return Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => from + index * step,
  )
}
