import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Amount, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'
import type { OrderData } from './order-data.ts'
import { usePaying } from './usePaying.ts'

/**
 * Shown while the loan may be returned: the deadline, the amount, and the button that pays exactly
 * that (key facts, cooling-off).
 */
export function CoolingOff({ data }: { data: OrderData }) {
  const { pay, pressed } = usePaying(data.orderId)
  const { coolingOff, serviceFee, gstFee } = data
  if (!coolingOff) return null
  const { until, principal, interest, interestDays, paid, amount } = coolingOff
  const deductions = { fee: money(serviceFee), gst: money(gstFee) }
  return (
    <Card>
      <div>
        <Note>{t('orders.return.until', { date: day(until) })}</Note>
        <Amount>{money(amount)}</Amount>
      </div>
      <KeyValues
        rows={[
          { label: t('loan.principal'), value: money(principal) },
          {
            label: t('orders.detail.interest-days', { days: interestDays }),
            value: money(interest),
          },
          { label: t('orders.return.charge'), value: t('orders.payoff.none') },
          paid > 0 && { label: t('orders.detail.paid'), value: `−${money(paid)}` },
        ]}
      />
      <Note>{t('orders.return.kept', deductions)}</Note>
      <Button kind="secondary" wide pending={pressed !== undefined} onPress={() => void pay('all')}>
        {t('orders.return.do')}
      </Button>
    </Card>
  )
}
