import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Card.module.css'

type CardProps = {
  /** No padding: for Items, Folds and covers that reach the edge. */
  flush?: boolean
  /** No surface: a padded part inside a flush card. */
  plain?: boolean
  dense?: boolean
  /** The whole card is a link. */
  to?: string
  as?: 'section' | 'article' | 'div'
  label?: string
  children: ReactNode
}

/** One surface. Inside it are hairlines and space, never another box. */
export function Card(props: CardProps) {
  const { as: Tag = 'section' } = props
  const className = classes(
    styles.card,
    props.flush && styles.flush,
    props.plain && styles.plain,
    props.dense && styles.dense,
  )
  if (props.to !== undefined)
    return (
      <Link className={className} href={props.to} aria-label={props.label}>
        {props.children}
      </Link>
    )
  return (
    <Tag className={className} aria-label={props.label}>
      {props.children}
    </Tag>
  )
}

type ItemProps = {
  icon?: IconName
  title: ReactNode
  note?: ReactNode
  /** A word at the end of the row, such as the current setting. */
  value?: ReactNode
  /** A control at the end of the row, such as a Switch. */
  control?: ReactNode
  strong?: boolean
  noteFirst?: boolean
  disabled?: boolean
  /** It opens the confirmation that ends or erases something. */
  dangerous?: boolean
  to?: string
  onPress?: () => void
}

/** A row of a flush card: a link with `to`, a button with `onPress`, otherwise plain text. */
export function Item(props: ItemProps) {
  const className = classes(
    styles.item,
    props.disabled && styles.off,
    props.dangerous && styles.dangerous,
  )
  if (props.to !== undefined)
    return (
      <Link className={className} href={props.to}>
        <ItemParts {...props} goes />
      </Link>
    )
  if (props.onPress !== undefined)
    return (
      <button type="button" className={className} onClick={props.onPress} disabled={props.disabled}>
        <ItemParts {...props} goes />
      </button>
    )
  return (
    <div className={className}>
      <ItemParts {...props} />
    </div>
  )
}

function ItemParts(props: ItemProps & { goes?: boolean }) {
  const note = props.note === undefined ? null : <span className={styles.note}>{props.note}</span>
  return (
    <>
      {props.icon && (
        <span className={styles.lead}>
          <Icon name={props.icon} />
        </span>
      )}
      <span className={styles.words}>
        {props.noteFirst && note}
        <span className={classes(props.strong && styles.strong)}>{props.title}</span>
        {!props.noteFirst && note}
      </span>
      {props.value !== undefined && <span className={styles.value}>{props.value}</span>}
      {props.control}
      {props.goes && (
        <span className={styles.go}>
          <Icon name="forward" />
        </span>
      )}
    </>
  )
}

/** A lender's or product's logo: its picture, else the first letter or digit of its name. */
export function Logo(props: { name: string; src?: string | undefined; letter?: string }) {
  if (props.src)
    return (
      <img className={styles.logo} src={props.src} alt="" width={40} height={40} loading="lazy" />
    )
  return (
    <span className={styles.logo} aria-hidden="true">
      {props.letter ?? props.name.trim().charAt(0).toUpperCase()}
    </span>
  )
}
