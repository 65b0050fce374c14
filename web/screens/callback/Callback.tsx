import { useCallback, useEffect, useState } from 'react'
import { digilocker } from '#contract/digilocker.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Stack } from '#web/ui/Layout.tsx'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useStepDone } from '#web/verify/useStepDone.ts'
import type { MessageId } from '#words/catalogues.ts'

const ENDED_OTHERWISE: Readonly<Record<string, MessageId>> = {
  declined: 'verify.digilocker.declined',
  expired: 'verify.digilocker.expired',
}

/**
 * The page to which a hosted step returns. The server decides the outcome, not the address; then the
 * dispatcher continues (product §8).
 */
export function CallbackScreen() {
  const { run } = useAction(digilocker.result)
  const goOn = useStepDone()
  const [failureText, setFailureText] = useState<string>()

  const ask = useCallback(async () => {
    setFailureText(undefined)
    const result = await run({})
    if (!result) return
    if (!result.ok) return setFailureText(messageOf(result))
    const { state } = result.data
    if (state === 'waiting') return setFailureText(t('verify.digilocker.waiting.text'))
    const message = ENDED_OTHERWISE[state]
    // The toast survives two page changes: the dispatcher and the step after it.
    if (message) toast(t(message), 'bad', 2)
    goOn()
  }, [run, goOn])
  useEffect(() => void ask(), [ask])

  return (
    <Page>
      <TopBar title={t('common.title.auth')} back={paths.home()} />
      {failureText === undefined ? (
        <Skeleton>
          <Body>
            <Bone shape="row" />
          </Body>
        </Skeleton>
      ) : (
        <>
          <Body>
            <Empty art="error" title={t('verify.digilocker.waiting')}>
              {failureText}
            </Empty>
          </Body>
          <ActionBar>
            <Stack>
              <Button kind="main" wide icon="refresh" onPress={() => void ask()}>
                {t('verify.digilocker.again')}
              </Button>
              <Button kind="quiet" wide onPress={goOn}>
                {t('verify.digilocker.another')}
              </Button>
            </Stack>
          </ActionBar>
        </>
      )}
    </Page>
  )
}
