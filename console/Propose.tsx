import { useState } from 'react'
import { DayField } from '#console/day-field.tsx'
import { useFormDraft } from '#console/form-drafts.ts'
import { Allowed, Problem } from '#console/parts.tsx'
import { say, type WordId } from '#console/words.ts'
import type { Day } from '#domain/day.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type ProposeProps = {
  by: Permission
  today: Day
  title: WordId
  /** Its subject, such as a product. */
  about: string
  /** The reason why it cannot be proposed now. */
  hindrance?: string | undefined
  /** The reason why it cannot begin on a day. */
  hindranceOn?: (fromDay: Day) => string | undefined
  /** Resolves to true if it was proposed. */
  submit: (fromDay: Day, why: string) => Promise<boolean>
  isPending: boolean
  problem: string | undefined
}

/** Proposes a change from a day on, with a reason; a disabled button says why. */
export function Propose(props: ProposeProps) {
  const { by, today, title, about, hindrance, submit, isPending, problem } = props
  const [fromDay, setFromDay] = useState<Day>(today)
  const [isDayWrong, setDayWrong] = useState(false)
  const [why, setWhy] = useFormDraft(`${title} ${about}`, '')
  const wrongDay = isDayWrong ? say('product.publish.day') : props.hindranceOn?.(fromDay)
  const reason = hindrance ?? wrongDay
  async function send() {
    if (await submit(fromDay, why)) setWhy('')
  }
  return (
    <Allowed by={by}>
      <form
        className="inline"
        onSubmit={event => {
          event.preventDefault()
          if (reason === undefined) void send()
        }}
      >
        <DayField
          label={say('product.from')}
          hint={say('product.from.hint')}
          value={fromDay}
          min={today}
          onChange={day => {
            setDayWrong(false)
            setFromDay(day)
          }}
          onWrong={() => setDayWrong(true)}
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
