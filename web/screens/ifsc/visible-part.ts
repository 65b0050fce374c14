/** What of a list is drawn: the rows from `first` to before `end`, and the room of all others above and below them. */
export type VisiblePart = {
  readonly first: number
  readonly end: number
  readonly above: number
  readonly below: number
}

/** Where a scrolled list stands, in pixels. */
export type View = { readonly top: number; readonly height: number }

/** The rows that can be seen in this view, with `more` on either side so that a flick does not outrun the drawing. */
export function visiblePart(
  count: number,
  heightOf: (index: number) => number,
  view: View,
  more: number,
): VisiblePart {
  let [first, end, offset] = [count, count, 0]
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

/** Where a list has to be scrolled to, so that a row can be seen whole: no further than needed, and not at all where it can. */
export function topToSee(index: number, heightOf: (index: number) => number, view: View): number {
  let start = 0
  for (let before = 0; before < index; before += 1) start += heightOf(before)
  if (start < view.top) return start
  return Math.max(view.top, start + heightOf(index) - view.height)
}
