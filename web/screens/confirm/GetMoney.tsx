import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { order } from '#contract/order.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { preloadOutcome } from '#web/loan/Outcome.tsx'
import { useAcknowledgement } from '#web/loan/useAcknowledgement.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ActionBar } from '#web/ui/Frame.tsx'
import { MainButton } from '#web/ui/MainButton.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Accepts the offer once its Key Facts Statement is acknowledged, then goes to the orders
 * (specification §4), which show the outcome.
 */
export function GetMoney({
  orderId,
  keyFactsHash,
}: {
  orderId: string
  keyFactsHash: string | undefined
}) {
  const { hasRead, box, remind } = useAcknowledgement(keyFactsHash)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const { run, isPending } = useAction(order.loan)

  async function getMoney(): Promise<void> {
    const result = await run({ orderId, keyFactsHash })
    if (!result) return
    if (result.ok) {
      preloadOutcome()
      await queries.invalidateQueries({ refetchType: 'none' })
      navigate(paths.orders(), { replace: true })
      return
    }
    toast(messageOf(result), 'bad')
    void queries.invalidateQueries()
  }

  function press(): void {
    if (hasRead) void getMoney()
    else remind()
  }

  return (
    <ActionBar>
      {box}
      <MainButton
        pending={isPending}
        missing={hasRead ? undefined : t('loan.key-facts.missing')}
        onPress={press}
      >
        {t('orders.confirm.get-money')}
      </MainButton>
    </ActionBar>
  )
}
