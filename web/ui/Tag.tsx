import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './Tag.module.css'

export type TagTone = 'neutral' | 'good' | 'warn' | 'bad' | 'brand' | 'outline'

/** A state in one word, with the star before it. */
export function Tag(props: { tone?: TagTone; children: ReactNode }) {
  const { tone = 'neutral' } = props
  return (
    <span className={classes(styles.tag, tone !== 'neutral' && styles[tone])}>
      {props.children}
    </span>
  )
}
