import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { aadhaarDigits } from '#domain/identity/identity.ts'
import { t } from '#web/locales/i18n.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { caretAfter, digitsBefore, grouped } from './grouped.ts'

type AadhaarFieldProps = {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  error: string | undefined
  suffix: ReactNode
  field: RefObject<HTMLInputElement | null>
}

/** Twelve digits, shown in groups of four as on the card; the caret stays where it was put. */
export function AadhaarField({ value, onChange, error, suffix, field }: AadhaarFieldProps) {
  const digitsBeforeCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === undefined) return
    const caret = caretAfter(digitsBeforeCaret.current)
    digitsBeforeCaret.current = undefined
    field.current?.setSelectionRange(caret, caret)
  })
  function digitsOf(typed: string): string {
    digitsBeforeCaret.current = digitsBefore(typed, field.current?.selectionStart ?? null)
    return aadhaarDigits(typed)
  }
  return (
    <TextField
      ref={field}
      label={t('verify.aadhaar')}
      name="idNo"
      inputMode="numeric"
      value={grouped(value)}
      normalise={digitsOf}
      onChange={onChange}
      error={error}
      suffix={suffix}
    />
  )
}
