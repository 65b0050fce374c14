import { useEffect, useState } from 'react'
import { type Day, isDay } from '#domain/day.ts'
import { Field } from '#web/ui/Field.tsx'

/** No figure is older. */
const LEAST = '2015-01-01'

/** A day in India, by the browser's own picker. It reports whole days within its limits, and that the rest is wrong. */
export function DayField(props: {
  label: string
  hint?: string
  value: Day | undefined
  least?: Day
  most?: Day
  onChange: (day: Day) => void
  onWrong?: () => void
}) {
  const { value, least = LEAST, most, onChange } = props
  const [typed, setTyped] = useState<string>(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  function change(text: string) {
    setTyped(text)
    const isWithin = isDay(text) && text >= least && (most === undefined || text <= most)
    if (isWithin) onChange(text)
    else props.onWrong?.()
  }
  return (
    <Field label={props.label} hint={props.hint}>
      {ids => (
        <input
          {...ids}
          className="day"
          type="date"
          value={typed}
          min={props.least}
          max={most}
          onChange={event => change(event.target.value)}
        />
      )}
    </Field>
  )
}
