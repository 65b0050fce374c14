import type { RefObject } from 'react'
import { maskedAadhaar } from '#domain/identity/identity.ts'
import { t } from '#web/locales/i18n.ts'
import { TextLink } from '#web/ui/Type.tsx'
import { AadhaarField } from './AadhaarField.tsx'
import { ResendButton } from './ResendButton.tsx'
import type { AadhaarProof } from './useAadhaarProof.ts'
import { VerifiedField } from './VerifiedField.tsx'

type AadhaarQuestionProps = {
  typed: string
  onType: (digits: string) => void
  isVerified: boolean
  /** The masked number, where the server knows it. */
  verifiedAs: string | undefined
  proof: AadhaarProof
  error: string | undefined
  field: RefObject<HTMLInputElement | null>
}

/** The Aadhaar number: typed, proved by its OTP, then shown as verified and no longer changed (specification §4). */
export function AadhaarQuestion({ typed, proof, ...props }: AadhaarQuestionProps) {
  if (props.isVerified)
    return (
      <VerifiedField label={t('verify.aadhaar')} value={props.verifiedAs ?? maskedAadhaar(typed)} />
    )
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
