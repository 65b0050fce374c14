import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './Values.module.css'

export type KeyValueRow = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  /** `sum` closes a calculation, `bad` is what lateness costs. */
  tone?: 'sum' | 'bad' | undefined
}

/** What it is on the left, how much on the right, a hairline between. What is too long for that stands below, as wide as the list. */
export function KeyValues(props: { rows: readonly (KeyValueRow | false)[] }) {
  return (
    <dl className={styles.list}>
      {props.rows.map(
        (row, index) =>
          row && (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
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

/** Two or three facts side by side, of one size: tenor, interest, APR. */
export function Facts(props: { facts: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {props.facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place
        <div key={index}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
