/** The middle of what was measured. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest measured value that at least this part of all of them does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}
