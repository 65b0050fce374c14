import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { call } from '#console/call.ts'
import { useAct, usePages } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { noteText } from '#console/notes.ts'
import { OrderLink } from '#console/order-link.tsx'
import { Failed, MorePages, needs, Problem } from '#console/parts.tsx'
import { useUndo } from '#console/undo.ts'
import { when, whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { INBOX_KINDS, TROUBLE_KINDS } from '#domain/staff/inbox.ts'
import { ACTS } from '#domain/staff/proposal.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import {
  HandTo,
  type Item,
  ProposeClosing,
  ProposeSettlement,
  ProposeStop,
  PutOff,
} from './InboxActs.tsx'

const READ_AGAIN_MS = 15_000

/** Everything that waits for a person. The filter is in the address. */
export function Inbox() {
  const [params, setParams] = useSearchParams()
  const kind = INBOX_KINDS.find(each => each === params.get('kind'))
  const isMine = params.get('mine') === '1'
  const filter = { ...(kind && { kind }), ...(isMine && { mine: 1 as const }) }
  const list = usePages(inbox.list, filter, READ_AGAIN_MS)
  const first = list.data?.pages[0]
  if (!first)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  const count = first.counts.reduce((sum, each) => sum + each.count, 0)
  const choose = (name: 'kind' | 'mine', value: string) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return (
    <>
      <h1>{say('nav.inbox')}</h1>
      <p>{say(count === 0 ? 'inbox.empty' : 'inbox.lead')}</p>
      {count > 0 && <p>{say('inbox.count', { count })}</p>}
      {count > 0 && (
        <div className="filters">
          <SelectField
            label={say('filter.kind')}
            value={kind ?? ''}
            onChange={value => choose('kind', value)}
            placeholder={null}
            options={[
              { value: '', label: say('filter.all', { count }) },
              ...first.counts.map(each => ({
                value: each.kind,
                label: say('filter.one', { kind: say(`kind.${each.kind}`), count: each.count }),
              })),
            ]}
          />
          <Checkbox checked={isMine} onChange={on => choose('mine', on ? '1' : '')}>
            {say('filter.mine')}
          </Checkbox>
        </div>
      )}
      <Rows items={items} today={first.today} />
      <MorePages of={list} />
    </>
  )
}

/** The items. A form below one gives the focus back to its row. */
function Rows({ items, today }: { items: readonly Item[]; today: Day }) {
  return (
    <ul className="rows">
      {items.map(item => (
        <li key={`${item.kind} ${item.id}`} className="row" tabIndex={-1} aria-label={nameOf(item)}>
          <Row item={item} today={today} />
        </li>
      ))}
    </ul>
  )
}

function nameOf({ kind, orderNo }: Item): string {
  return orderNo === null ? say(`kind.${kind}`) : `${say(`kind.${kind}`)}, ${orderNo}`
}

function Row({ item, today }: { item: Item; today: Day }) {
  const { kind, notes, names, orderNo, amount, since, dueAt, takenBy, isMine, hasProposal } = item
  const { putOffUntil, putOffWhy, borrowerUntil, handedBy } = item
  return (
    <>
      <p className="what">
        <strong>{say(`kind.${kind}`)}</strong>
        {notes.length + names.length > 0 && (
          <Tag tone={notes.includes('given-up') ? 'bad' : 'neutral'}>
            {noteText(kind, notes, names)}
          </Tag>
        )}
        {borrowerUntil !== null && <Tag>{say('inbox.with-borrower')}</Tag>}
        {hasProposal && <Tag tone="warn">{say('inbox.proposed')}</Tag>}
        {isMine && (
          <Tag tone="brand">
            {handedBy === null ? say('inbox.mine') : say('inbox.handed', { who: handedBy })}
          </Tag>
        )}
        {takenBy !== null && !isMine && <Tag>{say('inbox.taken', { who: takenBy })}</Tag>}
      </p>
      <p className="facts">
        {amount !== null && <span>{money(amount)}</span>}
        {orderNo !== null && <OrderNo orderNo={orderNo} />}
        <span>{say('inbox.since', { when: when(since) })}</span>
        {dueAt !== null && <span>{dueText(dueAt)}</span>}
        {borrowerUntil !== null && (
          <span>{say('inbox.borrower-until', { day: lastDay(borrowerUntil) })}</span>
        )}
        {putOffUntil !== null && putOffWhy !== null && (
          <span>{say('inbox.put-off', { when: whichDay(putOffUntil), why: putOffWhy })}</span>
        )}
      </p>
      <Acts item={item} today={today} />
    </>
  )
}

/** The deadline: the last day, if it is the end of a day in India; else the instant. */
function dueText(dueAt: Date): string {
  const last = new Date(dueAt.getTime() - 1)
  const isEndOfDay = indiaDayOf(last) !== indiaDayOf(dueAt)
  return isEndOfDay
    ? say('inbox.due-by', { day: whichDay(last) })
    : say('inbox.due', { when: when(dueAt) })
}

/** The day that ends at this instant. */
function lastDay(end: Date): string {
  return whichDay(new Date(end.getTime() - 1))
}

/** An order's number; it opens the order for those who may. */
function OrderNo({ orderNo }: { orderNo: string }) {
  const may = useMay()
  return may('borrowers:read') ? (
    <OrderLink orderNo={orderNo} />
  ) : (
    <span>{say('inbox.order', { orderNo })}</span>
  )
}

/** The acts on an item; one opens its form below the row. */
function Acts({ item, today }: { item: Item; today: Day }) {
  const may = useMay()
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [form, setForm] = useState<'put-off' | 'propose' | 'hand-to'>()
  const { kind, id, isMine, takenBy } = item
  const offerUndo = useUndo()
  async function turn() {
    const isDone = await act(isMine ? inbox.handOver : inbox.take, { kind, id })
    // A taken item offers to give it back; one that was given back may have left the list.
    if (isDone && isMine) offerUndo(say('inbox.given-back'), () => call(inbox.take, { kind, id }))
  }
  const close = () => setForm(undefined)
  return (
    <>
      <div className="acts">
        {OPENED[kind] !== undefined && (
          <span className="open">
            <ButtonLink small to={`/${OPENED[kind]}/${id}`}>
              {say('inbox.open')}
            </ButtonLink>
          </span>
        )}
        {item.hasProposal && (
          <span className="open">
            <Link href="/proposals">{say('inbox.see-proposals')}</Link>
          </span>
        )}
        <OnMoney item={item} onOpen={() => setForm('propose')} />
        {may('inbox:work') && (takenBy === null || isMine) && (
          <>
            <span className="take">
              <Button kind="secondary" small pending={isPending} onPress={() => void turn()}>
                {say(isMine ? 'inbox.give-back' : 'inbox.take')}
              </Button>
            </span>
            {isMine && (
              <span className="hand-to">
                <Button kind="quiet" small onPress={() => setForm('hand-to')}>
                  {say('inbox.hand-to')}
                </Button>
              </span>
            )}
            <span className="put-off">
              <Button kind="quiet" small onPress={() => setForm('put-off')}>
                {say('inbox.put-off.act')}
              </Button>
            </span>
          </>
        )}
      </div>
      <Problem text={problem} />
      {form === 'put-off' && <PutOff item={item} today={today} onEnd={close} />}
      {form === 'hand-to' && <HandTo item={item} onEnd={close} />}
      {form === 'propose' && kind === 'refund' && (
        <ProposeSettlement refundId={id} onEnd={close} onDone={() => navigate('/proposals')} />
      )}
      {form === 'propose' && kind === 'payout' && (
        <ProposeStop payoutId={id} onEnd={close} onDone={() => navigate('/proposals')} />
      )}
      {form === 'propose' && kind === 'unknown-payment' && (
        <ProposeClosing item={item} onEnd={close} onDone={() => navigate('/proposals')} />
      )}
    </>
  )
}

/** The page that opens an item. */
const OPENED: Readonly<Partial<Record<Item['kind'], string>>> = {
  proposal: 'proposals',
  application: 'application',
  hardship: 'hardship',
  face: 'face',
  cards: 'face',
  names: 'names',
  looks: 'looks',
  complaint: 'complaint',
  feedback: 'complaint',
  ...Object.fromEntries(TROUBLE_KINDS.map(kind => [kind, `trouble/${kind}`])),
}

/** The act on money that an item allows, as a proposal. */
function OnMoney({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const may = useMay()
  const act = actOn(item)
  if (item.hasProposal || !act) return null
  const permission = ACTS[act].propose
  if (!may(permission)) return <Note>{needs(permission)}</Note>
  return (
    <Button small onPress={onOpen}>
      {say(`propose.${act}`)}
    </Button>
  )
}

function actOn({ kind, notes }: Item) {
  if (kind === 'refund' && notes.includes('given-up')) return 'settle-refund'
  if (kind === 'payout' && notes.includes('under-way')) return 'stop-payout'
  return kind === 'unknown-payment' ? 'close-unknown-payment' : undefined
}
