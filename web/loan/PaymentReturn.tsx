import { useSearchParams } from 'wouter'
import { repay } from '#contract/repay.ts'
import { useCall } from '#web/api/useCall.ts'
import { PaymentLine } from './PaymentLine.tsx'

const LOOK_AGAIN_MS = 2_000

/**
 * Where a borrower comes back to from the payment page: asks our own server what became of the payment that the address
 * names. Nothing else in the address is believed.
 */
export function PaymentReturn() {
  const [search] = useSearchParams()
  const paymentId = search.get('payment')
  return paymentId === null ? null : <Outcome paymentId={paymentId} />
}

function Outcome({ paymentId }: { paymentId: string }) {
  const { data } = useCall(
    repay.status,
    { paymentId },
    { lookAgainMs: seen => (seen?.status === 'pending' ? LOOK_AGAIN_MS : undefined) },
  )
  return data ? <PaymentLine payment={data} /> : null
}
