/*
 * The blink that shows a living person before the camera: a printed photograph keeps its eyes open. The eyes are measured against
 * the person's own, never against an average: eyes differ from person to person by more than a blink moves some of them.
 */

/** One look at the eyes: their height as a share of their width, or nothing where no single, steady face was seen. */
export type EyeSample = { readonly atMs: number; readonly openness: number | undefined }

/** `failed`: long enough looked at without a blink, so that another try or another way is offered. */
export type BlinkState = 'waiting' | 'blinked' | 'failed'

/** The eyes count as closed below this share of the person's own openness, and as open again from the second on. */
export const CLOSED_SHARE = 0.75
export const REOPENED_SHARE = 0.9
/** From so many looks at open eyes the person's own openness is known. */
export const BASELINE_SAMPLES = 4
/** A blink is over sooner; longer closed, or a face that has turned away, begins anew. */
export const BLINK_MAX_MS = 3_000
/** How long a person is looked at before another way is offered. */
export const BLINK_PATIENCE_MS = 20_000

type Looking = {
  readonly open: readonly number[]
  readonly fell?: { readonly atMs: number; readonly from: number }
}

const NOTHING: Looking = { open: [] }

/** What a series of looks, in the order of time, has shown so far. An interruption forgets what was before it. */
export function blinkState(samples: readonly EyeSample[]): BlinkState {
  let looking = NOTHING
  for (const sample of samples) {
    const next = afterLook(looking, sample)
    if (next === 'blinked') return next
    looking = next
  }
  const first = samples[0]
  const last = samples.at(-1)
  return first && last && last.atMs - first.atMs >= BLINK_PATIENCE_MS ? 'failed' : 'waiting'
}

/** Whether eyes have closed from one picture to the other by more than a quarter. */
export function areEyesClosed(openness: number, ownOpenness: number): boolean {
  return openness < ownOpenness * CLOSED_SHARE
}

function afterLook({ open, fell }: Looking, { atMs, openness }: EyeSample): Looking | 'blinked' {
  if (openness === undefined) return NOTHING
  if (fell) {
    if (openness >= fell.from * REOPENED_SHARE) return 'blinked'
    return atMs - fell.atMs > BLINK_MAX_MS ? { open: [openness] } : { open, fell }
  }
  const own = open.length >= BASELINE_SAMPLES ? median(open) : undefined
  if (own !== undefined && areEyesClosed(openness, own)) return { open, fell: { atMs, from: own } }
  return { open: [...open, openness] }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
