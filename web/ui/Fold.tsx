import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Fold.module.css'

/** A collapsible row of a flush Card. `open` is its initial state. */
export function Fold(props: {
  title: ReactNode
  icon?: IconName
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.fold} open={props.open}>
      <summary>
        {props.icon && <Icon name={props.icon} />}
        <span className={styles.words}>{props.title}</span>
        <span className={styles.arrow}>
          <Icon name="down" />
        </span>
      </summary>
      <div className={styles.inside}>{props.children}</div>
    </details>
  )
}
