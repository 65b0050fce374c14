import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { home } from '#contract/home.ts'
import { repay } from '#contract/repay.ts'
import { callKey, useCall } from '#web/api/useCall.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'

type Payment = Pick<Output<typeof repay.status>, 'status' | 'amount' | 'asked'>

const lines: Record<Payment['status'], { tone: 'info' | 'bad' | 'good'; text: MessageId }> = {
  pending: { tone: 'info', text: 'loan.payment.pending' },
  failed: { tone: 'bad', text: 'loan.payment.failed' },
  paid: { tone: 'good', text: 'loan.payment.paid' },
}

/** Less arrived than was requested. */
const PART = { tone: 'info', text: 'loan.payment.part' } as const

/** The result of a payment according to the server. */
export function PaymentLine({ payment: { status, amount, asked: due } }: { payment: Payment }) {
  const { tone, text } = status === 'paid' && amount < due ? PART : lines[status]
  return (
    <div role="status">
      <Banner tone={tone}>{t(text, { amount: money(amount), asked: money(due) })}</Banner>
    </div>
  )
}

const POLL_MS = 2_000

type Return = {
  paymentId: string
  /** The page already shows the payment that came in. */
  isShown: boolean
}

/**
 * The outcome of a payment, on the borrower's return: asks our own server, and takes the payment out of
 * the address once it is known.
 */
export function PaymentReturn({ paymentId, isShown }: Return) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { data } = useCall(
    repay.status,
    { paymentId },
    { pollMs: payment => (payment?.status === 'pending' ? POLL_MS : undefined) },
  )
  const isKnown = data !== undefined && data.status !== 'pending'
  useEffect(() => {
    if (isKnown) navigate(paths.home(), { replace: true })
  }, [isKnown, navigate])
  const isPaid = data?.status === 'paid'
  // Home was fetched before the payment came in.
  useEffect(() => {
    if (isPaid) void queries.invalidateQueries({ queryKey: callKey(home.index) })
  }, [isPaid, queries])
  if (isPaid && isShown) return null
  return data?.isNews ? <PaymentLine payment={data} /> : null
}
