import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { repay } from '#contract/repay.ts'
import { addDays, type Day, daysBetween } from '#domain/day.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { day, dayShort } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'
import styles from './NextLoan.module.css'
import type { OrderData, Position } from './order-data.ts'
import { usePaying } from './usePaying.ts'

/** Closes the loan early, unless the amount due already closes it. */
export function Payoff({ data, position }: { data: OrderData; position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const { payoff, dueNow, nextDueDay, today } = position
  const isEarly = nextDueDay !== null && nextDueDay > today
  if (!isEarly && payoff === dueNow) return null
  return (
    <Card flush>
      <Item
        icon="calendar"
        strong
        title={t('orders.payoff')}
        note={t('orders.payoff.today', { amount: money(payoff) })}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <PayoffSheet orderId={data.orderId} position={position} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

type SheetProps = { orderId: string; position: Position; onClose: () => void }

/** The payoff of a day with its parts; today's can be paid at once. */
function PayoffSheet({ orderId, position: { today, nextDueDay }, onClose }: SheetProps) {
  const [chosenDay, setChosenDay] = useState<Day>(today)
  const quote = useCall(repay.payoff, { orderId, day: chosenDay })
  const lastDay = quote.data?.lastDay ?? nextDueDay ?? today
  const days = Array.from({ length: Math.max(1, daysBetween(today, lastDay) + 1) }, (_, later) =>
    addDays(today, later),
  )
  const labelOf = (each: Day) =>
    each === today ? t('orders.payoff.day.today', { date: day(each) }) : day(each)
  return (
    <Sheet title={t('orders.payoff')} padded onClose={onClose}>
      <div className={styles.reserve}>
        <SelectField
          label={t('orders.payoff.day')}
          placeholder={null}
          value={chosenDay}
          onChange={value => setChosenDay(days.find(each => each === value) ?? today)}
          options={days.map(each => ({ value: each, label: labelOf(each) }))}
        />
        <Loadable
          query={quote}
          skeleton={<Bones count={4} shape="row" />}
          messageOf={messageOfError}
        >
          {data => <Quoted data={data} orderId={orderId} />}
        </Loadable>
      </div>
    </Sheet>
  )
}

function Quoted({ data, orderId }: { data: Output<typeof repay.payoff>; orderId: string }) {
  const { pay, leavingFor } = usePaying(orderId)
  const amount = money(data.amount)
  return (
    <>
      <KeyValues
        rows={[
          { label: t('loan.principal'), value: money(data.principal) },
          {
            label: t('orders.detail.interest-days', { days: data.interestDays }),
            value: money(data.interest),
          },
          data.penal > 0 && {
            label: t('orders.payoff.penal'),
            value: money(data.penal),
            tone: 'bad' as const,
          },
          { label: t('orders.payoff.charge'), value: t('orders.payoff.none') },
          data.paid > 0 && { label: t('orders.detail.paid'), value: `−${money(data.paid)}` },
          { label: t('orders.payoff.sum'), value: amount, tone: 'sum' as const },
        ]}
      />
      {data.saved > 0 && <Note>{t('orders.payoff.saved', { saved: money(data.saved) })}</Note>}
      {data.day === data.today ? (
        <Button kind="main" wide pending={leavingFor !== undefined} onPress={() => void pay('all')}>
          {t('orders.payoff.pay', { amount })}
        </Button>
      ) : (
        <Note>{t('orders.payoff.later', { date: dayShort(data.day) })}</Note>
      )}
    </>
  )
}
