import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldError } from '#web/ui/Field.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Toggle.module.css'

/** The common part of a checkbox and a switch. */
export type OnOff = {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  disabled?: boolean
}

/** Switches something on or off at once. Its text is beside it, so `label` names it. */
export function Switch(props: OnOff & { label: string }) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox carries its own checked state
        role="switch"
        name={props.name}
        checked={props.checked}
        disabled={props.disabled}
        aria-label={props.label}
        onChange={event => props.onChange(event.target.checked)}
      />
      <span className={styles.track} />
    </label>
  )
}

type ChoicesProps = {
  legend: ReactNode
  /** Shows the legend like a field's label, instead of a section's title. */
  asField?: boolean
  name: string
  value: string
  onChange: (value: string) => void
  /** With an `aside`, such as an amount at their end, the options stand below each other. */
  options: readonly { value: string; label: string; icon?: IconName; aside?: string }[]
  error?: string | undefined
}

/** A choice from a short list: real radio buttons, drawn as tiles. */
export function Choices(props: ChoicesProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={props.error ? id : undefined}>
      <legend className={classes(styles.legend, props.asField && styles.small)}>
        {props.legend}
      </legend>
      <div
        className={classes(styles.choices, props.options.some(({ aside }) => aside) && styles.rows)}
      >
        {props.options.map(option => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={props.name}
              value={option.value}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            <span>{option.label}</span>
            {option.aside !== undefined && <b className={styles.aside}>{option.aside}</b>}
          </label>
        ))}
      </div>
      <FieldError id={id} message={props.error} />
    </fieldset>
  )
}
