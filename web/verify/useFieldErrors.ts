import { useState } from 'react'
import type { FieldText } from '#web/locales/in-words.ts'

/** The errors of the last check of the answers. An error disappears when its answer is changed. */
export type FieldErrors = {
  /** The errors of the last check; a new array for each check. */
  readonly shown: readonly FieldText[]
  /** Those whose answers have not been changed since. */
  readonly open: readonly FieldText[]
  readonly show: (errors: readonly FieldText[]) => void
  readonly of: (column: string) => string | undefined
  readonly changed: (...columns: readonly string[]) => void
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
    changed: (...columns) => setChanged(before => new Set([...before, ...columns])),
  }
}
