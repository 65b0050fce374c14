import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

type ResendButtonProps = {
  secondsLeft: number
  wasSent: boolean
  pending: boolean
  onPress: () => void
  wide?: boolean
}

/** 'Send OTP', then the seconds, then 'resend' (specification §4, §9). */
export function ResendButton({
  secondsLeft,
  wasSent,
  pending,
  onPress,
  wide = false,
}: ResendButtonProps) {
  const small = !wide
  if (secondsLeft > 0)
    return (
      <Button
        kind="quiet"
        small={small}
        wide={wide}
        disabled
        label={t('verify.otp.wait.label', { seconds: secondsLeft })}
      >
        {wide
          ? t('verify.otp.wait.label', { seconds: secondsLeft })
          : t('verify.otp.wait', { seconds: secondsLeft })}
      </Button>
    )
  return (
    <Button kind="quiet" small={small} wide={wide} pending={pending} onPress={onPress}>
      {wasSent ? t('verify.otp.resend') : t('verify.otp.send')}
    </Button>
  )
}
