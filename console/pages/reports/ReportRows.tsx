import * as v from 'valibot'
import { Link, useSearchParams } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { OrderLink } from '#console/order-link.tsx'
import { Allowed, Failed, Problem } from '#console/parts.tsx'
import { caseWords, wordOf } from '#console/states.ts'
import { Table } from '#console/table.tsx'
import { say } from '#console/words.ts'
import type { Input } from '#contract/endpoint.ts'
import { EXPORT_FORMATS, report } from '#contract/staff/report.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayText, money, wholeNumber } from '#words/format.ts'

type ReportQuery = Input<typeof report.rows>

/** The report to which a figure belongs. */
const VIEW_OF = {
  portfolio: 'portfolio',
  roll: 'portfolio',
  collection: 'collection',
  flow: 'money',
  vintage: 'vintage',
  declines: 'applications',
  funnel: 'applications',
  complaints: 'complaints',
} as const

/** The rows that make one figure, a page at a time, and their export. */
export function ReportRows() {
  const [params] = useSearchParams()
  const query = v.safeParse(report.rows.input, Object.fromEntries(params))
  return (
    <>
      <h1>{say('report.rows')}</h1>
      <Allowed by="reports:read">
        {query.success ? <Rows query={query.output} /> : <p>{say('not-found')}</p>}
      </Allowed>
    </>
  )
}

function Rows({ query }: { query: ReportQuery }) {
  const read = useRead(report.rows, query)
  const { report: name, key, day } = query
  const back = `/reports?${new URLSearchParams({ view: VIEW_OF[name], day })}`
  const figure = new URLSearchParams({ report: name, key, day })
  return (
    <>
      <p>
        <Link href={back}>{say('report.rows.back')}</Link>
      </p>
      <p>
        <strong>{titleOf(query)}</strong> · {dayText(day, 'en')}
      </p>
      {read.error && !read.data && (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      )}
      {read.data && read.data.rows.length === 0 && <p>{say('report.rows.none')}</p>}
      {read.data && read.data.rows.length > 0 && (
        <>
          <RowTable of={query} rows={read.data.rows} />
          <p className="acts">
            {query.after !== undefined && (
              <Link href={`/reports/rows?${figure}`}>{say('report.rows.first')}</Link>
            )}
            {read.data.next !== null && (
              <Link
                href={`/reports/rows?${figure}&${new URLSearchParams({ after: read.data.next })}`}
              >
                {say('report.rows.next')}
              </Link>
            )}
          </p>
          <Export query={query} />
        </>
      )}
    </>
  )
}

function titleOf({ report: name, key }: ReportQuery): string {
  const bucket = (word: string) => say(`report.bucket.${word}` as 'report.bucket.none')
  if (name === 'portfolio') return key === 'all' ? say('report.total') : bucket(key)
  if (name === 'roll') return key.split(':').map(bucket).join(' → ')
  if (name === 'collection') return say(`report.part.${key}` as 'report.part.due')
  if (name === 'flow') return say(`report.flow.${key}` as 'report.flow.received')
  if (name === 'funnel') return say(`report.stage.${key}` as 'report.stage.joined')
  if (name === 'complaints') return complaintsTitle(key)
  if (name === 'declines' && key === 'all') return say('report.declines')
  if (name === 'declines') return wordOf('decide.rule', key)
  return name === 'vintage' ? `${say('report.vintage.cohort')} ${key}` : key
}

function complaintsTitle(key: string): string {
  const [state, age] = key.split(':')
  const days = age === 'all' ? say('report.total') : say(`report.age.${age}` as 'report.age.0-10')
  return `${say(`report.complaints.${state}` as 'report.complaints.open')}, ${days}`
}

const HEAD = ['order', 'day', 'amount', 'collected', 'late', 'days', 'note', 'complaint'] as const

function RowTable({ of: query, rows }: { of: ReportQuery; rows: Rows }) {
  // A column that no row fills is left out.
  const has = {
    order: rows.some(({ orderNo }) => orderNo !== null),
    day: true,
    amount: rows.some(({ amount }) => amount !== null),
    collected: rows.some(({ collected }) => collected !== null),
    late: rows.some(({ daysPastDue }) => daysPastDue !== null),
    days: rows.some(({ daysOpen }) => daysOpen !== null),
    note: true,
    complaint: rows.some(({ complaintId }) => complaintId !== null),
  }
  return (
    <Table
      label={titleOf(query)}
      head={HEAD.filter(each => has[each]).map(each => say(`report.rows.${each}`))}
    >
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order may have several alike rows, and they do not move.
        <tr key={at}>
          {has.order && <td>{row.orderNo !== null && <OrderNo orderNo={row.orderNo} />}</td>}
          <td>{dayText(row.day, 'en')}</td>
          {has.amount && <td>{row.amount !== null && money(row.amount)}</td>}
          {has.collected && <td>{row.collected !== null && money(row.collected)}</td>}
          {has.late && <td>{row.daysPastDue !== null && wholeNumber(row.daysPastDue)}</td>}
          {has.days && <td>{row.daysOpen !== null && wholeNumber(row.daysOpen)}</td>}
          <td>{noteOf(query.report, row)}</td>
          {has.complaint && <td>{row.complaintId !== null && <Case id={row.complaintId} />}</td>}
        </tr>
      ))}
    </Table>
  )
}

/** The notes of a row as staff read them, by its report. */
function noteOf(of: ReportQuery['report'], { notes }: Rows[number]): string {
  if (of === 'complaints') return caseWords(notes)
  const texts = notes.map(note => {
    if (of === 'declines') return wordOf('decide.rule', note)
    if (of === 'flow') return wordOf('posting', note)
    const count = /^steps-done-(\d+)$/.exec(note)?.[1]
    if (count !== undefined) return say('report.steps-done', { count: Number(count) })
    return of === 'funnel' ? wordOf('report.stage', note) : note
  })
  return texts.join(', ')
}

/** Opens a complaint, for those who may. */
function Case({ id }: { id: string }) {
  const may = useMay()
  return may('complaints:read') ? (
    <Link href={`/complaint/${id}`}>{say('report.rows.open-complaint')}</Link>
  ) : (
    '–'
  )
}

/** An order's number; it opens the order for those who may. */
function OrderNo({ orderNo }: { orderNo: string }) {
  const may = useMay()
  return may('borrowers:read') ? <OrderLink orderNo={orderNo} /> : orderNo
}

type Rows = NonNullable<ReturnType<typeof useRead<typeof report.rows>>['data']>['rows']

/** Asks for the address of the file, and opens it: the browser saves it while it arrives. */
function Export({ query: { report: name, key, day } }: { query: ReportQuery }) {
  const { act, isPending, problem } = useAct()
  async function save(format: (typeof EXPORT_FORMATS)[number]) {
    const answer = await act(report.export, { report: name, key, day, format })
    if (answer) window.location.assign(answer.data.address)
  }
  return (
    <Allowed by="reports:export">
      <div className="acts">
        {EXPORT_FORMATS.map(format => (
          <Button
            key={format}
            kind="secondary"
            small
            pending={isPending}
            onPress={() => void save(format)}
          >
            {say(`report.rows.${format}`)}
          </Button>
        ))}
      </div>
      <Problem text={problem} />
      <Note>{say('report.rows.export-note')}</Note>
    </Allowed>
  )
}
