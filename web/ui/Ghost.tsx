import type { ReactNode } from 'react'
import styles from './Ghost.module.css'

/**
 * Grey shapes of exactly the size of their content, for content whose words are known and whose
 * figures are not: nobody sees, reads or reaches it. Use it in a Loadable's skeleton.
 */
export function Ghost(props: { children: ReactNode }) {
  return (
    <div className={styles.ghost} aria-hidden="true" inert>
      {props.children}
    </div>
  )
}
