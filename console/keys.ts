import { type RefObject, useEffect } from 'react'

/** True for a key that is typed into a field, or that belongs to the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const isInField =
    event.target instanceof Element &&
    event.target.closest('input, textarea, select, dialog') !== null
  return isInField || event.ctrlKey || event.metaKey || event.altKey
}

/** The keys that open a row by its link. */
export const OPENS_LINK = { o: 'a', Enter: 'a' }

/**
 * j and k move the focus between the rows of a list. `press` names the element of a row that another
 * key presses, by its selector.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  press: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const rows = [...(list.current?.children ?? [])] as HTMLElement[]
      const at = rows.findIndex(row => row.contains(document.activeElement))
      const pressed = press[event.key]
      if (event.key === 'j') rows[Math.min(at + 1, rows.length - 1)]?.focus()
      else if (event.key === 'k') rows[Math.max(at - 1, 0)]?.focus()
      else if (pressed !== undefined && (event.key !== 'Enter' || rows[at] === event.target))
        rows[at]?.querySelector<HTMLElement>(pressed)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list, press])
}
