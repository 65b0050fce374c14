import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '#contract/client.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { extension } from '#contract/extension.ts'
import { repay } from '#contract/repay.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { useReturn } from '#web/device/useReturn.ts'
import type { UpiPage } from '#web/loan/UpiPanel.tsx'

type Wish = Input<typeof extension.apply>
type FeePage = Output<typeof extension.apply>

/**
 * Requests the extension, and pays its fee on the provider's page or from a UPI app. A failure shows
 * no toast (specification §8); it is returned as `failure`, and the current cost is fetched.
 */
export function usePayingFee() {
  const { run } = useAction(extension.apply)
  const { run: openUpi } = useAction(repay.upi)
  const queries = useQueryClient()
  const [pressed, setPressed] = useState<'page' | 'upi'>()
  const [failure, setFailure] = useState<Failure>()
  const [upiPage, setUpiPage] = useState<UpiPage>()
  useReturn(() => setPressed(undefined))

  function readAgain(): void {
    for (const changed of [extension.calculate, extension.keyFacts])
      void queries.invalidateQueries({ queryKey: callKey(changed) })
  }

  async function open(way: 'page' | 'upi', wish: Wish): Promise<FeePage | undefined> {
    if (pressed) return undefined
    setPressed(way)
    setFailure(undefined)
    const result = await run(wish)
    if (result?.ok) return result.data
    setPressed(undefined)
    if (result) setFailure(result)
    readAgain()
    return undefined
  }

  async function pay(wish: Wish): Promise<void> {
    const page = await open('page', wish)
    if (page) location.assign(page.paymentUrl)
  }

  async function payByUpi(wish: Wish): Promise<void> {
    const page = await open('upi', wish)
    if (!page) return
    const { paymentId, paymentUrl } = page
    // Nothing of the fee was left to pay.
    if (paymentId === null) return location.assign(paymentUrl)
    const result = await openUpi({ paymentId })
    setUpiPage({ paymentId, paymentUrl, upi: result?.ok ? result.data : undefined })
    setPressed(undefined)
    readAgain()
  }

  return { pay, payByUpi, pressed, failure, upiPage, closeUpi: () => setUpiPage(undefined) }
}
