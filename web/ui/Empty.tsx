import type { ReactNode } from 'react'
import { Art, type ArtName } from '#web/ui/Art.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './Empty.module.css'

/** A picture, a sentence and an action, for an empty or a final state. */
export function Empty(props: {
  art: ArtName
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Less space around it, when more follows on the page. */
  tight?: boolean
}) {
  return (
    <section className={classes(styles.empty, props.tight && styles.tight)}>
      <Art name={props.art} />
      {props.title !== undefined && <h2>{props.title}</h2>}
      {props.children !== undefined && (
        <p className={classes(props.title !== undefined && styles.quiet)}>{props.children}</p>
      )}
      {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
    </section>
  )
}
