import { useState } from 'react'
import { repay } from '#contract/repay.ts'
import { useAction } from '#web/api/useAction.ts'
import { money } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import type { Position } from './OrderDetail.tsx'

type Scope = 'due' | 'all'

/**
 * Leads to the provider's payment page, which leads back to the product's home (specification §4, "Payment"). A failure shows nothing by itself (specification §8); the status line of the
 * order is what tells the borrower.
 */
export function Repayment({ orderId, position }: { orderId: string; position: Position }) {
  const { run, isPending } = useAction(repay.repay)
  const [leavingFor, setLeavingFor] = useState<Scope>()

  async function pay(scope: Scope): Promise<void> {
    if (isPending || leavingFor) return
    setLeavingFor(scope)
    const result = await run({ orderId, scope, callback: paths.home() })
    if (result?.ok) location.assign(result.data.paymentUrl)
    else setLeavingFor(undefined)
  }

  return (
    <ActionBar>
      {position.payoff > position.dueNow && (
        <Button kind="quiet" pending={leavingFor === 'all'} onPress={() => void pay('all')}>
          {t('orders.detail.repayment.all', { amount: money(position.payoff) })}
        </Button>
      )}
      <Button kind="main" wide pending={leavingFor === 'due'} onPress={() => void pay('due')}>
        {t('orders.detail.repayment')}
      </Button>
    </ActionBar>
  )
}
