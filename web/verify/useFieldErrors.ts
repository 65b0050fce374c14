import { useState } from 'react'
import type { FieldText } from '#web/locales/in-words.ts'

/** What was wrong with the answers when they were last looked at. An answer that is changed is no longer wrong. */
export type FieldErrors = {
  /** The last findings; another object each time something is found. */
  readonly shown: readonly FieldText[]
  /** Those of them whose answers have not been changed since. */
  readonly open: readonly FieldText[]
  readonly show: (errors: readonly FieldText[]) => void
  readonly of: (column: string) => string | undefined
  readonly changed: (column: string) => void
}

export function useFieldErrors(): FieldErrors {
  const [shown, setShown] = useState<readonly FieldText[]>([])
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const open = shown.filter(({ column }) => !changed.has(column))
  return {
    shown,
    open,
    show: errors => {
      setShown([...errors])
      setChanged(new Set())
    },
    of: column => open.find(error => error.column === column)?.msg,
    changed: column => setChanged(before => new Set([...before, column])),
  }
}
