import { useState } from 'react'
import { Allowed, Problem } from '#console/parts.tsx'
import { say, type WordId } from '#console/words.ts'
import { type Day, isDay } from '#domain/day.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type ProposeProps = {
  by: Permission
  today: Day
  title: WordId
  /** Why it cannot be proposed now. */
  hindrance?: string | undefined
  submit: (fromDay: Day, why: string) => Promise<unknown>
  isPending: boolean
  problem: string | undefined
}

/** Proposes a change from a day on, with a reason; a disabled button says why. */
export function Propose({ by, today, title, hindrance, submit, isPending, problem }: ProposeProps) {
  const [fromDay, setFromDay] = useState<string>(today)
  const [why, setWhy] = useState('')
  const isDayGood = isDay(fromDay) && fromDay >= today
  const reason = hindrance ?? (isDayGood ? undefined : say('product.publish.day'))
  return (
    <Allowed by={by}>
      <form
        className="inline"
        onSubmit={event => {
          event.preventDefault()
          if (isDay(fromDay)) void submit(fromDay, why)
        }}
      >
        <TextField
          label={say('product.from')}
          hint={say('product.from.hint')}
          value={fromDay}
          onChange={setFromDay}
          placeholder="YYYY-MM-DD"
          maxLength={10}
        />
        <TextField label={say('why')} value={why} onChange={setWhy} maxLength={500} />
        <Problem text={problem} />
        {reason !== undefined && <Note>{reason}</Note>}
        <Button
          type="submit"
          small
          disabled={reason !== undefined || why.trim() === ''}
          pending={isPending}
        >
          {say(title)}
        </Button>
        <Note>{say('propose.second')}</Note>
      </form>
    </Allowed>
  )
}
