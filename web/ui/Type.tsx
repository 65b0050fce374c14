import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Type.module.css'

type Children = { children?: ReactNode }

/** Small, quiet text. */
export function Note(props: Children & { center?: boolean; tone?: 'ink'; id?: string }) {
  return (
    <p
      id={props.id}
      className={classes(
        styles.note,
        props.center && styles.center,
        props.tone === 'ink' && styles.ink,
      )}
    >
      {props.children}
    </p>
  )
}

/** A small text with an icon before it: why something is asked, what happens to it. */
export function Hint(props: Children & { icon: IconName }) {
  return (
    <p className={styles.hint}>
      <Icon name={props.icon} small />
      <span>{props.children}</span>
    </p>
  )
}

export function Quiet(props: Children) {
  return <p className={styles.quiet}>{props.children}</p>
}

export function Strong(props: Children) {
  return <span className={styles.strong}>{props.children}</span>
}

/** A line that reports a failure (`bad`) or a success (`good`, with a tick). */
export function Status(props: Children & { tone: 'good' | 'bad' }) {
  return (
    <p className={styles[props.tone]}>
      {props.tone === 'good' && <Icon name="check" small />}
      {props.children}
    </p>
  )
}

/** The one large number of a card or canopy. */
export function Amount(props: Children) {
  return <p className={styles.amount}>{props.children}</p>
}

/**
 * A link in small type with a full touch target; with `onPress` it is a button that looks like one.
 * `state` is stored with the page in the history.
 */
export function TextLink(
  props: Children & ({ to: string; state?: unknown } | { onPress: () => void }),
) {
  if ('to' in props)
    return (
      <Link className={styles.link} href={props.to} state={props.state}>
        {props.children}
      </Link>
    )
  return (
    <button type="button" className={styles.link} onClick={props.onPress}>
      {props.children}
    </button>
  )
}

/** Text for screen readers only. */
export function VisuallyHidden(props: Children) {
  return <span className={styles.hidden}>{props.children}</span>
}
