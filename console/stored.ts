/** A value that this device keeps between visits, such as a draft. */
import { useState } from 'react'
import * as v from 'valibot'

/**
 * The stored value, undefined if none fits, and a function that stores another one, or none. Without
 * storage the browser forgets it with the page.
 */
export function useStored<T>(name: string, schema: v.GenericSchema<unknown, T>) {
  const key = `console:${name}`
  const [value, setValue] = useState(() => read(key, schema))
  function keep(next: T | undefined): void {
    setValue(next)
    try {
      if (next === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // The browser allows no storage, or it is full.
    }
  }
  return [value, keep] as const
}

function read<T>(key: string, schema: v.GenericSchema<unknown, T>): T | undefined {
  try {
    const stored = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success ? stored.output : undefined
  } catch {
    return undefined
  }
}
