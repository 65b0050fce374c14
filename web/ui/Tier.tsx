import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Rosette } from '#web/ui/Rosette.tsx'
import styles from './Tier.module.css'

export type Metal = 'copper' | 'silver' | 'gold'

/** A star with an icon cut out of it. */
export function Medal(props: { icon: IconName }) {
  return (
    <span className={styles.medal} aria-hidden="true">
      <Icon name={props.icon} />
    </span>
  )
}

/** Shows `done` of `of` as stars; `label` says it in words. */
export function Pips(props: { done: number; of: number; label: string }) {
  return (
    <span className={styles.pips} role="img" aria-label={props.label}>
      {Array.from({ length: props.of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pip is identified by its place
        <span key={index} className={classes(styles.pip, index < props.done && styles.on)} />
      ))}
    </span>
  )
}

type TierCoverProps = {
  metal: Metal
  /** The tier's name in the reader's language. */
  name: string
  /** The largest amount, formatted. */
  amount: string
  /**
   * Turns it into the whole card of a locked product: a seal with a lock, the product and what
   * unlocks it.
   */
  locked?: { title: ReactNode; note: ReactNode; pips?: ReactNode }
}

/** The metal cover of a product, by its tier. */
export function TierCover(props: TierCoverProps) {
  const { locked } = props
  return (
    <div
      className={classes(
        styles.tier,
        props.metal !== 'copper' && styles[props.metal],
        locked && styles.locked,
      )}
    >
      <span className={styles.seal}>
        <Rosette />
      </span>
      {locked && <Medal icon="lock" />}
      <p className={styles.head}>
        <span className={styles.name}>{props.name}</span>
        {locked?.pips}
      </p>
      <p className={styles.max}>{props.amount}</p>
      {locked && <p className={styles.title}>{locked.title}</p>}
      {locked && <p className={styles.words}>{locked.note}</p>}
    </div>
  )
}

/** The ladder of discounts: one star per rung, with its discount below. */
export function Ladder(props: {
  label: string
  rungs: readonly { step: string; gives: string; reached: boolean }[]
}) {
  return (
    <ol className={styles.ladder} aria-label={props.label}>
      {props.rungs.map(rung => (
        <li key={rung.step} className={classes(styles.rung, rung.reached && styles.reached)}>
          <span className={styles.step}>{rung.step}</span>
          <span>{rung.gives}</span>
        </li>
      ))}
    </ol>
  )
}
