import { useCallback, useState } from 'react'

/**
 * A borrower's unsent choices and input on a page, stored in this tab, so that a reload or a detour
 * to another page loses nothing. Only for data that is not personal; it is deleted with the tab and
 * when the borrower signs out.
 */
export function useDraft<T extends object>(
  name: string,
  initial: T,
): [T, (change: Partial<T>) => void, () => void] {
  const key = `draft:${name}`
  const [draft, setDraft] = useState<T>(() => ({ ...initial, ...read<T>(key) }))
  const change = useCallback(
    (changed: Partial<T>) =>
      setDraft(before => {
        const after = { ...before, ...changed }
        write(key, after)
        return after
      }),
    [key],
  )
  const forget = useCallback(() => remove(key), [key])
  return [draft, change, forget]
}

function read<T>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

function write(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is full or blocked: the draft lasts as long as the page.
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing was stored.
  }
}
