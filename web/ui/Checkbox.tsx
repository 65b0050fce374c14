import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldError } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { OnOff } from '#web/ui/Toggle.tsx'
import styles from './Toggle.module.css'

/** A checkbox with its sentence; links inside the sentence stay links. */
export function Checkbox(props: OnOff & { children: ReactNode; error?: string | undefined }) {
  const id = useId()
  return (
    <div className={classes(props.error && styles.bad)}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={props.name}
          checked={props.checked}
          disabled={props.disabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={props.error ? id : undefined}
          onChange={event => props.onChange(event.target.checked)}
        />
        <span className={styles.mark}>
          <Icon name="check" small />
        </span>
        <span>{props.children}</span>
      </label>
      <FieldError id={id} message={props.error} />
    </div>
  )
}
