import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { mobileFault, typedMobile } from '#domain/phone.ts'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Field, type FieldWords } from '#web/ui/Field.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './Field.module.css'

export type TextFieldProps = FieldWords & {
  name?: string
  value: string
  /** Receives the text after `normalise`. */
  onChange: (value: string) => void
  /**
   * Converts typed or pasted text into the field's form, e.g. into ASCII digits. It returns an
   * unreadable text unchanged, and `error` says so.
   */
  normalise?: (raw: string) => string
  /** The most characters; a longer text stays, and the field says that it is too long. */
  maxLength?: number
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  placeholder?: string
  prefix?: ReactNode
  /** A control at the end of the box, such as a small quiet Button. */
  suffix?: ReactNode
  icon?: IconName
  readOnly?: boolean
  disabled?: boolean
  required?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A field with one line of text. */
export function TextField(props: TextFieldProps) {
  const { normalise = (raw: string) => raw } = props
  return (
    <Field label={props.label} error={props.error ?? tooLong(props)} hint={props.hint}>
      {ids => (
        <div className={styles.box}>
          {props.icon && <Icon name={props.icon} />}
          {props.prefix !== undefined && <span className={styles.prefix}>{props.prefix}</span>}
          <input
            {...ids}
            ref={props.ref}
            className={styles.control}
            name={props.name}
            value={props.value}
            onChange={event => props.onChange(normalise(event.target.value))}
            onBlur={props.onBlur}
            inputMode={props.inputMode}
            autoComplete={props.autoComplete ?? 'off'}
            autoCapitalize="off"
            spellCheck={false}
            placeholder={props.placeholder}
            readOnly={props.readOnly}
            disabled={props.disabled}
            aria-required={props.required}
          />
          {props.suffix !== undefined && <span className={styles.suffix}>{props.suffix}</span>}
        </div>
      )}
    </Field>
  )
}

function tooLong({ value, maxLength }: { value: string; maxLength?: number | undefined }) {
  return maxLength !== undefined && value.length > maxLength
    ? t('ui.too-long', { most: maxLength })
    : undefined
}

/**
 * An Indian mobile number with +91 before it: the ten digits of typed, pasted or filled-in text, or the
 * text itself and why it is no number.
 */
export function PhoneField(
  props: FieldWords &
    Pick<TextFieldProps, 'value' | 'onChange' | 'name' | 'ref' | 'disabled' | 'autoComplete'>,
) {
  const fault = mobileFault(props.value)
  return (
    <TextField
      {...props}
      prefix="+91"
      inputMode="numeric"
      autoComplete={props.autoComplete ?? 'tel-national'}
      normalise={typedMobile}
      error={props.error ?? (fault && t(`ui.${fault}`))}
    />
  )
}

/** A field with several lines of text. */
export function TextArea(
  props: FieldWords & {
    name?: string
    value: string
    onChange: (value: string) => void
    maxLength?: number
    rows?: number
  },
) {
  return (
    <Field label={props.label} error={props.error ?? tooLong(props)} hint={props.hint}>
      {ids => (
        <div className={styles.box}>
          <textarea
            {...ids}
            className={classes(styles.control)}
            name={props.name}
            rows={props.rows ?? 4}
            value={props.value}
            onChange={event => props.onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
