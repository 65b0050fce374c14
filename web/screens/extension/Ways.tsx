import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '#contract/client.ts'
import { extension } from '#contract/extension.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Status } from '#web/ui/Type.tsx'
import { AbandonDialog } from './AbandonDialog.tsx'
import type { ExtensionData } from './Extension.tsx'

/**
 * To the payment page, or away. A failure makes no toast (spec §8); a lasting line says that nothing was taken, and the page reads anew what it
 * would cost now.
 */
export function Ways({ data, orderId }: { data: ExtensionData; orderId: string }) {
  const { run } = useAction(extension.apply)
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const [asksAbandon, setAsksAbandon] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  async function pay() {
    if (isLeaving) return
    setLeaving(true)
    setFailure(undefined)
    const { extensionId, orderRepayId } = data
    const result = await run({ extensionId, orderRepayId, orderId })
    if (result?.ok) return location.assign(result.data.paymentUrl)
    setLeaving(false)
    if (result) setFailure(result)
    void queries.invalidateQueries({ queryKey: callKey(extension.calculate) })
  }

  return (
    <ActionBar>
      {failure && (
        <div role="alert">
          <Status tone="bad">{messageOf(failure)}</Status>
        </div>
      )}
      <Button kind="quiet" onPress={() => setAsksAbandon(true)}>
        {t('extension.abandon')}
      </Button>
      <Button kind="main" wide pending={isLeaving} onPress={() => void pay()}>
        {t('extension.apply')}
      </Button>
      {asksAbandon && <AbandonDialog data={data} orderId={orderId} onClose={() => setAsksAbandon(false)} />}
    </ActionBar>
  )
}
