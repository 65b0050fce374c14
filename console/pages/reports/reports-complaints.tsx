/** Complaints by age: open at the end of the day, and closed in the month by how long they took. */
import { Table } from '#console/table.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { report } from '#contract/staff/report.ts'
import { COMPLAINT_AGES } from '#domain/complaint.ts'
import { Note } from '#web/ui/Type.tsx'
import { wholeNumber } from '#words/format.ts'
import { Line, Opens, Steady } from './reports-views.tsx'

type Complaints = Output<typeof report.complaints>

export function ComplaintsView({ of }: { of: Complaints }) {
  const lists = [of.open, of.closed] as const
  return (
    <>
      <Note>{say('report.complaints.note')}</Note>
      <Steady
        kind="bars"
        isCount
        places={COMPLAINT_AGES.map(age => say(`report.age.${age}`))}
        lines={(['open', 'closed'] as const).map((state, at) => ({
          name: say(`report.complaints.${state}`),
          values: (lists[at] ?? []).map(({ complaints }) => complaints),
        }))}
      />
      <ByAge state="open" of={of} />
      <ByAge state="closed" of={of} />
    </>
  )
}

function ByAge({ state, of }: { state: 'open' | 'closed'; of: Complaints }) {
  const { day } = of
  const rows = of[state]
  const total = rows.reduce((sum, { complaints }) => sum + complaints, 0)
  const name = say(`report.complaints.${state}`)
  const figure = (age: string) => ({ report: 'complaints', key: `${state}:${age}`, day }) as const
  return (
    <>
      <h2>{name}</h2>
      <Table label={name} head={[say(`report.complaints.days.${state}`), say('report.complaints')]}>
        {rows.map(({ age, complaints }) => (
          <Line key={age} name={say(`report.age.${age}`)}>
            <td>
              <Opens of={figure(age)}>{wholeNumber(complaints)}</Opens>
            </td>
          </Line>
        ))}
        <Line name={say('report.total')}>
          <td>
            <Opens of={figure('all')}>{wholeNumber(total)}</Opens>
          </td>
        </Line>
      </Table>
    </>
  )
}
