import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './chain.ts'
import { topToSee, type View, visiblePart } from './visible-part.ts'

/** Of one line of a name and one of a code. A row that was drawn once is known exactly. */
const ROW_PX = 60
const MORE_ROWS = 6

/** Draws of a long list only what can be seen. Rows may be of any height: each is measured when it is drawn. */
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
    // In another width every row may be of another height.
    const observer = new ResizeObserver(() => {
      heights.current.clear()
      look()
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [look])

  useLayoutEffect(() => {
    const drawn = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const changed = [...drawn].filter(
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
