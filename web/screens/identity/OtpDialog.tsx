import { useRef, useState } from 'react'
import { kyc } from '#contract/kyc.ts'
import { AADHAAR_OTP_DIGITS } from '#domain/limits.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Form, Stack } from '#web/ui/Layout.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { ResendButton } from './ResendButton.tsx'
import type { AadhaarProof } from './useAadhaarProof.ts'

type OtpDialogProps = { aadhaar: string; proof: AadhaarProof; onVerified: () => void }

/** Asks for the six digits sent to the phone number linked with the Aadhaar. */
export function OtpDialog({ aadhaar, proof, onVerified }: OtpDialogProps) {
  const [otp, setOtp] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { run, isPending } = useAction(kyc.verifyAadhaarOtp)
  const isWhole = otp.length === AADHAAR_OTP_DIGITS

  async function verifyOtp() {
    if (!isWhole) return
    const result = await run({ aadhaar, otp })
    if (!result) return
    if (result.ok) return onVerified()
    setError(messageOf(result))
    if (result.reason !== 'network') setOtp('')
    field.current?.focus()
  }

  return (
    <Dialog title={t('verify.otp.title')} onClose={proof.closeDialog}>
      <Form onSubmit={() => void verifyOtp()}>
        <Stack gap="loose">
          <p>{t('verify.otp.text')}</p>
          <CodeField
            ref={field}
            label={t('verify.otp.label')}
            length={AADHAAR_OTP_DIGITS}
            value={otp}
            onChange={value => {
              setOtp(value)
              setError(undefined)
            }}
            error={error}
          />
          <Button kind="primary" type="submit" wide pending={isPending} disabled={!isWhole}>
            {t('verify.otp.verify')}
          </Button>
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
