import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './chain.ts'

/**
 * The estimated height of a row with one line of name and one of code, used until it has been
 * measured.
 */
const ROW_PX = 60
const MORE_ROWS = 6

/**
 * Renders only the visible rows of a long list. Rows may have any height: each is measured when it
 * is rendered.
 */
export function useVisibleRows(rows: readonly Entry[]) {
  const list = useRef<HTMLDivElement>(null)
  const heights = useRef(new Map<string, number>())
  const [view, setView] = useState<View>({ top: 0, height: 0 })
  const [, setMeasured] = useState(0)
  const heightOf = (index: number) => heights.current.get(rows[index]?.id ?? '') ?? ROW_PX

  const look = useCallback(() => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = list.current ?? {}
    setView(before => (before.top === top && before.height === height ? before : { top, height }))
  }, [])

  useLayoutEffect(() => {
    if (!list.current) return
    // In another width every row may have another height.
    const observer = new ResizeObserver(() => {
      heights.current.clear()
      look()
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [look])

  useLayoutEffect(() => {
    const elements = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const changed = [...elements].filter(
      row => heights.current.get(row.dataset.row ?? '') !== row.offsetHeight,
    )
    for (const row of changed) heights.current.set(row.dataset.row ?? '', row.offsetHeight)
    if (changed.length > 0) setMeasured(times => times + 1)
  })

  return {
    list,
    look,
    part: visiblePart(rows.length, heightOf, view, MORE_ROWS),
    scrollTo: (index: number) => list.current?.scrollTo({ top: topToSee(index, heightOf, view) }),
  }
}

/**
 * The rendered part of a list: the rows from `first` to before `end`, and the space above and below
 * them.
 */
type VisiblePart = {
  readonly first: number
  readonly end: number
  readonly above: number
  readonly below: number
}

/** The scroll position and the height of the list, in pixels. */
type View = { readonly top: number; readonly height: number }

/**
 * Returns the rows visible in this view, with `more` on either side, so that a flick does not
 * outrun the rendering.
 */
export function visiblePart(
  count: number,
  heightOf: (index: number) => number,
  view: View,
  more: number,
): VisiblePart {
  let first = count
  let end = count
  let offset = 0
  const starts: number[] = []
  for (let index = 0; index < count; index += 1) {
    starts.push(offset)
    if (offset >= view.top + view.height && end === count) end = index
    offset += heightOf(index)
    if (offset > view.top && first === count) first = index
  }
  const from = Math.max(0, Math.min(first, end) - more)
  const to = Math.min(count, end + more)
  return {
    first: from,
    end: to,
    above: starts[from] ?? offset,
    below: offset - (starts[to] ?? offset),
  }
}

/** Returns how far to scroll so that a row is completely visible: as little as possible. */
export function topToSee(index: number, heightOf: (index: number) => number, view: View): number {
  let start = 0
  for (let before = 0; before < index; before += 1) start += heightOf(before)
  if (start < view.top) return start
  return Math.max(view.top, start + heightOf(index) - view.height)
}
