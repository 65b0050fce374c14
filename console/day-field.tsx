import { useEffect, useState } from 'react'
import { type Day, isDay } from '#domain/day.ts'
import { Field } from '#web/ui/Field.tsx'

/** A day in India, by the browser's own picker. It reports whole days up to a last one alone. */
export function DayField(props: {
  label: string
  value: Day | undefined
  most?: Day
  onChange: (day: Day) => void
}) {
  const { value, most, onChange } = props
  const [typed, setTyped] = useState<string>(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  function change(text: string) {
    setTyped(text)
    if (isDay(text) && (most === undefined || text <= most) && text >= '2015-01-01') onChange(text)
  }
  return (
    <Field label={props.label}>
      {ids => (
        <input
          {...ids}
          className="day"
          type="date"
          value={typed}
          max={most}
          onChange={event => change(event.target.value)}
        />
      )}
    </Field>
  )
}
