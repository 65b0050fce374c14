import styles from './QrCode.module.css'

/** The light border that a reader needs around a code, in modules (ISO/IEC 18004). */
const BORDER = 4

/** A code that a camera reads; `rows` are its modules, `1` is dark. It is dark on light in every theme. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const side = rows.length + 2 * BORDER
  return (
    <svg className={styles.code} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <path d={rows.map((row, y) => darkRuns(row, y + BORDER)).join('')} />
    </svg>
  )
}

/** The dark modules of a row as rectangles of a path. */
function darkRuns(row: string, y: number): string {
  return [...row.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index + BORDER} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
