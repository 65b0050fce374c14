/** The parts of each report: its chart, and the table whose figures open their rows. */
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { Chart } from '#console/chart.tsx'
import { Table } from '#console/table.tsx'
import { say } from '#console/words.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { report } from '#contract/staff/report.ts'
import type { Day } from '#domain/day.ts'
import { BUCKETS } from '#domain/lending/days-past-due.ts'
import { changeOf, type Flow, shareOf } from '#domain/lending/report.ts'
import { paise } from '#domain/money.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Note } from '#web/ui/Type.tsx'
import { dayShortText, dayText, money, moneyWhole, percent, wholeNumber } from '#words/format.ts'

type Book = Output<typeof report.book>
type Month = Output<typeof report.month>
type Vintage = Output<typeof report.vintage>
type Applications = Output<typeof report.applications>
type Figure = Pick<Input<typeof report.rows>, 'report' | 'key' | 'day'>

const rupeesOf = (value: number) => moneyWhole(paise(Math.round(value)))
const shareText = (part: number, whole: number) => {
  const share = shareOf(part, whole)
  return share === undefined ? '–' : percent(share)
}
const sumOf = <T,>(rows: readonly T[], value: (row: T) => number) =>
  paise(rows.reduce((sum, row) => sum + value(row), 0))

/** A figure that opens its rows. */
export function Opens({ of, children }: { of: Figure; children: ReactNode }) {
  const { report: name, key, day } = of
  const query = new URLSearchParams({ report: name, key, day })
  return <Link href={`/reports/rows?${query}`}>{children}</Link>
}

/** A row with its name, and figures. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {children}
    </tr>
  )
}

export function PortfolioView({ of }: { of: Book }) {
  const { day, portfolio, ledgerPrincipal } = of
  const total = sumOf(portfolio, row => row.principal)
  const late = (from: number) => sumOf(portfolio.slice(from), row => row.principal)
  const places = BUCKETS.map(bucket => say(`report.bucket.${bucket}`))
  const name = say('report.portfolio.chart')
  const values = portfolio.map(row => row.principal)
  const agrees = total === ledgerPrincipal
  const ledger = say(agrees ? 'report.agrees' : 'report.differs', {
    amount: money(ledgerPrincipal),
  })
  return (
    <>
      {total === 0 && <p>{say('report.empty')}</p>}
      {total > 0 && (
        <p>
          {say('report.at-risk', {
            share: shareText(late(1), total),
            late: shareText(late(2), total),
          })}
        </p>
      )}
      <Steady kind="bars" places={places} lines={[{ name, values }]} />
      <Table label={name} head={['bucket', 'loans', 'principal', 'share'].map(headOf)}>
        {portfolio.map(({ bucket, loans, principal }) => (
          <Line key={bucket} name={say(`report.bucket.${bucket}`)}>
            <td>{wholeNumber(loans)}</td>
            <td>
              <Opens of={{ report: 'portfolio', key: bucket, day }}>{money(principal)}</Opens>
            </td>
            <td>{shareText(principal, total)}</td>
          </Line>
        ))}
        <Line name={say('report.total')}>
          <td>{wholeNumber(sumOf(portfolio, row => row.loans))}</td>
          <td>
            <Opens of={{ report: 'portfolio', key: 'all', day }}>{money(total)}</Opens>
          </td>
          <td>{shareText(total, total)}</td>
        </Line>
      </Table>
      <Note>{say('report.bucket.count')}</Note>
      {agrees ? <Note>{ledger}</Note> : <Banner tone="bad">{ledger}</Banner>}
      <Roll of={of} />
    </>
  )
}

const headOf = (word: string) => say(`report.${word}` as Parameters<typeof say>[0])

/** The moves from the buckets of the month before to those of the day. */
function Roll({ of: { day, before, roll } }: { of: Book }) {
  const kinds = [...BUCKETS, 'none'] as const
  const from = kinds.filter(kind => roll.some(each => each.from === kind))
  const name = say('report.roll', { day: dayText(before, 'en') })
  if (roll.length === 0) return null
  return (
    <>
      <h2>{name}</h2>
      <Note>{say('report.roll.note', { day: dayText(before, 'en') })}</Note>
      <Table
        label={name}
        head={[
          say('report.roll.from', { day: dayText(before, 'en') }),
          ...kinds.map(kind => say(`report.bucket.${kind}`)),
        ]}
      >
        {from.map(row => (
          <Line key={row} name={say(`report.bucket.${row}`)}>
            {kinds.map(to => {
              const cell = roll.find(each => each.from === row && each.to === to)
              const rowTotal = sumOf(
                roll.filter(each => each.from === row),
                each => each.opening,
              )
              return (
                <td key={to}>
                  {cell && (
                    <Opens of={{ report: 'roll', key: `${row}:${to}`, day }}>
                      {row === 'none'
                        ? `${say('report.loans')}: ${wholeNumber(cell.loans)}`
                        : `${money(cell.opening)} (${shareText(cell.opening, rowTotal)})`}
                    </Opens>
                  )}
                </td>
              )
            })}
          </Line>
        ))}
      </Table>
      <Note>{say('report.roll.new')}</Note>
    </>
  )
}

export function CollectionView({ of: { day, collection } }: { of: Book }) {
  const name = say('report.collection')
  return (
    <>
      <p>{say('report.collection.lead')}</p>
      <Table
        label={name}
        head={['part', 'owed', 'collected', 'efficiency'].map(word => headOf(`collection.${word}`))}
      >
        {collection.map(({ part, owed: toPay, collected }) => (
          <Line key={part} name={say(`report.part.${part}`)}>
            <td>{part === 'ahead' ? '–' : money(toPay)}</td>
            <td>
              <Opens of={{ report: 'collection', key: part, day }}>{money(collected)}</Opens>
            </td>
            <td>{shareText(collected, toPay)}</td>
          </Line>
        ))}
        <Line name={say('report.total')}>
          <td>{money(sumOf(collection, row => row.owed))}</td>
          <td>
            <Opens of={{ report: 'flow', key: 'collected-principal', day }}>
              {money(sumOf(collection, row => row.collected))}
            </Opens>
          </td>
          <td>–</td>
        </Line>
      </Table>
    </>
  )
}

const DISBURSALS: readonly Flow[] = ['disbursed-net', 'disbursed-fee', 'disbursed-gst']
const COLLECTIONS: readonly Flow[] = [
  'received',
  'collected-principal',
  'collected-interest',
  'collected-penal',
  'collected-advance',
  'collected-excess',
  'refunded',
]
const FEES: readonly Flow[] = [
  'disbursed-fee',
  'extension-fee',
  'disbursed-gst',
  'extension-gst',
  'accrued-interest',
  'accrued-penal',
]

export function MoneyView({ of: { day, flows, days } }: { of: Month }) {
  const lent = flows.filter(({ flow }) => DISBURSALS.includes(flow))
  const total = sumOf(lent, row => row.amount)
  const places = days.map(each => dayShortText(each.day, 'en'))
  return (
    <>
      {days.length === 0 && <p>{say('report.money.none')}</p>}
      <Steady
        kind="lines"
        places={places}
        lines={[
          { name: say('report.money.lent'), values: days.map(each => each.disbursed) },
          { name: say('report.money.received'), values: days.map(each => each.received) },
        ]}
      />
      <h2>{say('report.money.disbursals')}</h2>
      <Flows label={say('report.money.disbursals')} names={DISBURSALS} flows={flows} day={day}>
        <Line name={say('report.money.disbursed')}>
          <td />
          <td>{money(total)}</td>
        </Line>
      </Flows>
      <h2>{say('report.money.collections')}</h2>
      <Flows label={say('report.money.collections')} names={COLLECTIONS} flows={flows} day={day} />
      <h2>{say('report.money.fees')}</h2>
      <Flows label={say('report.money.fees')} names={FEES} flows={flows} day={day}>
        <Line name={say('report.money.fee')}>
          <td />
          <td>{money(changeOf('fee_income', flows))}</td>
        </Line>
        <Line name={say('report.money.gst')}>
          <td />
          <td>{money(changeOf('gst_payable', flows))}</td>
        </Line>
      </Flows>
      <details>
        <summary>{say('report.money.days')}</summary>
        <Table
          label={say('report.money.days')}
          head={[say('report.rows.day'), say('report.money.lent'), say('report.money.received')]}
        >
          {days.map(each => (
            <Line key={each.day} name={dayText(each.day, 'en')}>
              <td>{money(each.disbursed)}</td>
              <td>{money(each.received)}</td>
            </Line>
          ))}
        </Table>
      </details>
    </>
  )
}

function Flows(props: {
  label: string
  names: readonly Flow[]
  flows: Month['flows']
  day: Day
  children?: ReactNode
}) {
  const { label, names, flows, day } = props
  return (
    <Table label={label} head={['flow', 'count', 'amount'].map(word => headOf(`money.${word}`))}>
      {names.map(name => {
        const row = flows.find(({ flow }) => flow === name)
        return (
          <Line key={name} name={say(`report.flow.${name}`)}>
            <td>{wholeNumber(row?.count ?? 0)}</td>
            <td>
              <Opens of={{ report: 'flow', key: name, day }}>
                {money(row?.amount ?? paise(0))}
              </Opens>
            </td>
          </Line>
        )
      })}
      {props.children}
    </Table>
  )
}

export function VintageView({ of: { cohorts, missing } }: { of: Vintage }) {
  const most = Math.max(0, ...cohorts.flatMap(({ points }) => points.map(({ age }) => age)))
  const ages = Array.from({ length: most + 1 }, (_, age) => age)
  const ageText = (age: number) => say('report.vintage.age', { age })
  const name = say('report.vintage.chart')
  if (cohorts.length === 0) return <p>{say('report.vintage.none')}</p>
  return (
    <>
      <p>{say('report.vintage.lead')}</p>
      {missing > 0 && <Note>{say('report.vintage.missing', { missing })}</Note>}
      <Steady
        kind="lines"
        isShare
        places={ages.map(String)}
        lines={cohorts.map(({ month, lent, points }) => ({
          name: month,
          values: ages.map(age => {
            const point = points.find(each => each.age === age)
            return point ? (shareOf(point.late, lent) ?? null) : null
          }),
        }))}
      />
      <Table
        label={name}
        head={[say('report.vintage.cohort'), say('report.vintage.lent'), ...ages.map(ageText)]}
      >
        {cohorts.map(({ month, lent, points }) => (
          <Line key={month} name={month}>
            <td>{money(lent)}</td>
            {ages.map(age => {
              const point = points.find(each => each.age === age)
              return (
                <td key={age}>
                  {point && (
                    <Opens of={{ report: 'vintage', key: month, day: point.day }}>
                      {shareText(point.late, lent)}
                    </Opens>
                  )}
                </td>
              )
            })}
          </Line>
        ))}
      </Table>
    </>
  )
}

export function ApplicationsView({ of }: { of: Applications & { day: Day } }) {
  const { day, declined, reasons, funnel } = of
  const joined = funnel[0]?.people ?? 0
  return (
    <>
      <h2>{say('report.declines')}</h2>
      <p>{say('report.declines.count', { count: declined })}</p>
      {declined > 0 && (
        <Table
          label={say('report.declines')}
          head={['reason', 'orders'].map(word => headOf(`declines.${word}`))}
        >
          {reasons.map(({ reason, orders }) => (
            <Line key={reason} name={say(`decide.rule.${reason}`)}>
              <td>
                <Opens of={{ report: 'declines', key: reason, day }}>{wholeNumber(orders)}</Opens>
              </td>
            </Line>
          ))}
          <Line name={say('report.total')}>
            <td>
              <Opens of={{ report: 'declines', key: 'all', day }}>{wholeNumber(declined)}</Opens>
            </td>
          </Line>
        </Table>
      )}
      <h2>{say('report.funnel')}</h2>
      <Note>{say('report.funnel.note')}</Note>
      <Steady
        kind="bars"
        isCount
        places={funnel.map(({ stage }) => say(`report.stage.${stage}`))}
        lines={[{ name: say('report.funnel.people'), values: funnel.map(({ people }) => people) }]}
      />
      <Table
        label={say('report.funnel')}
        head={[say('report.funnel.stage'), say('report.funnel.people'), say('report.share')]}
      >
        {funnel.map(({ stage, people }) => (
          <Line key={stage} name={say(`report.stage.${stage}`)}>
            <td>
              <Opens of={{ report: 'funnel', key: stage, day }}>{wholeNumber(people)}</Opens>
            </td>
            <td>{shareText(people, joined)}</td>
          </Line>
        ))}
      </Table>
    </>
  )
}

const countText = (value: number) => (Number.isInteger(value) ? wholeNumber(value) : '')
const shareWords = (value: number) => percent(value as Parameters<typeof percent>[0])

/** A chart that is drawn again only when its figures change, not whenever the page renders. */
export function Steady(
  props: Pick<Parameters<typeof Chart>[0], 'kind' | 'places' | 'lines'> & {
    isShare?: boolean
    isCount?: boolean
  },
) {
  const { kind, places, lines, isShare = false, isCount = false } = props
  const content = JSON.stringify({ places, lines })
  const steady = useMemo(
    () => JSON.parse(content) as Pick<typeof props, 'places' | 'lines'>,
    [content],
  )
  const words = isShare ? shareWords : isCount ? countText : rupeesOf
  // An empty chart is not drawn.
  if (!steady.lines.some(({ values }) => values.some(value => value))) return null
  return <Chart kind={kind} places={steady.places} lines={steady.lines} words={words} />
}
