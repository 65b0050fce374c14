/*
 * Detects the blink that tells a living person from a printed photograph. The eyes are compared
 * with the person's own open eyes, never with an average: people's eyes differ by more than some
 * blinks move them.
 */

/**
 * One measurement of the eyes: their height as a share of their width, or undefined if there was no
 * single, steady face.
 */
export type EyeSample = { readonly atMs: number; readonly openness: number | undefined }

/** `failed`: no blink for the whole time limit, so that another try or another way is offered. */
export type BlinkState = 'waiting' | 'blinked' | 'failed'

/**
 * The eyes count as closed below the first share of the person's own openness, and as open again
 * from the second on.
 */
export const CLOSED_SHARE = 0.75
export const REOPENED_SHARE = 0.9
/** The number of open-eye samples that establish the person's own openness. */
export const BASELINE_SAMPLES = 4
/** The longest blink. Eyes closed for longer, or a face that turned away, start again. */
export const BLINK_MAX_MS = 3_000
/** The wait for a blink before another way is offered. */
export const BLINK_PATIENCE_MS = 20_000

type Looking = {
  readonly open: readonly number[]
  readonly fell?: { readonly atMs: number; readonly from: number }
}

const NOTHING: Looking = { open: [] }

/**
 * The blink state after a series of samples in time order. An interruption discards what came
 * before it.
 */
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

/** True if the eyes closed by more than a quarter between two pictures. */
export function areEyesClosed(openness: number, ownOpenness: number): boolean {
  return openness < ownOpenness * CLOSED_SHARE
}

function afterLook({ open, fell }: Looking, { atMs, openness }: EyeSample): Looking | 'blinked' {
  if (openness === undefined) return NOTHING
  if (fell) {
    if (openness >= fell.from * REOPENED_SHARE) return 'blinked'
    return atMs - fell.atMs > BLINK_MAX_MS ? NOTHING : { open, fell }
  }
  const usual = open.length >= BASELINE_SAMPLES ? median(open) : undefined
  if (usual !== undefined && areEyesClosed(openness, usual))
    return { open, fell: { atMs, from: usual } }
  return { open: [...open, openness] }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
