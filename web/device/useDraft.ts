import { useCallback, useState } from 'react'

/**
 * What a borrower has chosen or typed on a page and not sent yet: kept in this tab, so that a reload or a detour to
 * another page loses nothing. Only for what is not personal; it is forgotten with the tab, and when the borrower signs out.
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
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {}
  }
}

function write(key: string, draft: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
