import { Field, type FieldWords } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Field.module.css'

type PickFieldProps = Omit<FieldWords, 'label'> & {
  label: string
  /** The picked value as text; empty if there is none. */
  value: string
  placeholder: string
  disabled?: boolean
  onPress: () => void
}

/**
 * Looks like a SelectField, but opens a picker of the screen's own: for lists that are too long for
 * the phone's.
 */
export function PickField(props: PickFieldProps) {
  const shown = props.value === '' ? props.placeholder : props.value
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      {ids => (
        <div className={styles.box}>
          <button
            type="button"
            id={ids.id}
            className={styles.pick}
            aria-describedby={ids['aria-describedby']}
            aria-haspopup="dialog"
            aria-label={`${props.label}: ${shown}`}
            disabled={props.disabled}
            onClick={props.onPress}
          >
            <span>{shown}</span>
            <Icon name="down" />
          </button>
        </div>
      )}
    </Field>
  )
}
