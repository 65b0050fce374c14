import type { Ref } from 'react'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Field, type FieldWords } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Field.module.css'

export type Option = { value: string; label: string }

type SelectFieldProps = FieldWords & {
  name?: string
  /** Empty if nothing is chosen. */
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  /** Shown if nothing is chosen; "Choose" by default. `null` if there is always a choice. */
  placeholder?: string | null
  disabled?: boolean
  /** For the one amount of a page. */
  large?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** A choice from a list, with the phone's own picker. */
export function SelectField(props: SelectFieldProps) {
  const placeholder = props.placeholder === undefined ? t('ui.choose') : props.placeholder
  return (
    <Field label={props.label} error={props.error} hint={props.hint}>
      {ids => (
        <div className={styles.box}>
          <select
            {...ids}
            ref={props.ref}
            className={classes(styles.control, props.large && styles.large)}
            name={props.name}
            value={props.value}
            disabled={props.disabled}
            onChange={event => props.onChange(event.target.value)}
          >
            {placeholder !== null && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {props.options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </Field>
  )
}
