import { useSearchParams } from 'wouter'
import { useRead } from '#console/calls.ts'
import { Allowed, Failed } from '#console/parts.tsx'
import { when, whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { complaint } from '#contract/staff/complaint.ts'
import { COMPLAINT_CATEGORIES } from '#domain/complaint.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Note } from '#web/ui/Type.tsx'

type Item = Output<typeof complaint.list>['items'][number]
const VIEWS = ['open', 'closed', 'feedback'] as const

/** Complaints by deadline, and feedback that waits. The filters and the page are in the address. */
export function Complaints() {
  return (
    <>
      <h1>{say('nav.complaints')}</h1>
      <Note>{say('complaints.lead')}</Note>
      <Allowed by="complaints:read">
        <Listed />
      </Allowed>
    </>
  )
}

function Listed() {
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find(each => each === search.get('view')) ?? 'open'
  const category = COMPLAINT_CATEGORIES.find(each => each === search.get('category'))
  const after = search.get('after') ?? undefined
  const list = useRead(complaint.list, { view, category, after })
  const set = (name: string, value: string) =>
    setSearch(before => {
      const next = new URLSearchParams(before)
      if (name !== 'after') next.delete('after')
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  return (
    <>
      <div className="inline">
        <SelectField
          label={say('complaints.view')}
          value={view}
          placeholder={null}
          onChange={value => set('view', value)}
          options={VIEWS.map(each => ({ value: each, label: say(`complaints.view.${each}`) }))}
        />
        {view !== 'feedback' && (
          <SelectField
            label={say('complaints.category')}
            value={category ?? ''}
            placeholder={say('complaints.category.all')}
            onChange={value => set('category', value)}
            options={COMPLAINT_CATEGORIES.map(each => ({
              value: each,
              label: say(`category.${each}`),
            }))}
          />
        )}
      </div>
      {list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <p>{say('complaints.none')}</p>}
      <ul className="rows">
        {list.data?.items.map(item => (
          <li key={item.feedbackId} className="row">
            <Row item={item} />
          </li>
        ))}
      </ul>
      <div className="acts">
        {after !== undefined && (
          <Button kind="secondary" small onPress={() => set('after', '')}>
            {say('complaints.first')}
          </Button>
        )}
        {list.data?.next && (
          <Button kind="secondary" small onPress={() => set('after', list.data.next ?? '')}>
            {say('complaints.next')}
          </Button>
        )}
      </div>
    </>
  )
}

function Row({ item: { feedbackId, topic, since, complaint: standing } }: { item: Item }) {
  return (
    <>
      <p className="what">
        <strong>{standing ? say(`category.${standing.category}`) : topic}</strong>
        {standing && standing.closedAt === null && (
          <Tag tone={standing.stage === 'late' ? 'bad' : 'neutral'}>
            {say(`stage.${standing.stage}`)}
          </Tag>
        )}
        {standing?.isEscalated && <Tag tone="warn">{say('complaints.escalated')}</Tag>}
      </p>
      <p className="facts">
        <span>{say('complaints.received', { when: when(since) })}</span>
        {standing && standing.closedAt === null && (
          <span>
            {say('complaints.answer-by', { day: whichDay(startOfIndiaDay(standing.answerBy)) })}
          </span>
        )}
        {standing?.closedAt && standing.outcome && (
          <span>
            {say('complaints.closed', {
              when: when(standing.closedAt),
              outcome: say(`outcome.${standing.outcome}`),
            })}
          </span>
        )}
      </p>
      <div className="acts">
        <ButtonLink small to={`/complaint/${feedbackId}`}>
          {say('complaints.open')}
        </ButtonLink>
      </div>
    </>
  )
}
