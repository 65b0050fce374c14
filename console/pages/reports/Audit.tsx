import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { DayField } from '#console/day-field.tsx'
import { Allowed, Failed, Problem } from '#console/parts.tsx'
import { wordOf } from '#console/states.ts'
import { Table } from '#console/table.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { audit } from '#contract/staff/audit.ts'
import { type Day, isDay } from '#domain/day.ts'
import { firstDayOf, monthOf } from '#domain/month.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayText } from '#words/format.ts'

type AuditOverview = Output<typeof audit.acts>
type Verification = Output<typeof audit.verify>

/** The log of acts, searchable, and its verification. */
export function Audit() {
  const overview = useRead(audit.acts, {})
  return (
    <>
      <h1>{say('nav.audit')}</h1>
      <Allowed by="audit:read">
        <p>{say('audit.lead')}</p>
        {overview.error && !overview.data && (
          <Failed error={overview.error} onRetry={() => void overview.refetch()} />
        )}
        {overview.data && (
          <>
            <Verify overview={overview.data} />
            <Search overview={overview.data} />
          </>
        )}
      </Allowed>
    </>
  )
}

const FIELDS = ['who', 'act', 'subject', 'day'] as const
type Filter = Partial<Record<(typeof FIELDS)[number], string>>

/** The search in the address; a value typed there that fits no entry finds none. */
function Search({ overview }: { overview: AuditOverview }) {
  const [params, setParams] = useSearchParams()
  const filter: Filter = Object.fromEntries(
    FIELDS.flatMap(field => {
      const value = params.get(field)
      return value ? [[field, value]] : []
    }),
  )
  const [subject, setSubject] = useState(filter.subject ?? '')
  const change = (part: Filter) => setParams(paramsOf({ ...filter, ...part }))
  const people = [
    ...overview.people.map(({ who, name }) => ({ value: who, label: name })),
    { value: 'borrower', label: say('audit.borrowers') },
    { value: 'server', label: say('audit.server') },
  ]
  return (
    <>
      <h2>{say('audit.entries')}</h2>
      <search aria-label={say('audit.search')}>
        <form
          className="fields"
          onSubmit={event => {
            event.preventDefault()
            change({ subject: subject.trim() })
          }}
        >
          <SelectField
            label={say('audit.who')}
            value={filter.who ?? ''}
            placeholder={say('audit.anybody')}
            onChange={who => change({ who })}
            options={people}
          />
          <SelectField
            label={say('audit.act')}
            value={filter.act ?? ''}
            placeholder={say('audit.any-act')}
            onChange={act => change({ act })}
            options={overview.acts.map(act => ({ value: act, label: wordOf('acted', act) }))}
          />
          <DayField
            label={say('audit.day')}
            value={filter.day !== undefined && isDay(filter.day) ? filter.day : undefined}
            max={overview.today}
            onChange={day => change({ day })}
          />
          <TextField
            label={say('audit.subject')}
            hint={say('audit.subject.hint')}
            value={subject}
            onChange={setSubject}
            maxLength={100}
          />
          <div className="acts">
            <Button type="submit" small>
              {say('audit.show')}
            </Button>
            <Button
              kind="secondary"
              small
              onPress={() => {
                setSubject('')
                setParams({})
              }}
            >
              {say('audit.clear')}
            </Button>
          </div>
        </form>
      </search>
      <Entries filter={filter} after={params.get('after') ?? undefined} />
    </>
  )
}

function paramsOf(filter: Filter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

function Entries({ filter, after }: { filter: Filter; after: string | undefined }) {
  const { who, act, subject, day } = filter
  const input: Input<typeof audit.list> = {
    ...(who !== undefined && { who }),
    ...(act !== undefined && { act }),
    ...(subject !== undefined && { subject }),
    ...(day !== undefined && isDay(day) && { day }),
    ...(after !== undefined && { after }),
  }
  const list = useRead(audit.list, input)
  if (!list.data)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const { entries, next } = list.data
  if (entries.length === 0) return <p>{say('audit.none')}</p>
  const same = new URLSearchParams(paramsOf(filter))
  return (
    <>
      <Table
        label={say('audit.entries')}
        head={[say('audit.at'), say('audit.who'), say('audit.act'), say('audit.subject')]}
      >
        {entries.map(each => (
          <tr key={`${each.slot}/${each.number}`}>
            <td>{when(each.at)}</td>
            <td>{each.who}</td>
            <td>{wordOf('acted', each.act)}</td>
            <td className="id">{each.subject}</td>
          </tr>
        ))}
      </Table>
      <p className="acts">
        {after !== undefined && <Link href={`/audit?${same}`}>{say('report.rows.first')}</Link>}
        {next !== null && (
          <Link href={`/audit?${same}&${new URLSearchParams({ after: next })}`}>
            {say('report.rows.next')}
          </Link>
        )}
      </p>
    </>
  )
}

/** The last verification, and a new one of a period, piece by piece until it ends. */
function Verify({ overview: { today, last } }: { overview: AuditOverview }) {
  const { act, isPending, problem } = useAct()
  const [fromDay, setFrom] = useState<Day>(firstDayOf(monthOf(today)))
  const [toDay, setTo] = useState<Day>(today)
  const [running, setRunning] = useState<Verification>()
  async function goOn(from: Verification) {
    let at: Verification | undefined = from
    while (at?.endedAt === null) {
      setRunning(at)
      const piece = await act(audit.verifyMore, { verificationId: from.verificationId })
      at = piece?.data
    }
    setRunning(undefined)
  }
  async function begin() {
    const begun = await act(audit.verify, { fromDay, toDay })
    if (begun) await goOn(begun.data)
  }
  return (
    <>
      <h2>{say('audit.verification')}</h2>
      <Note>{say('audit.verification.note')}</Note>
      <div aria-live="polite">
        {running && <p>{say('audit.running', { entries: running.entries })}</p>}
        {!running && last && <Result of={last} onGoOn={() => void goOn(last)} />}
        {!running && !last && <p>{say('audit.never')}</p>}
      </div>
      <form
        className="fields"
        onSubmit={event => {
          event.preventDefault()
          void begin()
        }}
      >
        <DayField label={say('audit.from')} value={fromDay} max={toDay} onChange={setFrom} />
        <DayField label={say('audit.to')} value={toDay} max={today} onChange={setTo} />
        <div className="acts">
          <Button type="submit" small disabled={fromDay > toDay} pending={isPending || !!running}>
            {say('audit.verify')}
          </Button>
        </div>
      </form>
      <Problem text={problem} />
    </>
  )
}

function Result({ of, onGoOn }: { of: Verification; onGoOn: () => void }) {
  const { fromDay, toDay, entries, faults, startedBy, startedAt, endedAt } = of
  const values = {
    entries,
    from: dayText(fromDay, 'en'),
    to: dayText(toDay, 'en'),
    who: startedBy,
    when: when(startedAt),
  }
  return (
    <div className="row">
      <p className="what">
        {endedAt !== null && faults.length === 0 && <Tag tone="good">{say('audit.intact')}</Tag>}
        {faults.length > 0 && <Tag tone="bad">{say('audit.faulty', { count: faults.length })}</Tag>}
        <span>{say('audit.result', values)}</span>
      </p>
      {faults.length > 0 && (
        <ul className="list">
          {faults.map(fault => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {endedAt === null && (
        <p className="acts">
          <span>{say('audit.interrupted')}</span>
          <Button kind="secondary" small onPress={onGoOn}>
            {say('audit.continue')}
          </Button>
        </p>
      )}
    </div>
  )
}
