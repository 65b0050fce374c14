import type { Output } from '#contract/endpoint.ts'
import type { repay } from '#contract/repay.ts'
import { t } from '#web/locales/i18n.ts'
import { Banner } from '#web/ui/Banner.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'

type Payment = Pick<Output<typeof repay.status>, 'status' | 'amount'>

const lines: Record<Payment['status'], { tone: 'info' | 'bad' | 'good'; text: MessageId }> = {
  pending: { tone: 'info', text: 'loan.payment.pending' },
  failed: { tone: 'bad', text: 'loan.payment.failed' },
  paid: { tone: 'good', text: 'loan.payment.paid' },
}

/** What became of a payment, as the server knows it: the borrower is never left guessing. */
export function PaymentLine({ payment: { status, amount } }: { payment: Payment }) {
  const { tone, text } = lines[status]
  return (
    <div role="status">
      <Banner tone={tone}>{t(text, { amount: money(amount) })}</Banner>
    </div>
  )
}
