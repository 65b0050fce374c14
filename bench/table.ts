/** The least or the most that a value should be. */
export type Target = { readonly atMost: number } | { readonly atLeast: number }

export type Measure = {
  readonly what: string
  readonly unit: string
  /** The median if there are several runs. */
  readonly value: number
  /** Undefined if the value is only for information. */
  readonly target?: Target
  /** The best possible value, in the same unit. */
  readonly limit?: number
  /** Details, such as the values of the single runs. */
  readonly note?: string
}

/** Prints the measures as a table. */
export function printTable(title: string, measures: readonly Measure[]): void {
  const rows = measures.map(({ what, unit, value, target, limit, note = '' }) => [
    what,
    `${shown(value)} ${unit}`.trim(),
    limit === undefined ? '' : shown(limit),
    target ? targetText(target) : '',
    target ? (isMet(value, target) ? 'met' : 'MISSED') : '',
    note,
  ])
  const table = [['', 'measured', 'limit', 'target', 'verdict', 'details'], ...rows]
  const widths = [0, 1, 2, 3, 4].map(column =>
    Math.max(...table.map(row => row[column]?.length ?? 0)),
  )
  console.log(`\n${title}`)
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

export function isMet(value: number, target: Target): boolean {
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

/** Writes a value with three digits: runs on an ordinary machine are no more exact. */
export function shown(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

function targetText(target: Target): string {
  return 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
}

/** Creates the measure of several runs: their median. */
export function measure(
  what: string,
  unit: string,
  values: readonly number[],
  target?: Target,
): Measure {
  return {
    what,
    unit,
    value: median(values),
    ...(target && { target }),
    note: `median of ${values.map(shown).join(' ')}`,
  }
}

/** Returns the middle value. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Returns the smallest value that at least this share (0 to 1) of all values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}
