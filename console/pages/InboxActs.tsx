import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAct } from '#console/calls.ts'
import { Problem } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { addDays, type Day } from '#domain/day.ts'
import { PUT_OFF_DAYS_MAX } from '#domain/staff/inbox.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dayText } from '#words/format.ts'

/** What waits for a person. */
export type Item = Output<typeof inbox.list>['items'][number]
type Ends = { readonly onEnd: () => void }
const WHY_MAX = 300

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
  const [why, setWhy] = useState('')
  const [until, setUntil] = useState('')
  const days = Array.from({ length: PUT_OFF_DAYS_MAX }, (_each, at) => addDays(today, at + 1))
  async function submit() {
    const { kind, id } = item
    if (await act(inbox.putOff, { kind, id, until: until as Day, why })) onEnd()
  }
  return (
    <Inline
      submit={say('inbox.put-off.act')}
      isReady={why.trim() !== '' && until !== ''}
      onSubmit={() => void submit()}
      onEnd={onEnd}
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

/** Proposes that a given-up refund counts as paid by hand. */
export function ProposeSettlement(props: Ends & { refundId: string; onDone: () => void }) {
  const { act, isPending, problem } = useAct()
  const [reference, setReference] = useState('')
  const [why, setWhy] = useState('')
  async function submit() {
    const { refundId, onDone } = props
    if (await act(proposal.settleRefund, { refundId, reference, why })) onDone()
  }
  return (
    <Inline
      submit={say('propose')}
      isReady={/^[A-Z0-9]{6,30}$/.test(reference) && why.trim() !== ''}
      onSubmit={() => void submit()}
      onEnd={props.onEnd}
      problem={problem}
      isPending={isPending}
    >
      <TextField
        label={say('propose.reference')}
        value={reference}
        onChange={setReference}
        normalise={raw => raw.toUpperCase().replace(/[^A-Z0-9]/g, '')}
        maxLength={30}
      />
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={WHY_MAX} />
    </Inline>
  )
}

/** Proposes that a payout is sent no more. */
export function ProposeStop(props: Ends & { payoutId: string; onDone: () => void }) {
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useState('')
  async function submit() {
    const { payoutId, onDone } = props
    if (await act(proposal.stopPayout, { payoutId, why })) onDone()
  }
  return (
    <Inline
      submit={say('propose')}
      isReady={why.trim() !== ''}
      onSubmit={() => void submit()}
      onEnd={props.onEnd}
      problem={problem}
      isPending={isPending}
    >
      <TextField label={say('why')} value={why} onChange={setWhy} maxLength={WHY_MAX} />
    </Inline>
  )
}
