import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { Allowed, Problem } from '#console/parts.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { application } from '#contract/staff/application.ts'
import { LOOK_WHYS, type LookWhy } from '#domain/staff/look.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

type Opened = Output<typeof application.open>

/** A referred application: opened with a reason, which every look at it carries; then decided. */
export function Application({ orderId }: { orderId: string }) {
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useState<LookWhy>()
  const [opened, setOpened] = useState<Opened>()
  async function open() {
    if (why) setOpened((await act(application.open, { orderId, why }))?.data)
  }
  if (opened && why) return <Decision opened={opened} why={why} />
  return (
    <>
      <h1>{say('kind.application')}</h1>
      <Allowed by="applications:read">
        <form
          className="inline"
          onSubmit={event => {
            event.preventDefault()
            void open()
          }}
        >
          <SelectField
            label={say('application.why')}
            hint={say('application.why.note')}
            value={why ?? ''}
            onChange={value => setWhy(value as LookWhy)}
            options={LOOK_WHYS.map(each => ({ value: each, label: say(`look.${each}`) }))}
          />
          <Problem text={problem} />
          <Button type="submit" disabled={!why} pending={isPending}>
            {say('application.open')}
          </Button>
        </form>
      </Allowed>
    </>
  )
}

function Decision({ opened, why }: { opened: Opened; why: LookWhy }) {
  const { orderNo, productName, principal, appliedAt, reasons, facts } = opened
  const rows: readonly [string, string][] = [
    [say('application.age'), String(facts.ageYears)],
    [say('application.names'), facts.namesAgree],
    [say('application.face'), facts.faceCheck],
    [say('application.cards'), facts.cardsCheck],
    [say('application.overdue'), String(facts.worstOverdueDays)],
    [say('application.running'), String(facts.otherRunningOrders)],
    [say('application.income'), money(facts.monthlyIncome)],
    [say('application.obligations'), money(facts.monthlyObligations)],
    [say('application.instalment'), money(facts.monthlyInstalment)],
  ]
  return (
    <>
      <h1>
        {productName}, {money(principal)}
      </h1>
      <Note>
        {orderNo} · {when(appliedAt)}
      </Note>
      <h2>{say('application.referred')}</h2>
      <ul className="list">
        {reasons.map(({ reason, msg }) => (
          <li key={reason}>{msg}</li>
        ))}
      </ul>
      <h2>{say('application.facts')}</h2>
      <dl className="values">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <Masked part="name" masked={opened.maskedName} opened={opened} why={why} />
        <Masked part="phone" masked={opened.maskedPhone} opened={opened} why={why} />
      </dl>
      <Deciding orderId={opened.orderId} />
    </>
  )
}

/** A masked value, and the button that reveals it. */
function Masked(props: { part: 'name' | 'phone'; masked: string; opened: Opened; why: LookWhy }) {
  const { part, masked, opened, why } = props
  const { act, isPending, problem } = useAct()
  const [value, setValue] = useState<string>()
  const name = say(`application.${part}`)
  async function reveal() {
    const { orderId } = opened
    setValue((await act(application.reveal, { orderId, part, why }))?.data.value)
  }
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value ?? masked}
        {value === undefined && (
          <Allowed by="borrowers:reveal">
            <Button kind="quiet" small pending={isPending} onPress={() => void reveal()}>
              {say('application.reveal', { what: name })}
            </Button>
          </Allowed>
        )}
        <Problem text={problem} />
      </dd>
    </div>
  )
}

function Deciding({ orderId }: { orderId: string }) {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [reason, setReason] = useState('')
  async function approve() {
    if (await act(application.approve, { orderId })) navigate('/')
  }
  async function deny() {
    if (await act(application.deny, { orderId, reason })) navigate('/')
  }
  return (
    <Allowed by="applications:decide">
      <div className="inline">
        <Problem text={problem} />
        <div className="acts">
          <Button kind="main" pending={isPending} onPress={() => void approve()}>
            {say('application.approve')}
          </Button>
        </div>
        <TextField
          label={say('application.deny.reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
        />
        <div className="acts">
          <Button
            kind="danger"
            disabled={reason.trim() === ''}
            pending={isPending}
            onPress={() => void deny()}
          >
            {say('application.deny')}
          </Button>
        </div>
      </div>
    </Allowed>
  )
}
