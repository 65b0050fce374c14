import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '#console/call.ts'
import { useAct, useRead } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Problem } from '#console/parts.tsx'
import { useUndo } from '#console/undo.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import { latinCode } from '#domain/digits.ts'
import { PUT_OFF_DAYS_MAX } from '#domain/staff/inbox.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dayText } from '#words/format.ts'

/** An item that waits for a person. */
export type Item = Output<typeof inbox.list>['items'][number]
type Ends = { readonly onEnd: () => void }
const WHY_MAX = 300
const REFERENCE = /^[A-Z0-9]{6,30}$/

/** A form below a row, with its submit and a way out. The focus goes to its first field, and afterwards back to the row. */
function Inline(
  props: Ends & {
    submit: string
    problem: string | undefined
    isPending: boolean
    isReady: boolean
    onSubmit: () => void
    children: ReactNode
  },
) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const row = form.current?.closest<HTMLElement>('.row')
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
    return () => row?.focus()
  }, [])
  return (
    <form
      ref={form}
      className="inline"
      onSubmit={event => {
        event.preventDefault()
        if (props.isReady) props.onSubmit()
      }}
    >
      {props.children}
      <Problem text={props.problem} />
      <div className="acts">
        <Button type="submit" small disabled={!props.isReady} pending={props.isPending}>
          {props.submit}
        </Button>
        <Button kind="quiet" small onPress={props.onEnd}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Puts an item off to a day, with a reason. */
export function PutOff({ item, today, onEnd }: Ends & { item: Item; today: Day }) {
  const { act, isPending, problem } = useAct()
  const { kind, id } = item
  const offerUndo = useUndo()
  const [why, setWhy] = useFormDraft(`put off ${kind} ${id}`, '')
  const [until, setUntil] = useFormDraft(`put off ${kind} ${id} until`, '')
  const days = Array.from({ length: PUT_OFF_DAYS_MAX }, (_each, at) => addDays(today, at + 1))
  function end() {
    setWhy('')
    setUntil('')
    onEnd()
  }
  async function submit() {
    if (!(await act(inbox.putOff, { kind, id, until: until as Day, why }))) return
    end()
    offerUndo(say('inbox.put-off.done', { day: dayText(until as Day, 'en') }), () =>
      back(item, today),
    )
  }
  return (
    <Inline
      submit={say('inbox.put-off.act')}
      isReady={why.trim() !== '' && until !== ''}
      onSubmit={() => void submit()}
      onEnd={end}
      problem={problem}
      isPending={isPending}
    >
      <SelectField
        label={say('inbox.put-off.until')}
        value={until}
        onChange={setUntil}
        options={days.map(day => ({ value: day, label: dayText(day, 'en') }))}
      />
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={WHY_MAX} />
    </Inline>
  )
}

/** Hands an own item to a colleague who may do its work. */
export function HandTo({ item, onEnd }: Ends & { item: Item }) {
  const { act, isPending, problem } = useAct()
  const { kind, id } = item
  const read = useRead(inbox.colleagues, { kind })
  const colleagues = read.data?.colleagues ?? []
  const [to, setTo] = useState('')
  async function submit() {
    if (await act(inbox.handOver, { kind, id, to })) onEnd()
  }
  return (
    <Inline
      submit={say('inbox.hand-to.act')}
      isReady={to !== ''}
      onSubmit={() => void submit()}
      onEnd={onEnd}
      problem={problem}
      isPending={isPending}
    >
      {read.data && colleagues.length === 0 ? (
        <p>{say('inbox.hand-to.nobody')}</p>
      ) : (
        <SelectField
          label={say('inbox.hand-to.colleague')}
          value={to}
          onChange={setTo}
          options={colleagues.map(({ staffId, mail }) => ({ value: staffId, label: mail }))}
        />
      )}
    </Inline>
  )
}

/** Puts an item back to where it was before it was put off: to an earlier day and reason, or to now. */
function back({ kind, id, putOffUntil, putOffWhy }: Item, today: Day) {
  const until = putOffUntil && indiaDayOf(putOffUntil)
  return until && until > today && putOffWhy !== null
    ? call(inbox.putOff, { kind, id, until, why: putOffWhy })
    : call(inbox.resume, { kind, id })
}

/** Proposes that a given-up refund counts as paid by hand. */
export function ProposeSettlement(props: Ends & { refundId: string; onDone: () => void }) {
  const { act, isPending, problem } = useAct()
  const [reference, setReference] = useFormDraft(`settle ${props.refundId} reference`, '')
  const [why, setWhy] = useFormDraft(`settle ${props.refundId}`, '')
  function end() {
    setReference('')
    setWhy('')
    props.onEnd()
  }
  async function submit() {
    const { refundId, onDone } = props
    if (!(await act(proposal.settleRefund, { refundId, reference, why }))) return
    end()
    onDone()
  }
  return (
    <Inline
      submit={say('propose')}
      isReady={REFERENCE.test(reference) && why.trim() !== ''}
      onSubmit={() => void submit()}
      onEnd={end}
      problem={problem}
      isPending={isPending}
    >
      <ReferenceField value={reference} onChange={setReference} />
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={WHY_MAX} />
    </Inline>
  )
}

/** Proposes to close an unknown payment: it was sent back, or there was no money. */
export function ProposeClosing(props: Ends & { item: Item; onDone: () => void }) {
  const { act, isPending, problem } = useAct()
  const { id, names } = props.item
  const [reference, setReference] = useFormDraft(`close ${id} reference`, '')
  const [isNone, setNone] = useState(false)
  const [why, setWhy] = useFormDraft(`close ${id}`, '')
  function end() {
    setReference('')
    setWhy('')
    props.onEnd()
  }
  async function submit() {
    const closing = { id, reference: isNone ? null : reference, why }
    if (!(await act(proposal.closeUnknownPayment, closing))) return
    end()
    props.onDone()
  }
  return (
    <Inline
      submit={say('propose')}
      isReady={(isNone || REFERENCE.test(reference)) && why.trim() !== ''}
      onSubmit={() => void submit()}
      onEnd={end}
      problem={problem}
      isPending={isPending}
    >
      <p>{say('propose.returned', { vendor: names[0] ?? '' })}</p>
      {!isNone && <ReferenceField value={reference} onChange={setReference} />}
      <Checkbox checked={isNone} onChange={setNone}>
        {say('propose.no-money')}
      </Checkbox>
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={WHY_MAX} />
    </Inline>
  )
}

/** The bank's reference of a transfer by hand. */
function ReferenceField(props: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={say('propose.reference')}
      {...props}
      normalise={latinCode}
      error={/^[A-Z0-9]{0,30}$/.test(props.value) ? undefined : say('propose.reference.wrong')}
    />
  )
}

/** Proposes to stop a payout. */
export function ProposeStop(props: Ends & { payoutId: string; onDone: () => void }) {
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useFormDraft(`stop ${props.payoutId}`, '')
  function end() {
    setWhy('')
    props.onEnd()
  }
  async function submit() {
    const { payoutId, onDone } = props
    if (!(await act(proposal.stopPayout, { payoutId, why }))) return
    end()
    onDone()
  }
  return (
    <Inline
      submit={say('propose')}
      isReady={why.trim() !== ''}
      onSubmit={() => void submit()}
      onEnd={end}
      problem={problem}
      isPending={isPending}
    >
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={WHY_MAX} />
    </Inline>
  )
}
