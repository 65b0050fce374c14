import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '#contract/client.ts'
import { extension } from '#contract/extension.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { useComeBack } from '#web/device/useComeBack.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Foot } from '#web/ui/Layout.tsx'
import { Checkbox } from '#web/ui/Toggle.tsx'
import { Status } from '#web/ui/Type.tsx'
import { AbandonDialog } from './AbandonDialog.tsx'
import type { ExtensionData } from './extension-data.ts'

type WaysProps = { data: ExtensionData; orderId: string; keyFactsHash: string | undefined }

/**
 * To the payment page, after saying that the addendum was read, or away. A failure makes no toast (spec §8); a lasting line says that
 * nothing was taken, and the page reads anew what it would cost now.
 */
export function Ways({ data, orderId, keyFactsHash }: WaysProps) {
  const { run } = useAction(extension.apply)
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  useComeBack(() => setLeaving(false))
  const [asksAbandon, setAsksAbandon] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  // Another addendum is another reading.
  const [readHash, setReadHash] = useState<string>()
  const [isReminded, setReminded] = useState(false)
  const hasRead = keyFactsHash !== undefined && readHash === keyFactsHash
  const isAsked = data.isAwaiting === 1

  async function pay() {
    const isUnread = !isAsked && !hasRead
    setReminded(isUnread)
    if (isUnread) document.getElementById('acknowledge')?.scrollIntoView({ block: 'end' })
    if (isLeaving || isUnread) return
    setLeaving(true)
    setFailure(undefined)
    const { extensionId, orderRepayId } = data
    const result = await run({
      extensionId,
      orderRepayId,
      orderId,
      ...(!isAsked && { keyFactsHash }),
    })
    if (result?.ok) return location.assign(result.data.paymentUrl)
    setLeaving(false)
    if (result) setFailure(result)
    for (const changed of [extension.calculate, extension.keyFacts])
      void queries.invalidateQueries({ queryKey: callKey(changed) })
  }

  return (
    <>
      {!isAsked && (
        <Foot>
          <div id="acknowledge">
            <Checkbox
              checked={hasRead}
              onChange={is => setReadHash(is ? keyFactsHash : undefined)}
              error={isReminded && !hasRead ? t('loan.key-facts.read-first') : undefined}
            >
              {t('loan.key-facts.read')}
            </Checkbox>
          </div>
        </Foot>
      )}
      <ActionBar>
        {failure && (
          <div role="alert">
            <Status tone="bad">{messageOf(failure)}</Status>
          </div>
        )}
        <Button kind="quiet" onPress={() => setAsksAbandon(true)}>
          {t('extension.abandon')}
        </Button>
        <Button
          kind="main"
          wide
          pending={isLeaving}
          disabled={!isAsked && keyFactsHash === undefined}
          onPress={() => void pay()}
        >
          {t('extension.apply')}
        </Button>
        {asksAbandon && (
          <AbandonDialog data={data} orderId={orderId} onClose={() => setAsksAbandon(false)} />
        )}
      </ActionBar>
    </>
  )
}
