import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './Values.module.css'

export type KeyValueRow = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  /** `sum` closes a calculation, `bad` is a cost of paying late. */
  tone?: 'sum' | 'bad' | undefined
}

/**
 * Rows with a label on the left and a value on the right, divided by hairlines. A value too long
 * for that goes below its label, as wide as the list. With `columns` every value and note begins at
 * the same edge.
 */
export function KeyValues(props: { rows: readonly (KeyValueRow | false)[]; columns?: boolean }) {
  return (
    <dl className={classes(styles.list, props.columns && styles.columns)}>
      {props.rows.map(
        (row, index) =>
          row && (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their place
            <div key={index} className={classes(styles.pair, row.tone && styles[row.tone])}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
              {row.note !== undefined && (
                <dd className={styles.note}>
                  <span>{row.note}</span>
                </dd>
              )}
            </div>
          ),
      )}
    </dl>
  )
}

/** Two or three facts side by side, at one size: tenor, interest, APR. */
export function Facts(props: { facts: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {props.facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts are identified by their place
        <div key={index}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
