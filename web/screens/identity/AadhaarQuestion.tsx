import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { isAadhaarUnreadable, maskedAadhaar, typedAadhaar } from '#domain/identity/identity.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { TextLink } from '#web/ui/Type.tsx'
import { caretAfter, digitsBefore, grouped } from './grouped.ts'
import { ResendButton } from './ResendButton.tsx'
import type { AadhaarProof } from './useAadhaarProof.ts'
import { VerifiedField } from './VerifiedField.tsx'

type AadhaarQuestionProps = {
  typed: string
  onType: (digits: string) => void
  isVerified: boolean
  /** The masked number, if the server has verified it. */
  verifiedAs: string | undefined
  proof: AadhaarProof
  error: string | undefined
  field: RefObject<HTMLInputElement | null>
}

/**
 * The Aadhaar number: typed, verified by its OTP, then shown as verified and read-only
 * (specification §4).
 */
export function AadhaarQuestion({ typed, proof, ...props }: AadhaarQuestionProps) {
  if (props.isVerified) {
    const masked = typed === '' ? '' : maskedAadhaar(typed)
    return <VerifiedField label={t('verify.aadhaar')} value={props.verifiedAs ?? masked} />
  }
  const send = (
    <ResendButton
      secondsLeft={proof.secondsLeft}
      wasSent={proof.wasSent}
      pending={proof.isSending}
      onPress={proof.send}
    />
  )
  return (
    <div>
      <AadhaarField
        field={props.field}
        value={typed}
        onChange={props.onType}
        error={props.error}
        suffix={send}
      />
      {proof.wasSent && <TextLink onPress={proof.enterOtp}>{t('verify.otp.enter')}</TextLink>}
    </div>
  )
}

type AadhaarFieldProps = {
  /** The digits, or a text that is no number. */
  value: string
  onChange: (digits: string) => void
  error: string | undefined
  suffix: ReactNode
  field: RefObject<HTMLInputElement | null>
}

/** Twelve digits, shown in groups of four as on the card; the caret keeps its place. */
function AadhaarField({ value, onChange, error, suffix, field }: AadhaarFieldProps) {
  const digitsBeforeCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === undefined) return
    const caret = caretAfter(digitsBeforeCaret.current)
    digitsBeforeCaret.current = undefined
    field.current?.setSelectionRange(caret, caret)
  })
  function digitsOf(typed: string): string {
    const read = typedAadhaar(typed)
    const caret = field.current?.selectionStart ?? null
    digitsBeforeCaret.current = isAadhaarUnreadable(read) ? undefined : digitsBefore(typed, caret)
    return read
  }
  return (
    <TextField
      ref={field}
      label={t('verify.aadhaar')}
      name="idNo"
      inputMode="numeric"
      value={isAadhaarUnreadable(value) ? value : grouped(value)}
      normalise={digitsOf}
      onChange={onChange}
      error={
        error ??
        (isAadhaarUnreadable(value) ? inWords('answer', { reason: 'aadhaar-wrong' }) : undefined)
      }
      suffix={suffix}
    />
  )
}
