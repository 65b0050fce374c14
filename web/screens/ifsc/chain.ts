/** What can be picked from a list: a bank, a state, a city, or a branch, whose `note` is its code. */
export type Entry = { readonly id: string; readonly name: string; readonly note?: string }

export type Level = 'bank' | 'state' | 'city' | 'branch'
export const levels: readonly Level[] = ['bank', 'state', 'city', 'branch']

/** What is chosen so far: each list is chosen from the one before. */
export type Chain = { readonly [level in Level]: Entry | undefined }

export const nothingChosen: Chain = {
  bank: undefined,
  state: undefined,
  city: undefined,
  branch: undefined,
}

/** The chain after a choice: another bank clears state, city and branch; another state city and branch; another city the branch (specification §4). */
export function chosen(chain: Chain, level: Level, entry: Entry | undefined): Chain {
  if (entry !== undefined && chain[level]?.id === entry.id) return chain
  const below = levels.slice(levels.indexOf(level) + 1)
  return { ...chain, [level]: entry, ...Object.fromEntries(below.map(each => [each, undefined])) }
}

/** Whether a list can be opened: everything before it is chosen. */
export function isOpen(chain: Chain, level: Level): boolean {
  return levels.slice(0, levels.indexOf(level)).every(before => chain[before] !== undefined)
}

const BANK_LETTERS = 4

/** A code as a passbook prints it, in parts that can be compared: the bank's letters, the zero, the branch. */
export function grouped(ifsc: string): string {
  return `${ifsc.slice(0, BANK_LETTERS)} ${ifsc.slice(BANK_LETTERS, BANK_LETTERS + 1)} ${ifsc.slice(BANK_LETTERS + 1)}`.trim()
}

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
