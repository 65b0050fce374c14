import { type ReactNode, useState } from 'react'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Opening } from '#console/looking.tsx'
import { OrderLink } from '#console/order-link.tsx'
import { CollectionWaiver } from '#console/pages/cases/CollectionWaiver.tsx'
import { Allowed, Problem, Values } from '#console/parts.tsx'
import { when, whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { collection } from '#contract/staff/collection.ts'
import { addDays, type Day, startOfIndiaDay } from '#domain/day.ts'
import { PROMISE_DAYS_MAX } from '#domain/lending/collection.ts'
import { typedRupees } from '#domain/typed-rupees.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

type ArrearsPage = Output<typeof collection.open>
type Props = { readonly opened: ArrearsPage; readonly onChanged: () => void }

/** An overdue loan: opened with a reason; it offers a call only where one is lawful. */
export function Collection({ orderId }: { orderId: string }) {
  return (
    <Opening
      title={say('collection.title')}
      call={collection.open}
      by="collections:read"
      usual="collection"
      input={(why, again) => ({ orderId, why, again })}
    >
      {(opened, _why, again) => <Loan opened={opened} onChanged={() => void again()} />}
    </Opening>
  )
}

function Loan({ opened, onChanged }: Props) {
  const { orderNo, daysPastDue, overdue, penal, payoff, maskedPhone, notes } = opened
  const rows: readonly (readonly [string, ReactNode])[] = [
    [say('collection.order'), <OrderLink key="order" orderNo={orderNo} />],
    [say('collection.overdue'), money(overdue)],
    [say('collection.penal'), money(penal)],
    [say('collection.payoff'), money(payoff)],
    [say('collection.phone'), maskedPhone],
  ]
  return (
    <>
      <h1>{say('collections.row', { orderNo, days: daysPastDue })}</h1>
      <Values rows={rows} />
      <Allowed by="collections:work">
        <Call opened={opened} onChanged={onChanged} />
        <Keep opened={opened} onChanged={onChanged} />
        <Promised opened={opened} onChanged={onChanged} />
      </Allowed>
      <CollectionWaiver opened={opened} />
      <h2>{say('collection.record')}</h2>
      {notes.length === 0 && <Note>{say('collection.record.none')}</Note>}
      <ul className="list">
        {notes.map(({ what, at, by, text, promise }) => (
          <li key={`${at.getTime()} ${what} ${text ?? ''}`}>
            {when(at)} · {by} ·{' '}
            {promise
              ? say('what.promise', {
                  amount: money(promise.amount),
                  day: whichDay(startOfIndiaDay(promise.day)),
                  state: say(`promise.${promise.state}`),
                })
              : say(what === 'call' ? 'what.call' : 'what.note')}
            {text !== null && <blockquote className="quoted">{text}</blockquote>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The name and the number for one call, or the reason against it. */
function Call({ opened: { orderId, cannotCall }, onChanged }: Props) {
  const { act, isPending, problem } = useAct()
  const [whom, setWhom] = useState<Output<typeof collection.call>>()
  async function call() {
    const answer = await act(collection.call, { orderId })
    if (!answer) return
    setWhom(answer.data)
    onChanged()
  }
  if (whom)
    return (
      <p>
        {whom.name} · {whom.phone}
      </p>
    )
  if (cannotCall !== null) return <Note>{say(`collection.cannot.${cannotCall}`)}</Note>
  return (
    <div className="inline">
      <Note>{say('collection.call.note')}</Note>
      <Problem text={problem} />
      <Button pending={isPending} onPress={() => void call()}>
        {say('collection.call')}
      </Button>
    </div>
  )
}

function Keep({ opened: { orderId }, onChanged }: Props) {
  const { act, isPending, problem } = useAct()
  const [text, setText] = useFormDraft(`overdue note ${orderId}`, '')
  async function keep() {
    if (!(await act(collection.note, { orderId, text }))) return
    setText('')
    onChanged()
  }
  return (
    <div className="inline">
      <TextArea
        label={say('collection.note')}
        hint={say('collection.note.hint')}
        value={text}
        onChange={setText}
        maxLength={1_000}
        rows={3}
      />
      <Problem text={problem} />
      <Button
        kind="secondary"
        disabled={text.trim() === ''}
        pending={isPending}
        onPress={() => void keep()}
      >
        {say('collection.note.act')}
      </Button>
    </div>
  )
}

function Promised({ opened: { orderId, today, overdue }, onChanged }: Props) {
  const { act, isPending, problem } = useAct()
  const [rupees, setRupees] = useFormDraft(`promise ${orderId}`, String(Math.floor(overdue / 100)))
  const [day, setDay] = useFormDraft(`promise ${orderId} day`, '')
  const amount = typedRupees(rupees)
  const days = Array.from({ length: PROMISE_DAYS_MAX }, (_each, at) => addDays(today, at))
  async function keep() {
    if (amount === undefined) return
    const promise = { orderId, amount, day: day as Day }
    if (!(await act(collection.promise, promise))) return
    setDay('')
    onChanged()
  }
  return (
    <div className="inline">
      <AmountField label={say('collection.amount')} value={rupees} onChange={setRupees} />
      <SelectField
        label={say('collection.day')}
        value={day}
        onChange={setDay}
        options={days.map(each => ({ value: each, label: whichDay(startOfIndiaDay(each)) }))}
      />
      <Problem text={problem} />
      <Button
        kind="secondary"
        disabled={!amount || day === ''}
        pending={isPending}
        onPress={() => void keep()}
      >
        {say('collection.promise.act')}
      </Button>
    </div>
  )
}
