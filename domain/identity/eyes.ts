/** A point in a picture: x, y, and from some models a depth, which is ignored. */
export type Point = readonly number[]

/** The upper and lower lids of both eyes, from corner to corner, as face models name them. */
export type EyeLids = {
  readonly leftEyeUpper0?: readonly Point[]
  readonly leftEyeLower0?: readonly Point[]
  readonly rightEyeUpper0?: readonly Point[]
  readonly rightEyeLower0?: readonly Point[]
}

/**
 * The openness of the eyes: the distance between the lids as a share of the eye's width, averaged
 * over both eyes. Undefined if neither eye is complete.
 */
export function eyeOpenness(lids: EyeLids): number | undefined {
  const eyes = [
    opennessOf(lids.leftEyeUpper0 ?? [], lids.leftEyeLower0 ?? []),
    opennessOf(lids.rightEyeUpper0 ?? [], lids.rightEyeLower0 ?? []),
  ].filter(openness => openness !== undefined)
  return eyes.length === 0
    ? undefined
    : eyes.reduce((sum, openness) => sum + openness, 0) / eyes.length
}

/** Measured at the three middle points of each lid; the lower lid's line runs into both corners. */
function opennessOf(upper: readonly Point[], lower: readonly Point[]): number | undefined {
  const corner = lower[0]
  const otherCorner = lower.at(-1)
  const width = corner && otherCorner && distance(corner, otherCorner)
  if (!width) return undefined
  const top = middle(upper)
  const bottom = middle(lower)
  const heights = top.flatMap((point, index) => {
    const below = bottom[index]
    return below ? [distance(point, below)] : []
  })
  return heights.length === 0
    ? undefined
    : heights.reduce((sum, height) => sum + height, 0) / heights.length / width
}

function middle(lid: readonly Point[]): readonly Point[] {
  const at = Math.floor(lid.length / 2)
  return lid.slice(Math.max(0, at - 1), at + 2)
}

function distance([x = 0, y = 0]: Point, [otherX = 0, otherY = 0]: Point): number {
  return Math.hypot(x - otherX, y - otherY)
}
