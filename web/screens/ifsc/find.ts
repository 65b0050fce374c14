import type { Entry } from './chain.ts'

/** The entries whose name or code contains what was typed, whatever the case (specification §5). All of them while nothing is. */
export function found(entries: readonly Entry[], typed: string): readonly Entry[] {
  const pattern = patternOf(typed)
  return pattern
    ? entries.filter(
        ({ name, note }) => pattern.test(name) || (note !== undefined && pattern.test(note)),
      )
    : entries
}

/** A text in three: before what was typed, what was typed as it stands there, and after. */
export function split(text: string, typed: string): readonly [string, string, string] {
  const hit = patternOf(typed)?.exec(text)
  if (!hit) return [text, '', '']
  const end = hit.index + hit[0].length
  return [text.slice(0, hit.index), hit[0], text.slice(end)]
}

/** A pattern and not lower case: a letter may be longer in the other case, and then no place would fit any more. */
function patternOf(typed: string): RegExp | undefined {
  const text = typed.trim()
  return text === '' ? undefined : new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
}
