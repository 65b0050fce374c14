import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Card.module.css'

/**
 * A row of a flush card that leads out of the app: to another site, the phone or the mail. Another
 * site opens beside ours.
 */
export function OutsideItem(props: {
  icon: IconName
  title: ReactNode
  note?: ReactNode
  href: string
}) {
  const isSite = props.href.startsWith('https:')
  return (
    <a
      className={styles.item}
      href={props.href}
      {...(isSite && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span className={styles.lead}>
        <Icon name={props.icon} />
      </span>
      <span className={styles.words}>
        <span>{props.title}</span>
        {props.note !== undefined && <span className={styles.note}>{props.note}</span>}
      </span>
      <span className={styles.go}>
        <Icon name="forward" />
      </span>
    </a>
  )
}
