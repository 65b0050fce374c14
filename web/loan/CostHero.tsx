import type { Paise } from '#domain/money.ts'
import { t } from '#web/locales/i18n.ts'
import { AmountHero } from '#web/ui/AmountHero.tsx'
import { money } from '#words/format.ts'

/** Received + cost = repaid, shown wherever a borrower decides. */
export function CostHero({
  netAmount,
  cost,
  repayment,
}: {
  netAmount: Paise
  cost: Paise
  repayment: Paise
}) {
  const receive = money(netAmount)
  const costs = money(cost)
  const repay = money(repayment)
  return (
    <AmountHero
      received={{ label: t('loan.receive'), text: receive, value: netAmount }}
      cost={{ label: t('loan.costs'), text: costs, value: cost }}
      repaid={{ label: t('loan.repay'), text: repay }}
      description={t('loan.split', { receive, cost: costs, repay })}
    />
  )
}
