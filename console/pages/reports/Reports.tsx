import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useRead } from '#console/calls.ts'
import { DayField } from '#console/day-field.tsx'
import { Allowed, Failed } from '#console/parts.tsx'
import { say, type WordId } from '#console/words.ts'
import { report } from '#contract/staff/report.ts'
import { REPORT_VIEWS } from '#contract/staff/view.ts'
import { addDays, type Day, isDay } from '#domain/day.ts'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#domain/month.ts'
import { Button } from '#web/ui/Button.tsx'
import { dayText } from '#words/format.ts'
import { ComplaintsView } from './reports-complaints.tsx'
import {
  ApplicationsView,
  CollectionView,
  MoneyView,
  PortfolioView,
  VintageView,
} from './reports-views.tsx'

type View = (typeof REPORT_VIEWS)[number]
const isView = (text: string | null): text is View => REPORT_VIEWS.some(view => view === text)

/** The lender's reports, of a day in the address. */
export function Reports() {
  const [params] = useSearchParams()
  const viewParam = params.get('view')
  const view = isView(viewParam) ? viewParam : 'portfolio'
  const dayParam = params.get('day') ?? ''
  const day = isDay(dayParam) ? dayParam : undefined
  return (
    <>
      <h1>{say('nav.reports')}</h1>
      <Allowed by="reports:read">
        <nav className="tabs" aria-label={say('report.views')}>
          {REPORT_VIEWS.map(each => (
            <Link
              key={each}
              href={addressOf(each, day)}
              className="tab"
              aria-current={each === view ? 'page' : undefined}
            >
              {say(`report.${each}`)}
            </Link>
          ))}
        </nav>
        <ReportView view={view} day={day} />
      </Allowed>
    </>
  )
}

function addressOf(view: View, day: Day | undefined): string {
  return `/reports?view=${view}${day === undefined ? '' : `&day=${day}`}`
}

function ReportView({ view, day }: { view: View; day: Day | undefined }) {
  if (view === 'portfolio') return <Book day={day} shows="portfolio" />
  if (view === 'collection') return <Book day={day} shows="collection" />
  if (view === 'money') return <Month day={day} />
  if (view === 'vintage') return <Vintage day={day} />
  if (view === 'complaints') return <Complaints day={day} />
  return <Applications day={day} />
}

const inputOf = (day: Day | undefined) => (day === undefined ? {} : { day })

function Book({ day, shows }: { day: Day | undefined; shows: 'portfolio' | 'collection' }) {
  const read = useRead(report.book, inputOf(day))
  return (
    <Loaded read={read} view={shows}>
      {data => (shows === 'portfolio' ? <PortfolioView of={data} /> : <CollectionView of={data} />)}
    </Loaded>
  )
}

function Month({ day }: { day: Day | undefined }) {
  const read = useRead(report.month, inputOf(day))
  return (
    <Loaded read={read} view="money">
      {data => <MoneyView of={data} />}
    </Loaded>
  )
}

const READ_AGAIN_MS = 1_500

function Vintage({ day }: { day: Day | undefined }) {
  const [isIncomplete, setIncomplete] = useState(false)
  const read = useRead(report.vintage, inputOf(day), isIncomplete ? READ_AGAIN_MS : undefined)
  const missing = read.data?.missing ?? 0
  useEffect(() => setIncomplete(missing > 0), [missing])
  return (
    <Loaded read={read} view="vintage">
      {data => <VintageView of={data} />}
    </Loaded>
  )
}

function Applications({ day }: { day: Day | undefined }) {
  const read = useRead(report.applications, inputOf(day))
  return (
    <Loaded read={read} view="applications">
      {data => <ApplicationsView of={data} />}
    </Loaded>
  )
}

function Complaints({ day }: { day: Day | undefined }) {
  const read = useRead(report.complaints, inputOf(day))
  return (
    <Loaded read={read} view="complaints">
      {data => <ComplaintsView of={data} />}
    </Loaded>
  )
}

type Days = { readonly day: Day; readonly today: Day }
type Read<T> = {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** A report below its period chooser, once it is here. */
function Loaded<T extends Days>(props: {
  read: Read<T>
  view: View
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = props.read
  if (!data)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <p>{say('loading')}</p>
  return (
    <>
      <Period day={data.day} today={data.today} view={props.view} />
      {props.children(data)}
    </>
  )
}

/** The day of the report: by the field, or by whole months. */
function Period({ day, today, view }: Days & { view: View }) {
  const [, setParams] = useSearchParams()
  const go = (to: Day) => setParams({ view, day: to < today ? to : today })
  const before = addDays(firstDayOf(monthOf(day)), -1)
  const after = lastDayOf(addMonths(monthOf(day), 1))
  const words = useMemo((): [WordId, Day][] => {
    const end = lastDayOf(monthOf(day))
    return [
      ['report.month-before', before],
      ['report.month-after', end > day ? end : after],
      ['report.today', today],
    ]
  }, [day, before, after, today])
  return (
    <div className="period">
      <DayField label={say('report.day')} value={day} max={today} onChange={go} />
      <div className="acts">
        {words.map(([word, to]) => (
          <Button
            key={word}
            kind="secondary"
            small
            disabled={day === today && to >= today}
            onPress={() => go(to)}
          >
            {say(word)}
          </Button>
        ))}
      </div>
      <p>
        {view === 'portfolio' || view === 'vintage'
          ? say('report.of-day', { day: dayText(day, 'en') })
          : say('report.of-month', {
              from: dayText(firstDayOf(monthOf(day)), 'en'),
              to: dayText(day, 'en'),
            })}
      </p>
    </div>
  )
}
