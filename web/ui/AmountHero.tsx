import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './AmountHero.module.css'

type Part = { label: string; text: string; value: number }

/**
 * Shows received + cost = repaid, always in this order, with a bar at true scale. `text` is the
 * formatted amount, `value` its size in the bar. `description` says the same in one sentence for
 * screen readers.
 */
export function AmountHero(props: {
  received: Part
  cost: Part
  repaid: Omit<Part, 'value'>
  description: string
}) {
  return (
    <div className={styles.hero}>
      <p className={styles.line}>
        <span className={styles.dot}>{props.received.label}</span>
        <b className={styles.big}>{props.received.text}</b>
      </p>
      <p className={styles.line}>
        <span className={classes(styles.dot, styles.cost)}>{props.cost.label}</span>
        <b className={styles.mid}>{props.cost.text}</b>
      </p>
      <SplitBar
        first={props.received.value}
        second={props.cost.value}
        description={props.description}
      />
      <p className={styles.line}>
        <span>{props.repaid.label}</span>
        <b className={styles.big}>{props.repaid.text}</b>
      </p>
    </div>
  )
}

type SplitProps = {
  first: number
  second: number
  /** Both parts are cost: nothing of the whole is principal. */
  allCost?: boolean
  description: string
}

/** A bar of two parts at true scale: principal in indigo, cost in copper. */
export function SplitBar(props: SplitProps) {
  return (
    <div className={styles.split} role="img" aria-label={props.description}>
      <span
        className={classes(styles.part, props.allCost && styles.cost)}
        style={{ flexGrow: props.first, flexBasis: 0 }}
      />
      <span
        className={classes(styles.part, styles.cost)}
        style={{ flexGrow: props.second, flexBasis: 0 }}
      />
    </div>
  )
}

type ScheduleBarsProps = {
  bars: readonly { principal: number; interest: number; paid?: boolean }[]
  /** The first and the last due date. */
  from: string
  to: string
  description: string
  legend: { principal: string; interest: string }
  aside?: ReactNode
}

/** One bar per instalment, principal below and interest above, all at one scale. */
export function ScheduleBars(props: ScheduleBarsProps) {
  const tallest = Math.max(1, ...props.bars.map(bar => bar.principal + bar.interest))
  const share = (value: number) => `${Math.max((value / tallest) * 92, value > 0 ? 2 : 0)}%`
  return (
    <div>
      <div
        className={classes(styles.bars, props.bars.length > 16 && styles.many)}
        role="img"
        aria-label={props.description}
      >
        {props.bars.map((bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an instalment is identified by its place
          <span key={index} className={classes(styles.bar, bar.paid && styles.paid)}>
            <span className={styles.interest} style={{ height: share(bar.interest) }} />
            <span className={styles.principal} style={{ height: share(bar.principal) }} />
          </span>
        ))}
      </div>
      <p className={styles.ends}>
        <span>{props.from}</span>
        <span>{props.to}</span>
      </p>
      <div className={styles.legend}>
        <span className={styles.dot}>{props.legend.principal}</span>
        <span className={classes(styles.dot, styles.cost)}>{props.legend.interest}</span>
        {props.aside}
      </div>
    </div>
  )
}
