import { useState } from 'react'
import { CODE } from '#contract/codes.ts'
import { kyc } from '#contract/kyc.ts'
import { OTP_RESEND_SECONDS } from '#domain/limits.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { useDraft } from '#web/device/useDraft.ts'
import { useSecondsLeft } from '#web/device/useSecondsLeft.ts'
import { type FieldText, fieldTexts, inWords } from '#web/locales/in-words.ts'
import { toast } from '#web/ui/toast.ts'
import { aadhaarProblem } from './identity-entry.ts'

type ProofOptions = {
  /** The number typed so far, digits only. */
  aadhaar: string
  onVerified: () => void
  onWrong: (errors: readonly FieldText[]) => void
}

export type AadhaarProof = ReturnType<typeof useAadhaarProof>

/**
 * Sends the Aadhaar OTP, at most once in 60 seconds; the wait survives a reload (specification §4,
 * §8).
 */
export function useAadhaarProof({ aadhaar, onVerified, onWrong }: ProofOptions) {
  const [{ resendAtMs }, remember] = useDraft('aadhaar-otp', { resendAtMs: 0 })
  const [dialog, setDialog] = useState<'otp' | 'cannot'>()
  const secondsLeft = useSecondsLeft(resendAtMs)
  const { run, isPending } = useAction(kyc.sendAadhaarOtp)

  function waitFor(seconds: number) {
    remember({ resendAtMs: Date.now() + seconds * 1000 })
  }

  function whenWhole(action: () => void) {
    const problem = aadhaarProblem(aadhaar)
    if (problem) onWrong(fieldTexts([problem]))
    else action()
  }

  async function sendNow() {
    const result = await run({ aadhaar })
    if (!result) return
    if (result.ok) {
      if (result.data.state === 1) return onVerified()
      if (!result.data.success) {
        const { reason, message: msg } = result.data
        return toast(inWords('answer', { reason: reason ?? '', msg }), 'bad')
      }
      waitFor(OTP_RESEND_SECONDS)
      return setDialog('otp')
    }
    if (result.code === CODE.aadhaarOtpUnavailable) return setDialog('cannot')
    if (result.errorColumn.length > 0) return onWrong(fieldTexts(result.errorColumn))
    const waitSeconds = Number(result.details.waitSeconds)
    if (waitSeconds > 0) waitFor(waitSeconds)
    toast(messageOf(result), 'bad')
  }

  return {
    send: () => whenWhole(() => void sendNow()),
    isSending: isPending,
    secondsLeft,
    wasSent: resendAtMs > 0,
    dialog,
    enterOtp: () => whenWhole(() => setDialog('otp')),
    closeDialog: () => setDialog(undefined),
  }
}
