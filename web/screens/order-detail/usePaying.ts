import { useState } from 'react'
import { repay } from '#contract/repay.ts'
import type { Paise } from '#domain/money.ts'
import { useAction } from '#web/api/useAction.ts'
import { useReturn } from '#web/device/useReturn.ts'
import { paths } from '#web/paths.ts'

export type Scope = 'due' | 'all' | 'part'

/**
 * Opens the provider's payment page, which returns to the product's home (specification §4,
 * "Payment"). A failure shows no toast (specification §8); the order's status line informs the
 * borrower.
 */
export function usePaying(orderId: string) {
  const { run, isPending } = useAction(repay.repay)
  const [leavingFor, setLeavingFor] = useState<Scope>()
  useReturn(() => setLeavingFor(undefined))

  async function pay(scope: Scope, amount?: Paise): Promise<void> {
    if (isPending || leavingFor) return
    setLeavingFor(scope)
    const result = await run({ orderId, scope, amount, callback: paths.home() })
    if (result?.ok) location.assign(result.data.paymentUrl)
    else setLeavingFor(undefined)
  }
  return { pay, leavingFor }
}
