import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Field.module.css'

/** The texts of every field: its label, an error and a hint. */
export type FieldWords = { label: ReactNode; error?: string | undefined; hint?: ReactNode }

/** The ids that tie a control to its label, its hint and its error. */
export type ControlIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * The frame of a field: the label above, the control, then its error (announced at once by a screen
 * reader) or its hint.
 */
export function Field(props: FieldWords & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId()
  const described = props.error ? `${id}-error` : props.hint ? `${id}-hint` : undefined
  return (
    <div className={classes(styles.field, props.error && styles.bad)}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      {props.children({
        id,
        'aria-describedby': described,
        'aria-invalid': props.error ? true : undefined,
      })}
      <FieldError id={`${id}-error`} message={props.error} />
      {!props.error && props.hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  )
}

/**
 * The error line below a control. It has no live role: the control refers to it, and focus moves to
 * the first bad field.
 */
export function FieldError(props: { id: string; message: string | undefined }) {
  if (!props.message) return null
  return (
    <p className={styles.error} id={props.id}>
      <Icon name="alert" small />
      <span>{props.message}</span>
    </p>
  )
}
