import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Banner.module.css'

type BannerProps = {
  tone?: 'info' | 'warn' | 'bad' | 'good'
  title?: ReactNode
  /** Several reasons, numbered. */
  list?: readonly string[]
  children?: ReactNode
}

const icons: Record<'info' | 'warn' | 'bad' | 'good', IconName> = {
  info: 'info',
  warn: 'clock',
  bad: 'alert',
  good: 'check',
}

/** A message within the page. A bad one is announced as soon as it appears. */
export function Banner(props: BannerProps) {
  const { tone = 'info' } = props
  return (
    <div
      className={classes(styles.banner, styles[tone])}
      role={tone === 'bad' ? 'alert' : undefined}
    >
      <Icon name={icons[tone]} />
      <div className={styles.words}>
        {props.title !== undefined && <p className={styles.title}>{props.title}</p>}
        {props.children !== undefined && <div>{props.children}</div>}
        {props.list && (
          <ol className={styles.list}>
            {props.list.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}
