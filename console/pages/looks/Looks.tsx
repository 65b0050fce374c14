import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Allowed, Failed, Problem, Values } from '#console/parts.tsx'
import { CellTable } from '#console/table.tsx'
import { when, whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffLooks } from '#contract/staff/looks.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type LookDayPage = Output<typeof staffLooks.open>

/** A day on which a colleague opened more than their role may: the counts, and the end of the item. */
export function Looks({ id }: { id: string }) {
  return (
    <Allowed by="looks:review">
      <One id={id} />
    </Allowed>
  )
}

function One({ id }: { id: string }) {
  const read = useRead(staffLooks.open, { id })
  if (read.error) return <Failed error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <p>{say('loading')}</p>
  const opened = read.data
  return (
    <>
      <h1>{say('looks.title', { mail: opened.mail })}</h1>
      <p>
        {say(opened.stoppedAt === null ? 'looks.lead' : 'looks.lead.stopped', {
          day: whichDay(startOfIndiaDay(opened.day)),
          points: opened.points,
          limit: opened.limit,
        })}
      </p>
      <Values rows={rowsOf(opened)} />
      <h2>{say('looks.searches')}</h2>
      <Searches opened={opened} />
      {opened.isReviewed ? <p>{say('looks.reviewed')}</p> : <Review id={id} />}
    </>
  )
}

function rowsOf(opened: LookDayPage): readonly (readonly [string, string])[] {
  const { roles, aboveAt, stoppedAt } = opened
  const rows: readonly (readonly [string, string | null])[] = [
    [say('looks.roles'), roles.map(role => say(`role.${role}`)).join(', ')],
    [say('looks.opened'), String(opened.opened)],
    [say('looks.revealed'), String(opened.revealed)],
    [say('looks.searched'), String(opened.searched)],
    [say('looks.searched-vainly'), String(opened.searchedVainly)],
    [say('looks.exported'), String(opened.exported)],
    [say('looks.above'), when(aboveAt)],
    [say('looks.stopped'), stoppedAt === null ? null : when(stoppedAt)],
  ]
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}

function Searches({ opened }: { opened: LookDayPage }) {
  const { searches } = opened
  if (searches.length === 0) return <p>{say('looks.searches.none')}</p>
  return (
    <CellTable
      label={say('looks.searches')}
      columns={[
        { head: say('looks.at') },
        { head: say('looks.ways') },
        { head: say('looks.ending') },
        { head: say('looks.found'), isNumber: true },
        { head: say('looks.why') },
      ]}
      rows={searches.map(({ at, ways, ending, found, why }) => ({
        key: at.toISOString(),
        cells: [
          when(at),
          ways.map(way => say(`by.${way}`)).join(', '),
          ending === '' ? '' : `…${ending}`,
          found,
          say(`look.${why}`),
        ],
      }))}
    />
  )
}

function Review({ id }: { id: string }) {
  const { act, isPending, problem } = useAct()
  const [, navigate] = useLocation()
  const [text, setText] = useFormDraft(`looks ${id}`, '')
  const [isDone, setDone] = useState(false)
  async function end() {
    if (!(await act(staffLooks.review, { id, text }))) return
    setText('')
    setDone(true)
    navigate('/')
  }
  return (
    <form
      className="inline"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== '') void end()
      }}
    >
      <TextField
        label={say('looks.review')}
        hint={say('looks.review.hint')}
        value={text}
        onChange={setText}
        maxLength={1000}
      />
      <Problem text={problem} />
      <Button type="submit" small disabled={text.trim() === '' || isDone} pending={isPending}>
        {say('looks.review.act')}
      </Button>
    </form>
  )
}
