/** What a value must be to be good enough. */
export type Target = { readonly atMost: number } | { readonly atLeast: number }

export type Measure = {
  readonly what: string
  readonly unit: string
  /** What is judged: of several runs, the median. */
  readonly value: number
  /** Nothing where the value is only there to be read. */
  readonly target?: Target
  /** How it came about, such as the single runs. */
  readonly note?: string
}

/** Prints the measures as a table. */
export function printTable(title: string, measures: readonly Measure[]): void {
  const rows = measures.map(({ what, unit, value, target, note = '' }) => [
    what,
    `${shown(value)} ${unit}`.trim(),
    target ? targetInWords(target) : '',
    target ? (isMet(value, target) ? 'met' : 'MISSED') : '',
    note,
  ])
  const table = [['', 'measured', 'target', 'verdict', ''], ...rows]
  const widths = [0, 1, 2, 3].map(column => Math.max(...table.map(row => row[column]?.length ?? 0)))
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

/** Three digits are as much as a run on an ordinary machine can tell. */
export function shown(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}

function targetInWords(target: Target): string {
  return 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`
}

/** The middle of what was measured. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest measured value that at least this part of all of them does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}
