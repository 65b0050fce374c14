import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { home } from '#contract/home.ts'
import { order } from '#contract/order.ts'
import { useAction } from '#web/api/useAction.ts'
import { callKey } from '#web/api/useCall.ts'
import { Bone, Skeleton } from '#web/ui/Skeleton.tsx'
import type { OutcomeData } from './outcome-data.ts'

const load = () => import('./OutcomeView.tsx')
const OutcomeView = lazy(() => load().then(m => ({ default: m.OutcomeView })))

/** Loads the code that shows an outcome before one comes. */
export function preloadOutcome(): void {
  void load()
}

/**
 * The outcome of Get Money, a payment or an application. `onSeen` is called when the borrower
 * dismisses it or follows its link; from then on no device shows it.
 */
export function Outcome({ outcome, onSeen }: { outcome: OutcomeData; onSeen?: () => void }) {
  const queries = useQueryClient()
  const { run } = useAction(order.outcomeSeen)
  function see() {
    queries.setQueryData<Output<typeof order.outcome>>(callKey(order.outcome, {}), {
      outcome: null,
    })
    queries.setQueryData<Output<typeof home.index>>(
      callKey(home.index, {}),
      index => index && { ...index, outcome: null },
    )
    void run({ at: outcome.at })
    onSeen?.()
  }
  return (
    <Suspense
      fallback={
        <Skeleton>
          <Bone shape="outcome" />
        </Skeleton>
      }
    >
      <OutcomeView outcome={outcome} onSeen={see} />
    </Suspense>
  )
}
