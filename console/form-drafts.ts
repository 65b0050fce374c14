/**
 * The unsent text of forms, by person and form. It is in the memory of the page alone: it may name a
 * borrower, so the browser must not store it.
 */
import { useState } from 'react'
import { useMe } from '#console/me.ts'

const drafts = new Map<string, unknown>()

/** Forgets everything, when the person signs out. */
export function clearFormDrafts(): void {
  drafts.clear()
}

/** Like `useState`, for a value that is still there when its person comes back to the form. */
export function useFormDraft<T>(form: string, empty: T): [T, (value: T) => void] {
  const key = `${useMe().staffId} ${form}`
  const [value, setValue] = useState(() => (drafts.has(key) ? (drafts.get(key) as T) : empty))
  return [
    value,
    next => {
      if (next === empty) drafts.delete(key)
      else drafts.set(key, next)
      setValue(next)
    },
  ]
}

/** True while something typed waits to be sent. */
export function hasFormDrafts(): boolean {
  return drafts.size > 0
}
