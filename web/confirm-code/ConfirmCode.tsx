import { useEffect, useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { login } from '#contract/login.ts'
import { CONFIRM_CODE_DIGITS } from '#domain/limits.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { Form, Stack } from '#web/ui/Layout.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'

type ConfirmCodeProps = {
  /** What the code is for; it confirms that and nothing else (decisions §10). */
  subject: Input<typeof login.sendConfirmCode>
  /** Repeats the action with the code; answers what is wrong with it, if it is. */
  onCode: (code: string) => Promise<string | undefined>
  onClose: () => void
}

/** The second code, asked on a device that is new to us. Sent when the dialog opens. */
export function ConfirmCode({ subject, onCode, onClose }: ConfirmCodeProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const { run: send } = useAction(login.sendConfirmCode)
  const [asked] = useState(subject)

  useEffect(() => {
    void send(asked).then(result => {
      if (result && !result.ok) setError(messageOf(result))
    })
  }, [send, asked])

  async function check(): Promise<void> {
    if (code.length !== CONFIRM_CODE_DIGITS || isChecking) return
    setChecking(true)
    const wrong = await onCode(code)
    setChecking(false)
    setError(wrong)
    if (wrong !== undefined) setCode('')
  }

  return (
    <Dialog title={t('common.code.title')} onClose={onClose}>
      <Form onSubmit={() => void check()}>
        <Stack gap="loose">
          <p>{t('common.code.text')}</p>
          <CodeField label={t('common.code.label')} length={CONFIRM_CODE_DIGITS} value={code} onChange={setCode} error={error} />
          <Button kind="primary" type="submit" wide pending={isChecking} disabled={code.length !== CONFIRM_CODE_DIGITS}>
            {t('common.code.confirm')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  )
}
