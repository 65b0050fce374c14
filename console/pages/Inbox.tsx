import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { Failed, Problem } from '#console/parts.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import { inbox } from '#contract/staff/inbox.ts'
import type { Day } from '#domain/day.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import { type Item, ProposeSettlement, ProposeStop, PutOff } from './InboxActs.tsx'

const READ_AGAIN_MS = 15_000

/** Everything that waits for a person. */
export function Inbox() {
  const list = useRead(inbox.list, {}, READ_AGAIN_MS)
  if (!list.data)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const { items, today } = list.data
  return (
    <>
      <h1>{say('nav.inbox')}</h1>
      <p>{say(items.length === 0 ? 'inbox.empty' : 'inbox.lead')}</p>
      {items.length > 0 && <p>{say('inbox.count', { count: items.length })}</p>}
      <Rows items={items} today={today} />
    </>
  )
}

/** j and k move the focus between the items; t takes the focused one, o opens it. */
function Rows({ items, today }: { items: readonly Item[]; today: Day }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const rows = [...(list.current?.children ?? [])] as HTMLElement[]
      const at = rows.findIndex(row => row.contains(document.activeElement))
      if (event.key === 'j') rows[Math.min(at + 1, rows.length - 1)]?.focus()
      else if (event.key === 'k') rows[Math.max(at - 1, 0)]?.focus()
      else if (event.key === 't') rows[at]?.querySelector<HTMLElement>('.take button')?.click()
      else if (event.key === 'o') rows[at]?.querySelector<HTMLElement>('.open a')?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <ul className="rows" ref={list}>
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
  const { kind, note, orderNo, amount, since, dueAt, takenBy, isMine, hasProposal } = item
  const { putOffUntil, putOffWhy } = item
  return (
    <>
      <p className="what">
        <strong>{say(`kind.${kind}`)}</strong>
        {note !== null && <Tag tone={note === 'given-up' ? 'bad' : 'neutral'}>{note}</Tag>}
        {hasProposal && <Tag tone="warn">{say('inbox.proposed')}</Tag>}
        {isMine && <Tag tone="brand">{say('inbox.mine')}</Tag>}
        {takenBy !== null && !isMine && <Tag>{say('inbox.taken', { who: takenBy })}</Tag>}
      </p>
      <p className="facts">
        {amount !== null && <span>{money(amount)}</span>}
        {orderNo !== null && <span>{say('inbox.order', { orderNo })}</span>}
        <span>{say('inbox.since', { when: when(since) })}</span>
        {dueAt !== null && <span>{say('inbox.due', { when: when(dueAt) })}</span>}
        {putOffUntil !== null && putOffWhy !== null && (
          <span>{say('inbox.put-off', { when: when(putOffUntil), why: putOffWhy })}</span>
        )}
      </p>
      <Acts item={item} today={today} />
    </>
  )
}

/** The acts on an item; one opens its form below the row. */
function Acts({ item, today }: { item: Item; today: Day }) {
  const may = useMay()
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [form, setForm] = useState<'put-off' | 'propose'>()
  const { kind, id, isMine, takenBy } = item
  const turn = () => void act(isMine ? inbox.handOver : inbox.take, { kind, id })
  const close = () => setForm(undefined)
  return (
    <>
      <div className="acts">
        {kind === 'application' && (
          <span className="open">
            <ButtonLink small to={`/application/${id}`}>
              {say('inbox.open')}
            </ButtonLink>
          </span>
        )}
        {(kind === 'proposal' || item.hasProposal) && (
          <span className="open">
            <Link href="/proposals">{say('inbox.see-proposals')}</Link>
          </span>
        )}
        <OnMoney item={item} onOpen={() => setForm('propose')} />
        {may('inbox:work') && (takenBy === null || isMine) && (
          <>
            <span className="take">
              <Button kind="secondary" small pending={isPending} onPress={turn}>
                {say(isMine ? 'inbox.hand-over' : 'inbox.take')}
              </Button>
            </span>
            <Button kind="quiet" small onPress={() => setForm('put-off')}>
              {say('inbox.put-off.act')}
            </Button>
          </>
        )}
      </div>
      <Problem text={problem} />
      {form === 'put-off' && <PutOff item={item} today={today} onEnd={close} />}
      {form === 'propose' && kind === 'refund' && (
        <ProposeSettlement refundId={id} onEnd={close} onDone={() => navigate('/proposals')} />
      )}
      {form === 'propose' && kind === 'payout' && (
        <ProposeStop payoutId={id} onEnd={close} onDone={() => navigate('/proposals')} />
      )}
    </>
  )
}

const AT_DESK: readonly Item['kind'][] = ['face', 'hardship', 'feedback']

/** The act on money that an item allows, as a proposal; or where else it is settled. */
function OnMoney({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const may = useMay()
  const { kind, note, hasProposal } = item
  if (AT_DESK.includes(kind)) return <Note>{say('inbox.at-desk')}</Note>
  const isRefund = kind === 'refund' && note === 'given-up'
  const isPayout = kind === 'payout' && note === 'under-way'
  if (hasProposal || (!isRefund && !isPayout)) return null
  const permission = isRefund ? 'refunds:settle' : 'payouts:stop'
  if (!may(permission)) return <Note>{say('needs', { permission })}</Note>
  return (
    <Button small onPress={onOpen}>
      {say(isRefund ? 'propose.settle-refund' : 'propose.stop-payout')}
    </Button>
  )
}
