/**
 * What was typed into a form and not sent yet. It waits in the memory of the page alone, for its
 * person and its form: it may name a borrower, so no storage of the browser holds it.
 */
import { useState } from 'react'
import { useMe } from '#console/me.ts'

const kept = new Map<string, unknown>()

/** Forgets everything, when the person signs out. */
export function forgetKept(): void {
  kept.clear()
}

/** Like `useState`, for a value that is still there when its person comes back to the form. */
export function useKept<T>(form: string, empty: T): [T, (value: T) => void] {
  const key = `${useMe().staffId} ${form}`
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as T) : empty))
  return [
    value,
    next => {
      if (next === empty) kept.delete(key)
      else kept.set(key, next)
      setValue(next)
    },
  ]
}

/** True while something typed waits to be sent. */
export function hasKept(): boolean {
  return kept.size > 0
}
