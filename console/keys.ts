import { useEffect } from 'react'

/** True for a key that is typed into a field, or that belongs to the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const isInField =
    event.target instanceof Element &&
    event.target.closest('input, textarea, select, dialog') !== null
  return isInField || event.ctrlKey || event.metaKey || event.altKey
}

/** The rows of every list and table of a page. */
const ROWS = 'main .rows > .row, main tbody > tr'

/** The element that opens a row: its page, its first link, or its folded form. */
const OPENS = ['.open a', 'a', 'summary']

/** The element that another key presses in the focused row: the first of these that it has. */
const PRESSED: Readonly<Record<string, readonly string[]>> = {
  o: OPENS,
  Enter: OPENS,
  t: ['.take button'],
  p: ['.put-off button'],
}

/** j and k move the focus between the rows of the open page, and other keys press something in the focused row. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
      const at = rows.findIndex(row => row.contains(document.activeElement))
      const pressed = PRESSED[event.key]
      if (event.key === 'j') focus(rows[Math.min(at + 1, rows.length - 1)])
      else if (event.key === 'k') focus(rows[Math.max(at - 1, 0)])
      else if (pressed !== undefined && (event.key !== 'Enter' || rows[at] === event.target))
        firstIn(rows[at], pressed)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** A row gets the focus by these keys alone. */
function focus(row: HTMLElement | undefined): void {
  if (!row) return
  row.tabIndex = -1
  row.focus()
}

function firstIn(row: HTMLElement | undefined, selectors: readonly string[]) {
  return selectors.map(each => row?.querySelector<HTMLElement>(each)).find(Boolean)
}
