import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { content } from '#contract/content.ts'
import { extension } from '#contract/extension.ts'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey, useCall } from '#web/api/useCall.ts'
import { UpiPanel } from '#web/loan/UpiPanel.tsx'
import { useAcknowledgement } from '#web/loan/useAcknowledgement.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Foot, Stack } from '#web/ui/Layout.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { Dialog, Sheet } from '#web/ui/Overlay.tsx'
import { Status } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import type { ExtensionData } from './extension-data.ts'
import { usePayingFee } from './usePayingFee.ts'

type ActionsProps = { data: ExtensionData; orderId: string; keyFactsHash: string | undefined }

/**
 * Pays the fee on its page or from a UPI app once the addendum is acknowledged, or abandons the
 * extension. After a failure a lasting line says that nothing was taken.
 */
export function ExtensionActions({ data, orderId, keyFactsHash }: ActionsProps) {
  const { pay, payByUpi, pressed, failure, upiPage, closeUpi } = usePayingFee()
  const config = useCall(content.config, {})
  const [asksAbandon, setAsksAbandon] = useState(false)
  const { hasRead, box, remind } = useAcknowledgement(keyFactsHash)
  const isRequested = data.isAwaiting === 1
  const mayPay = isRequested || hasRead

  function press(payIt: typeof pay) {
    if (!mayPay) {
      remind()
      return document.getElementById('acknowledge')?.scrollIntoView({ block: 'end' })
    }
    const { extensionId, orderRepayId } = data
    const wish = { extensionId, orderRepayId, orderId }
    void payIt(isRequested ? wish : { ...wish, keyFactsHash })
  }

  return (
    <>
      <Foot>
        <Stack>
          {!isRequested && <div id="acknowledge">{box}</div>}
          <Button kind="dangerous" onPress={() => setAsksAbandon(true)}>
            {t('extension.abandon')}
          </Button>
        </Stack>
      </Foot>
      <ActionBar>
        {failure && (
          <div role="alert">
            <Status tone="bad">{messageOf(failure)}</Status>
          </div>
        )}
        {config.data?.isUpiOffered && (
          <Button
            kind={mayPay ? 'primary' : 'idle'}
            wide
            pending={pressed === 'upi'}
            onPress={() => press(payByUpi)}
          >
            {t('orders.upi.pay')}
          </Button>
        )}
        <MainButton
          pending={pressed === 'page'}
          missing={mayPay ? undefined : t('loan.key-facts.missing')}
          onPress={() => press(pay)}
        >
          {t('extension.apply')}
        </MainButton>
        {upiPage && (
          <Sheet title={t('orders.upi')} padded onClose={closeUpi}>
            <UpiPanel page={upiPage} />
          </Sheet>
        )}
        {asksAbandon && (
          <AbandonDialog data={data} orderId={orderId} onClose={() => setAsksAbandon(false)} />
        )}
      </ActionBar>
    </>
  )
}

type AbandonProps = { data: ExtensionData; orderId: string; onClose: () => void }

/**
 * Confirms, abandons a requested extension, and goes to the orders (spec §4). One that was never
 * requested is only left.
 */
function AbandonDialog({ data, orderId, onClose }: AbandonProps) {
  const { run, isPending } = useAction(extension.giveUp)
  const queries = useQueryClient()
  const [, navigate] = useLocation()

  async function giveUp() {
    if (data.isAwaiting) {
      const { extensionId, orderRepayId } = data
      const result = await run({ extensionId, orderRepayId, orderId })
      if (!result) return
      for (const changed of [order.detail, order.list])
        void queries.invalidateQueries({ queryKey: callKey(changed) })
      if (!result.ok) {
        onClose()
        return void queries.invalidateQueries({ queryKey: callKey(extension.calculate) })
      }
    }
    navigate(paths.ordersAfterExtension())
  }

  const date = day(data.dueDay)
  const paid = data.extensionFeePaid
  return (
    <Dialog
      title={t('extension.sure')}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onPress={onClose}>
            {t('extension.sure.keep')}
          </Button>
          <Button kind="danger" pending={isPending} onPress={() => void giveUp()}>
            {t('extension.sure.do')}
          </Button>
        </>
      }
    >
      <p>
        {paid > 0
          ? t('extension.sure.paid', { date, paid: money(paid) })
          : t('extension.sure.text', { date })}
      </p>
    </Dialog>
  )
}
