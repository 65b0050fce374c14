import { useRef, useState } from 'react'
import { kyc } from '#contract/kyc.ts'
import { isDigits } from '#domain/digits.ts'
import { AADHAAR_DIGITS_KEPT, AADHAAR_OTP_DIGITS } from '#domain/limits.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Form, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { TextLink } from '#web/ui/Type.tsx'
import { ResendButton } from './ResendButton.tsx'
import type { AadhaarProof } from './useAadhaarProof.ts'

export type OtpDialogProps = {
  aadhaar: string
  proof: AadhaarProof
  onVerified: () => void
  /** Closes the dialog, for another Aadhaar number. */
  onAnother: () => void
}

/**
 * Asks for the six digits sent to the phone number linked with the Aadhaar, and sends them with the
 * sixth.
 */
export function OtpDialog({ aadhaar, proof, onVerified, onAnother }: OtpDialogProps) {
  const [otp, setOtp] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { run, isPending } = useAction(kyc.verifyAadhaarOtp)
  const isWhole = isDigits(otp, AADHAAR_OTP_DIGITS)

  async function verifyOtp(entered: string) {
    if (!isDigits(entered, AADHAAR_OTP_DIGITS)) {
      setError(t('verify.otp.missing'))
      return field.current?.focus()
    }
    const result = await run({ aadhaar, otp: entered })
    if (!result) return
    if (result.ok) return onVerified()
    setError(messageOf(result))
    if (result.reason !== 'network') setOtp('')
    field.current?.focus()
  }

  return (
    <Dialog title={t('verify.otp.title')} hasCross onClose={proof.closeDialog}>
      <Form onSubmit={() => void verifyOtp(otp)}>
        <Stack gap="loose">
          <div>
            <p>{t('verify.otp.text', { digits: aadhaar.slice(-AADHAAR_DIGITS_KEPT) })}</p>
            <TextLink onPress={onAnother}>{t('verify.otp.another')}</TextLink>
          </div>
          <CodeField
            ref={field}
            label={t('verify.otp.label')}
            length={AADHAAR_OTP_DIGITS}
            value={otp}
            onChange={value => {
              setOtp(value)
              setError(undefined)
            }}
            onFull={value => void verifyOtp(value)}
            error={error}
          />
          <Stack>
            <MainButton
              kind="primary"
              type="submit"
              pending={isPending}
              missing={isWhole ? undefined : t('verify.otp.missing')}
            >
              {t('verify.otp.verify')}
            </MainButton>
          </Stack>
          <ResendButton
            secondsLeft={proof.secondsLeft}
            pending={proof.isSending}
            wasSent
            onPress={proof.send}
            wide
          />
        </Stack>
      </Form>
    </Dialog>
  )
}
