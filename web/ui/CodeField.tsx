import type { ReactNode, Ref } from 'react'
import { readCode, typedCode } from '#domain/code.ts'
import { isDigits } from '#domain/digits.ts'
import { t } from '#web/locales/i18n.ts'
import { classes } from '#web/ui/classes.ts'
import { Field, type FieldWords } from '#web/ui/Field.tsx'
import styles from './Field.module.css'

type CodeFieldProps = FieldWords & {
  name?: string
  length: number
  value: string
  onChange: (value: string) => void
  /** Called once the last digit is entered. */
  onFull?: (value: string) => void
  /** The button beside the cells: "Get", the countdown, "resend". */
  action?: ReactNode
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * A one-time code: cells drawn below one real input, so that paste, autofill and screen readers
 * work as in any field. A text that is no code covers the cells, and the field says so.
 */
export function CodeField(props: CodeFieldProps) {
  const { length, value } = props
  const isUnreadable = readCode(value, length) === undefined
  function change(raw: string) {
    const code = typedCode(raw, length)
    props.onChange(code)
    if (code !== value && isDigits(code, length)) props.onFull?.(code)
  }
  return (
    <Field
      label={props.label}
      error={props.error ?? (isUnreadable ? t('ui.code', { digits: length }) : undefined)}
      hint={props.hint}
    >
      {ids => (
        <div className={styles.code}>
          <div className={styles.cells}>
            {Array.from({ length }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its place
                key={index}
                aria-hidden="true"
                className={classes(
                  styles.cell,
                  index === Math.min(value.length, length - 1) && styles.now,
                )}
              >
                {isUnreadable ? '' : value[index]}
              </span>
            ))}
            <input
              {...ids}
              ref={props.ref}
              className={styles.under}
              data-shown={isUnreadable || undefined}
              name={props.name}
              value={value}
              onChange={event => change(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              disabled={props.disabled}
            />
          </div>
          {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
        </div>
      )}
    </Field>
  )
}
