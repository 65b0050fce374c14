import { useState } from 'react'
import { isRupeesBegun, typedRupees } from '#domain/typed-rupees.ts'
import { t } from '#web/locales/i18n.ts'
import type { FieldWords } from '#web/ui/Field.tsx'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'

/**
 * An amount of rupees as people write them. A text that can never be an amount is reported at once,
 * one that could still become an amount when the field is left.
 */
export function AmountField(
  props: FieldWords &
    Pick<TextFieldProps, 'value' | 'onChange' | 'name' | 'prefix' | 'placeholder' | 'disabled'>,
) {
  const [isLeft, setLeft] = useState(false)
  const { value } = props
  const isWrong = isLeft
    ? value.trim() !== '' && typedRupees(value) === undefined
    : !isRupeesBegun(value)
  return (
    <TextField
      {...props}
      inputMode="decimal"
      onChange={text => {
        setLeft(false)
        props.onChange(text)
      }}
      onBlur={() => setLeft(true)}
      error={props.error ?? (isWrong ? t('ui.amount') : undefined)}
    />
  )
}
