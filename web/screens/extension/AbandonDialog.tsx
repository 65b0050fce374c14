import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { extension } from '#contract/extension.ts'
import { order } from '#contract/order.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Overlay.tsx'
import { money } from '#words/format.ts'
import type { ExtensionData } from './extension-data.ts'

type AbandonProps = { data: ExtensionData; orderId: string; onClose: () => void }

/** Asks, gives up what was asked for, and goes to the orders (spec §4). What was never asked for is only left. */
export function AbandonDialog({ data, orderId, onClose }: AbandonProps) {
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
          <Button pending={isPending} onPress={() => void giveUp()}>
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
