import { daysBetween } from '#domain/day.ts'
import { paidInAll } from '#domain/lending/paid-in-all.ts'
import { paise } from '#domain/money.ts'
import type { Parts } from '#domain/parts.ts'
import { CashSwitch } from '#web/loan/Cash.tsx'
import { day, dayShort } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { SplitBar } from '#web/ui/AmountHero.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Amount, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percentPerDay } from '#words/format.ts'
import styles from './AmountDueCard.module.css'
import { type AmountDue, amountDue, penalBase } from './amount-due.ts'
import type { OrderData, Position } from './order-data.ts'

type CardProps = { data: OrderData; position: Position }

/** The amount to pay now, its due date and its parts. */
export function AmountDueCard({ data, position }: CardProps) {
  const due = amountDue(position)
  const { principal, interest, penal } = due.parts
  const label =
    due.kind === 'next'
      ? t('orders.detail.next')
      : t('orders.detail.today', { date: day(position.today) })
  return (
    <Card>
      <div>
        <Note>{label}</Note>
        <Amount>{money(position.dueNow)}</Amount>
        <When kind={due.kind} data={data} position={position} />
      </div>
      <SplitBar
        first={principal}
        second={paise(interest + penal)}
        description={describe(due.parts)}
      />
      <KeyValues rows={[...partRows(due, data, position), ...otherRows(data, position)]} />
      <CashSwitch amounts={[{ label, amount: position.dueNow }]} />
      <Note>
        {data.overdueDays > 0
          ? t('orders.detail.penal.rule', {
              rate: percentPerDay(data.penalRate),
              base: money(penalBase(position)),
              cap: money(data.penalCap),
            })
          : t('orders.detail.payoff.note')}
      </Note>
    </Card>
  )
}

/** A future due day is shown next to the amount that falls due on it, never next to today's. */
function When({
  kind,
  data,
  position: { nextDueDay, fallsDue, today },
}: CardProps & Pick<AmountDue, 'kind'>) {
  if (nextDueDay === null || fallsDue === null) return null
  if (data.overdueDays > 0)
    return (
      <p className={styles.overdue}>
        {t('orders.detail.overdue', { days: data.overdueDays, date: dayShort(nextDueDay) })}
      </p>
    )
  const due = { date: day(fallsDue.day), days: daysBetween(today, fallsDue.day) }
  const isToday = kind === 'whole'
  return (
    <p className={styles.due}>
      {isToday
        ? t('orders.detail.due.amount', { ...due, amount: money(fallsDue.amount) })
        : t('orders.detail.due', due)}
    </p>
  )
}

function describe({ principal, interest, penal }: Parts): string {
  const amounts = { principal: money(principal), interest: money(interest) }
  return penal > 0
    ? t('orders.detail.owed.late', { ...amounts, penal: money(penal) })
    : t('orders.detail.owed', amounts)
}

/** The days of interest are named only if the amount is the whole debt. */
function partRows(
  { parts }: AmountDue,
  data: OrderData,
  { interestDays, dueNow, payoff }: Position,
) {
  const interest =
    dueNow === payoff
      ? t('orders.detail.interest-days', { days: interestDays })
      : t('loan.interest')
  return [
    { label: t('loan.principal'), value: money(parts.principal) },
    { label: interest, value: money(parts.interest) },
    parts.penal > 0 && {
      label: t('orders.detail.penal', { days: data.overdueDays }),
      value: money(parts.penal),
      tone: 'bad' as const,
    },
  ]
}

function otherRows({ extensionFees }: OrderData, position: Position) {
  const soFar = paidInAll(position, extensionFees)
  return [
    soFar > 0 && {
      label: t('orders.detail.paid'),
      value: money(soFar),
      ...(extensionFees > 0 && { note: t('extension.fees', { fees: money(extensionFees) }) }),
    },
  ]
}
