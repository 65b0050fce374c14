import { useEffect, useRef, useState } from 'react'
import { content } from '#contract/content.ts'
import type { Output } from '#contract/endpoint.ts'
import { repay } from '#contract/repay.ts'
import { addDays, type Day, daysBetween } from '#domain/day.ts'
import { isPayablePart } from '#domain/lending/part-payment.ts'
import { PART_PAYMENT_MIN } from '#domain/limits.ts'
import { typedRupees } from '#domain/typed-rupees.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { UpiPanel } from '#web/loan/UpiPanel.tsx'
import { day, dayShort } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Sheet } from '#web/ui/Overlay.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Choices } from '#web/ui/Toggle.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'
import { amountDue } from './amount-due.ts'
import type { OrderData, Position } from './order-data.ts'
import { type Scope, usePaying } from './usePaying.ts'

const scopes: readonly Scope[] = ['due', 'all', 'part']

type SheetProps = { data: OrderData; position: Position; onClose: () => void }

/** Asks what to pay: the instalment, the whole loan, today or later, or an amount of one's choice. */
export function PaySheet({ data, position, onClose }: SheetProps) {
  const { today, dueNow, payoff } = position
  const [scope, setScope] = useState<Scope>(dueNow < payoff ? 'due' : 'all')
  const [chosenDay, setChosenDay] = useState<Day>(today)
  const [typed, setTyped] = useState('')
  const [isReminded, setReminded] = useState(false)
  const { pay, payByUpi, pressed, upiPage } = usePaying(data.orderId)
  const config = useCall(content.config, {})
  const part = typedRupees(typed)
  const isPart = part !== undefined && isPayablePart(part, payoff)
  const range = { least: PART_PAYMENT_MIN, most: payoff }
  const isText = part === undefined && typed.trim() !== ''
  const partError = isText
    ? t('ui.amount')
    : inWords('refusal', { reason: 'part-not-payable', details: range })
  const amount = { due: dueNow, all: payoff, part: isPart ? part : undefined }[scope]
  const partField = useRef<HTMLDivElement>(null)
  const isLater = scope === 'all' && chosenDay > today

  useEffect(() => {
    if (isReminded) partField.current?.scrollIntoView({ block: 'nearest' })
  }, [isReminded])

  function press(payIt: typeof pay) {
    setReminded(scope === 'part' && !isPart)
    if (scope !== 'part') void payIt(scope)
    else if (isPart) void payIt('part', part)
  }

  if (upiPage)
    return (
      <Sheet title={t('orders.upi')} padded onClose={onClose}>
        <UpiPanel page={upiPage} />
      </Sheet>
    )
  return (
    <Sheet
      title={t('orders.detail.repayment')}
      padded
      onClose={onClose}
      foot={
        isLater ? (
          <Note>{t('orders.payoff.later', { date: dayShort(chosenDay) })}</Note>
        ) : (
          <Stack>
            <Button kind="main" wide pending={pressed === 'page'} onPress={() => press(pay)}>
              {amount === undefined
                ? t('orders.pay.part.do')
                : t('orders.payoff.pay', { amount: money(amount) })}
            </Button>
            {config.data?.isUpiOffered && (
              <Button wide pending={pressed === 'upi'} onPress={() => press(payByUpi)}>
                {t('orders.upi.pay')}
              </Button>
            )}
          </Stack>
        )
      }
    >
      <Stack gap="loose">
        {data.underWay && <Note tone="ink">{t('loan.under-way.again')}</Note>}
        <Choices
          legend={t('orders.pay.what')}
          asField
          name="scope"
          value={scope}
          onChange={chosen => setScope(scopes.find(each => each === chosen) ?? scope)}
          options={optionsOf(position)}
        />
        {scope === 'all' && (
          <Closing orderId={data.orderId} today={today} day={chosenDay} onDay={setChosenDay} />
        )}
        {scope === 'part' && (
          <div ref={partField}>
            <AmountField
              label={t('orders.pay.part.amount')}
              name="part"
              prefix="₹"
              value={typed}
              onChange={setTyped}
              error={isReminded && !isPart ? partError : undefined}
              hint={t('orders.pay.part.hint')}
            />
          </div>
        )}
      </Stack>
    </Sheet>
  )
}

/** The instalment is no choice of its own if it closes the loan. */
function optionsOf(position: Position) {
  const { dueNow, payoff, fallsDue } = position
  const due =
    amountDue(position).kind === 'next' && fallsDue
      ? t('orders.pay.next', { date: dayShort(fallsDue.day) })
      : t('orders.pay.today')
  return [
    ...(dueNow < payoff ? [{ value: 'due', label: due, aside: money(dueNow) }] : []),
    { value: 'all', label: t('orders.pay.all'), aside: money(payoff) },
    ...(payoff > PART_PAYMENT_MIN ? [{ value: 'part', label: t('orders.pay.part') }] : []),
  ]
}

type ClosingProps = { orderId: string; today: Day; day: Day; onDay: (day: Day) => void }

/** The amount that closes the loan on a day, by its parts. */
function Closing({ orderId, today, day: chosenDay, onDay }: ClosingProps) {
  const quote = useCall(repay.payoff, { orderId, day: chosenDay })
  const lastDay = quote.data?.lastDay ?? chosenDay
  const days = Array.from({ length: Math.max(1, daysBetween(today, lastDay) + 1) }, (_, later) =>
    addDays(today, later),
  )
  const labelOf = (each: Day) =>
    each === today ? t('orders.payoff.day.today', { date: day(each) }) : day(each)
  return (
    <>
      <SelectField
        label={t('orders.payoff.day')}
        placeholder={null}
        value={chosenDay}
        onChange={value => onDay(days.find(each => each === value) ?? today)}
        options={days.map(each => ({ value: each, label: labelOf(each) }))}
      />
      <Loadable query={quote} skeleton={<Bones count={4} shape="row" />} messageOf={messageOfError}>
        {data => <ClosingParts data={data} />}
      </Loadable>
    </>
  )
}

/** The parts of the payoff, with their sum for another day; today it is on the button. */
function ClosingParts({ data }: { data: Output<typeof repay.payoff> }) {
  return (
    <div>
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
          data.day > data.today && {
            label: t('orders.payoff.sum'),
            value: money(data.amount),
            tone: 'sum' as const,
          },
        ]}
      />
      {data.saved > 0 && <Note>{t('orders.payoff.saved', { saved: money(data.saved) })}</Note>}
    </div>
  )
}
