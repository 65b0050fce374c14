import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { VisuallyHidden } from '#web/ui/Type.tsx'
import styles from './Button.module.css'

type Look = {
  /**
   * `main` is the turmeric one: at most one on a screen, for its main action. `idle` looks like a
   * disabled one: its action is not possible yet (see MainButton). `danger` ends or erases
   * something; `dangerous` opens the confirmation of it.
   */
  kind?: 'main' | 'primary' | 'secondary' | 'quiet' | 'idle' | 'danger' | 'dangerous'
  small?: boolean
  wide?: boolean
  /** Takes the space that is left in a Row. */
  grow?: boolean
  icon?: IconName
  children: ReactNode
}

type ButtonProps = Look & {
  type?: 'button' | 'submit'
  onPress?: () => void
  disabled?: boolean
  /**
   * The action is running: the button keeps its width and focus, shows a spinner, and cannot be
   * pressed again.
   */
  pending?: boolean
  label?: string
  describedBy?: string | undefined
}

/** Returns the classes of a button, for anything that is drawn as one. */
export function looksOf(props: Omit<Look, 'children'>): string {
  return classes(
    styles.button,
    styles[props.kind ?? 'primary'],
    props.small && styles.small,
    props.wide && styles.wide,
    props.grow && styles.grow,
  )
}

/**
 * A button. While `pending` it also blocks the submit of its form, so that nothing is sent twice.
 */
export function Button(props: ButtonProps) {
  const { type = 'button', pending = false, disabled = false } = props
  function press(event: MouseEvent) {
    if (pending) event.preventDefault()
    else props.onPress?.()
  }
  return (
    <button
      type={type}
      className={classes(looksOf(props), pending && styles.pending)}
      disabled={disabled && !pending}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onClick={press}
    >
      <span className={styles.label}>
        {props.icon && <Icon name={props.icon} small />}
        {props.children}
      </span>
      {pending && <span className={styles.spinner} aria-hidden="true" />}
      {pending && <VisuallyHidden>{t('ui.pending')}</VisuallyHidden>}
    </button>
  )
}

/** A link to one of our pages that looks like a button. */
export function ButtonLink(props: Look & { to: string; replace?: boolean }) {
  return (
    <Link className={looksOf(props)} href={props.to} replace={props.replace ?? false}>
      {props.icon && <Icon name={props.icon} small />}
      {props.children}
    </Link>
  )
}
