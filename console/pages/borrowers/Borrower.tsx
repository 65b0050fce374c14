import { useState } from 'react'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Masked, Opening } from '#console/looking.tsx'
import { OrderLink } from '#console/order-link.tsx'
import { Allowed, Problem } from '#console/parts.tsx'
import { caseWords, eventName, howText, stateName, toneOf, wordOf } from '#console/states.ts'
import { when, whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffBorrower } from '#contract/staff/borrower.ts'
import { isDay } from '#domain/day.ts'
import type { LookWhy } from '#domain/staff/look.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayText, money, percent } from '#words/format.ts'

type BorrowerPage = Output<typeof staffBorrower.open>
type Timeline = BorrowerPage['timeline']
type TimelineEvent = Timeline['events'][number]

/** Everything about a borrower on one page, opened with a reason. */
export function Borrower({ borrowerId }: { borrowerId: string }) {
  return (
    <Opening
      title={say('borrower')}
      call={staffBorrower.open}
      by="borrowers:read"
      input={(why, again) => ({ borrowerId, why, again })}
    >
      {(opened, why, again) => <Whole opened={opened} why={why} again={again} />}
    </Opening>
  )
}

type WholeProps = { opened: BorrowerPage; why: LookWhy; again: () => Promise<void> }

function Whole({ opened, why, again }: WholeProps) {
  const { borrowerId, maskedName, since, isVerified, orders } = opened
  const reveal = (part: 'name' | 'phone') => (act: ReturnType<typeof useAct>['act']) =>
    act(staffBorrower.reveal, { borrowerId, part, why })
  return (
    <>
      <h1>{maskedName || say('borrower')}</h1>
      <p className="what">
        <Tag tone={isVerified ? 'good' : 'warn'}>
          {say(isVerified ? 'borrower.verified' : 'borrower.unverified')}
        </Tag>
        <span>{say('borrower.since', { when: whichDay(since) })}</span>
      </p>
      <dl className="values">
        <Masked part="name" masked={opened.maskedName} reveal={reveal('name')} />
        <Masked part="phone" masked={opened.maskedPhone} reveal={reveal('phone')} />
        <Value name={say('borrower.owed')} value={money(opened.owed)} />
        <Value name={say('borrower.repaid')} value={String(opened.loansRepaid)} />
        <Value name={say('borrower.on-time')} value={String(opened.loansRepaidOnTime)} />
        <Value name={say('borrower.discount')} value={percent(opened.discount)} />
      </dl>
      <h2>{say('borrower.orders')}</h2>
      {orders.length === 0 && <p>{say('borrower.orders.none')}</p>}
      <ul className="rows">
        {orders.map(({ orderNo, productName, principal, state, appliedAt, owed }) => (
          <li key={orderNo} className="row">
            <p className="what">
              <OrderLink orderNo={orderNo} />
              <Tag tone={toneOf(state)}>{stateName(state)}</Tag>
            </p>
            <p className="facts">
              <span>
                {productName}, {money(principal)}
              </span>
              <span>{say('borrower.order.applied', { when: when(appliedAt) })}</span>
              {owed > 0 && <span>{say('borrower.order.owed', { amount: money(owed) })}</span>}
            </p>
          </li>
        ))}
      </ul>
      <SignOut borrowerId={borrowerId} onDone={again} />
      <AddNote borrowerId={borrowerId} onDone={again} />
      <h2>{say('borrower.timeline')}</h2>
      <Events key={opened.timeline.events[0]?.id} borrowerId={borrowerId} first={opened.timeline} />
    </>
  )
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Signs the borrower out everywhere, after a second press. */
function SignOut({ borrowerId, onDone }: { borrowerId: string; onDone: () => Promise<void> }) {
  const { act, isPending, problem } = useAct()
  const [isAsked, setAsked] = useState(false)
  async function signOut() {
    if (!(await act(staffBorrower.signOut, { borrowerId }))) return
    setAsked(false)
    await onDone()
  }
  return (
    <Allowed by="borrowers:sign-out">
      <div className="acts">
        {isAsked ? (
          <>
            <Button kind="danger" small pending={isPending} onPress={() => void signOut()}>
              {say('borrower.sign-out.sure')}
            </Button>
            <Button kind="quiet" small onPress={() => setAsked(false)}>
              {say('cancel')}
            </Button>
          </>
        ) : (
          <Button kind="secondary" small onPress={() => setAsked(true)}>
            {say('borrower.sign-out')}
          </Button>
        )}
      </div>
      <Note>{say('borrower.sign-out.note')}</Note>
      <Problem text={problem} />
    </Allowed>
  )
}

function AddNote({ borrowerId, onDone }: { borrowerId: string; onDone: () => Promise<void> }) {
  const { act, isPending, problem } = useAct()
  const [note, setNote] = useFormDraft(`note ${borrowerId}`, '')
  async function add() {
    if (!(await act(staffBorrower.note, { borrowerId, note }))) return
    setNote('')
    await onDone()
  }
  return (
    <Allowed by="borrowers:note">
      <form
        className="inline"
        onSubmit={event => {
          event.preventDefault()
          if (note.trim() !== '') void add()
        }}
      >
        <TextField
          label={say('borrower.note')}
          hint={say('borrower.note.lead')}
          value={note}
          onChange={setNote}
          maxLength={1000}
        />
        <Problem text={problem} />
        <Button type="submit" small disabled={note.trim() === ''} pending={isPending}>
          {say('borrower.note.add')}
        </Button>
      </form>
    </Allowed>
  )
}

function Events({ borrowerId, first }: { borrowerId: string; first: Timeline }) {
  const { act, isPending, problem } = useAct()
  const [shown, setShown] = useState(first)
  const { events, next } = shown
  async function more(after: string) {
    const older = (await act(staffBorrower.timeline, { borrowerId, after }))?.data
    if (older) setShown({ events: [...events, ...older.events], next: older.next })
  }
  return (
    <>
      <ol className="rows" aria-label={say('borrower.timeline')}>
        {events.map(event => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      <Problem text={problem} />
      {next !== null && (
        <Button kind="secondary" small pending={isPending} onPress={() => void more(next)}>
          {say('borrower.older')}
        </Button>
      )}
    </>
  )
}

/** The detail of an event, by what the records of its kind call it. */
function howOf(kind: TimelineEvent['kind'], how: readonly string[]): string {
  if (kind === 'complaint') return caseWords(how)
  const texts = how.map(word => {
    if (kind === 'question') return wordOf('decide.question.kind', word)
    return kind === 'collection' && isDay(word) ? dayText(word, 'en') : howText(word)
  })
  return texts.join(', ')
}

function Event({ event }: { event: TimelineEvent }) {
  const { kind, what, how, at, orderNo, amount, by, note } = event
  return (
    <li className="event">
      <time dateTime={at.toISOString()}>{when(at)}</time>
      <div>
        <p className="what">
          <strong>{say(`event.${kind}`)}</strong>
          <span>{eventName(kind, what)}</span>
          {how.length > 0 && <span className="quiet">{howOf(kind, how)}</span>}
        </p>
        <p className="facts">
          {amount !== null && <span>{money(amount)}</span>}
          {orderNo !== null && <OrderLink orderNo={orderNo} />}
          {by !== null && <span>{by}</span>}
        </p>
        {note !== null && <Note>{note}</Note>}
      </div>
    </li>
  )
}
