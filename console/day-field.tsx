import { useEffect, useState } from 'react'
import { type Day, isDay } from '#domain/day.ts'
import { Field } from '#web/ui/Field.tsx'

/** No figure is older. */
const FIRST_DAY = '2015-01-01'

/** A day in India, by the browser's own picker. It reports days within its limits, and anything else as wrong. */
export function DayField(props: {
  label: string
  hint?: string
  value: Day | undefined
  min?: Day
  max?: Day
  onChange: (day: Day) => void
  onWrong?: () => void
}) {
  const { value, min = FIRST_DAY, max, onChange } = props
  const [typed, setTyped] = useState<string>(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  function change(text: string) {
    setTyped(text)
    const isWithin = isDay(text) && text >= min && (max === undefined || text <= max)
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
          min={props.min}
          max={max}
          onChange={event => change(event.target.value)}
        />
      )}
    </Field>
  )
}
