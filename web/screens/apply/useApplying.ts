import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import type { product } from '#contract/product.ts'
import { REDIRECT_AFTER_APPLY_MS } from '#domain/limits.ts'
import type { Paise } from '#domain/money.ts'
import { messageOf } from '#web/api/failures.ts'
import { useAction } from '#web/api/useAction.ts'
import { track } from '#web/device/tracking.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'
import type { Purpose } from './PurposeChoices.tsx'

type Application = {
  cardId: string | null
  amount: Paise
  purpose?: Purpose
  isAuto: boolean
  termsHash: string
  keyFactsHash: string | undefined
}

/**
 * Sends the application, once. 300 ms after it succeeded the orders replace this page
 * (specification §4, "Apply entry"), so that Back does not lead to an application that was already
 * sent.
 */
export function useApplying({
  offer,
  onDone,
  onTermsChanged,
}: {
  offer: Output<typeof product.info>
  onDone: () => void
  onTermsChanged: () => void
}) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const { run, isPending } = useAction(order.apply)
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    if (!isIn) return
    const timer = setTimeout(
      () => navigate(paths.orders(), { replace: true }),
      REDIRECT_AFTER_APPLY_MS,
    )
    return () => clearTimeout(timer)
  }, [isIn, navigate])

  async function apply({
    cardId,
    amount,
    purpose,
    isAuto,
    termsHash,
    keyFactsHash,
  }: Application): Promise<void> {
    if (isIn) return
    const result = await run({
      productId: offer.id,
      cardId,
      borrowAmount: amount,
      periods: offer.period,
      checkEmail: 0,
      autoGetMoney: isAuto ? 1 : 0,
      autoMoney: isAuto ? 1 : 0,
      loanPurpose: purpose,
      termsHash,
      keyFactsHash,
    })
    if (!result) return
    if (result.ok) {
      setIn(true)
      onDone()
      toast(t('apply.done'), 'good', 1)
      // Nothing is refetched on this page: the order now in progress would redirect away from it at
      // once.
      void queries.invalidateQueries({ refetchType: 'none' })
      return
    }
    toast(messageOf(result), 'bad')
    track('apply-failed', result.msg)
    if (result.reason === 'terms-changed' || result.reason === 'key-facts-changed') onTermsChanged()
  }

  return { apply, isPending: isPending || isIn }
}
