import type { FormEvent, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './Layout.module.css'

type Children = { children?: ReactNode }

/** The one column: TopBar or Canopy, Body, ActionBar or Foot, in this order. */
export function Page(props: Children) {
  return (
    <main tabIndex={-1} className={styles.page}>
      {props.children}
    </main>
  )
}

/**
 * Groups fields and an ActionBar without a box of its own. The browser's own validation bubbles are
 * off: we show errors beside the field.
 */
export function Form(props: Children & { onSubmit: () => void; label?: string }) {
  function submit(event: FormEvent) {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={props.label}>
      {props.children}
    </form>
  )
}

/**
 * The padded part below the top bar: sections 24 px apart, or 12 px when `dense`. Below a canopy it
 * is `spaced`, or `raised` when its first card overlaps the (deep) canopy.
 */
export function Body(props: Children & { dense?: boolean; spaced?: boolean; raised?: boolean }) {
  return (
    <div
      className={classes(
        styles.body,
        props.dense && styles.dense,
        props.spaced && styles.spaced,
        props.raised && styles.raised,
      )}
    >
      {props.children}
    </div>
  )
}

/** The last text of a page, at its bottom. */
export function Foot(props: Children) {
  return <footer className={styles.foot}>{props.children}</footer>
}

/** Things below each other: 12 px apart, 20 px when `loose`, 4 px when `tight`. */
export function Stack(props: Children & { gap?: 'tight' | 'loose' }) {
  return (
    <div
      className={classes(
        styles.stack,
        props.gap === 'loose' && styles.loose,
        props.gap === 'tight' && styles.tight,
      )}
    >
      {props.children}
    </div>
  )
}

/** Things beside each other. */
export function Row(props: Children & { align?: 'top'; between?: boolean; wrap?: boolean }) {
  return (
    <div
      className={classes(
        styles.row,
        props.align === 'top' && styles.top,
        props.between && styles.between,
        props.wrap && styles.wrap,
      )}
    >
      {props.children}
    </div>
  )
}

/** Takes the space that is left in a Row. */
export function Grow(props: Children) {
  return <div className={styles.grow}>{props.children}</div>
}

/** A titled part of a page; `aside` is at the end of the title's line (a link or an amount). */
export function Section(props: Children & { title?: ReactNode; aside?: ReactNode }) {
  const heading = props.title === undefined ? null : <h2>{props.title}</h2>
  return (
    <section className={classes(styles.section, props.aside !== undefined && styles.stack)}>
      {props.aside === undefined ? (
        heading
      ) : (
        <div className={styles.sectionTitle}>
          {heading}
          {props.aside}
        </div>
      )}
      {props.children}
    </section>
  )
}

/** A hairline inside a card. */
export function Rule() {
  return <hr className={styles.rule} />
}
