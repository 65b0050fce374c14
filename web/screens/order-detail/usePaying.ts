import { useState } from 'react'
import { repay } from '#contract/repay.ts'
import type { Paise } from '#domain/money.ts'
import { useAction } from '#web/api/useAction.ts'
import { useReturn } from '#web/device/useReturn.ts'
import type { UpiPage } from '#web/loan/UpiPanel.tsx'
import { paths } from '#web/paths.ts'

export type Scope = 'due' | 'all' | 'part'

/**
 * Opens the provider's payment page, which returns to the product's home (specification §4,
 * "Payment"), or asks for the way to pay it from a UPI app. A failure shows no toast (specification
 * §8); the order's status line informs the borrower.
 */
export function usePaying(orderId: string) {
  const { run, isPending } = useAction(repay.repay)
  const { run: openUpi } = useAction(repay.upi)
  const [pressed, setPressed] = useState<'page' | 'upi'>()
  const [upiPage, setUpiPage] = useState<UpiPage>()
  useReturn(() => setPressed(undefined))

  async function open(way: 'page' | 'upi', scope: Scope, amount: Paise | undefined) {
    if (isPending || pressed) return undefined
    setPressed(way)
    const result = await run({ orderId, scope, amount, callback: paths.home() })
    return result?.ok ? result.data : undefined
  }

  async function pay(scope: Scope, amount?: Paise): Promise<void> {
    const page = await open('page', scope, amount)
    if (page) location.assign(page.paymentUrl)
    else setPressed(undefined)
  }

  async function payByUpi(scope: Scope, amount?: Paise): Promise<void> {
    const page = await open('upi', scope, amount)
    const result = page && (await openUpi({ paymentId: page.paymentId }))
    if (page) setUpiPage({ ...page, upi: result?.ok ? result.data : undefined })
    setPressed(undefined)
  }
  return { pay, payByUpi, pressed, upiPage }
}
