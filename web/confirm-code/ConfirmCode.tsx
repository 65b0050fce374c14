import { useCallback, useEffect, useRef, useState } from 'react'
import { account } from '#contract/account.ts'
import { isDigits } from '#domain/digits.ts'
import { CONFIRM_CODE_DIGITS } from '#domain/limits.ts'
import { messageOf } from '#web/api/failures.ts'
import { isOwnerCheckAgain } from '#web/api/owner-check.ts'
import { useAction } from '#web/api/useAction.ts'
import { useCall } from '#web/api/useCall.ts'
import { useSecondsLeft } from '#web/device/useSecondsLeft.ts'
import { awaitSmsCode } from '#web/device/web-otp.ts'
import { t } from '#web/locales/i18n.ts'
import { usePasskeyAct } from '#web/sign-in/usePasskeyAct.ts'
import { usePasskeySupport } from '#web/sign-in/usePasskeySupport.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Form, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

type ConfirmCodeProps = {
  onConfirmed: () => void
  onClose: () => void
}

/**
 * Asks for the second code, which makes this device known or proves the owner again (product §10). It
 * is sent when the dialog opens, and again on request.
 */
export function ConfirmCode({ onConfirmed, onClose }: ConfirmCodeProps) {
  const [code, setCode] = useState('')
  const [isAgain] = useState(isOwnerCheckAgain)
  const [error, setError] = useState<string>()
  const { run, isPending: isChecking } = useAction(account.confirmDevice)
  const field = useRef<HTMLInputElement>(null)
  const sending = useSending(setError)
  useEffect(() => awaitSmsCode(setCode), [])

  async function check(): Promise<void> {
    if (!isDigits(code, CONFIRM_CODE_DIGITS)) {
      setError(t('code.missing', { digits: CONFIRM_CODE_DIGITS }))
      field.current?.focus()
      return
    }
    const result = await run({ code })
    if (!result) return
    if (result.ok) return onConfirmed()
    setError(messageOf(result))
    if (result.reason !== 'network') setCode('')
    field.current?.focus()
  }

  function resend(): void {
    setCode('')
    setError(undefined)
    sending.send()
    field.current?.focus()
  }

  return (
    <Dialog title={t('code.title')} hasCross onClose={onClose}>
      <Form onSubmit={() => void check()}>
        <Stack gap="loose">
          <p>{t(isAgain ? 'code.again.text' : 'code.text')}</p>
          <CodeField
            ref={field}
            label={t('code.label')}
            length={CONFIRM_CODE_DIGITS}
            value={code}
            onChange={typed => {
              setCode(typed)
              setError(undefined)
            }}
            error={error}
          />
          <Stack>
            <MainButton
              kind="primary"
              type="submit"
              pending={isChecking}
              missing={
                isDigits(code, CONFIRM_CODE_DIGITS)
                  ? undefined
                  : t('code.missing', { digits: CONFIRM_CODE_DIGITS })
              }
            >
              {t('code.confirm')}
            </MainButton>
          </Stack>
          <Button
            kind="quiet"
            wide
            disabled={sending.secondsLeft > 0}
            pending={sending.isPending}
            onPress={resend}
          >
            {sending.secondsLeft > 0
              ? t('code.wait', { seconds: sending.secondsLeft })
              : t('code.resend')}
          </Button>
          <ConfirmByPasskey onConfirmed={onConfirmed} />
        </Stack>
      </Form>
    </Dialog>
  )
}

/** The way by passkey, for a borrower who has one, in a browser that can use it. */
function ConfirmByPasskey({ onConfirmed }: Pick<ConfirmCodeProps, 'onConfirmed'>) {
  const { data: me } = useCall(account.me, {})
  const isPossible = usePasskeySupport()
  const { run, isPending } = usePasskeyAct(acts => acts.confirmByPasskey())
  if (!isPossible || !me?.hasPasskey) return null
  return (
    <Button
      kind="secondary"
      wide
      icon="lock"
      pending={isPending}
      onPress={() => void run().then(isConfirmed => isConfirmed && onConfirmed())}
    >
      {t('code.passkey.confirm')}
    </Button>
  )
}

/**
 * Sends the code, once automatically; returns how long to wait before another may be requested
 * (specification §9).
 */
function useSending(onError: (message: string) => void) {
  const { run, isPending } = useAction(account.sendConfirmCode)
  const [resendAtMs, setResendAtMs] = useState(0)

  const send = useCallback(() => {
    void run({}).then(result => {
      if (!result) return
      if (!result.ok) onError(messageOf(result))
      const waitSeconds = result.ok ? result.data.resendSeconds : Number(result.details.waitSeconds)
      if (waitSeconds > 0) setResendAtMs(Date.now() + waitSeconds * 1000)
    })
  }, [run, onError])
  useEffect(send, [send])

  return { send, isPending, secondsLeft: useSecondsLeft(resendAtMs) }
}

/** Says why an unknown device does not show something, and offers to confirm the owner. */
export function Locked({
  message,
  onRetry,
}: {
  message?: string | undefined
  onRetry: () => void
}) {
  return (
    <div role="alert">
      <Empty
        art="audit"
        title={t('code.title')}
        action={
          <Button kind="primary" icon="lock" onPress={onRetry}>
            {t('code.confirm')}
          </Button>
        }
      >
        {message}
      </Empty>
    </div>
  )
}
