import type { ReactNode } from 'react'
import styles from './Panes.module.css'

/**
 * Two parts of a page, the figures and their actions: one below the other, and side by side from
 * 900 px on. Use it in a Body, or in a Page around a Canopy and the rest.
 */
export function Panes(props: { figures: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.panes}>
      <div>{props.figures}</div>
      <div>{props.children}</div>
    </div>
  )
}
