/** An entry of a list: a bank, a state, a city, or a branch, whose `note` is its code. */
export type Entry = { readonly id: string; readonly name: string; readonly note?: string }

export type Level = 'bank' | 'state' | 'city' | 'branch'
export const levels: readonly Level[] = ['bank', 'state', 'city', 'branch']

/** The choices so far: each list depends on the choice before it. */
export type Chain = { readonly [level in Level]: Entry | undefined }

export const nothingChosen: Chain = {
  bank: undefined,
  state: undefined,
  city: undefined,
  branch: undefined,
}

/**
 * Returns the chain after a choice: another bank clears state, city and branch; another state
 * clears city and branch; another city clears the branch (specification §4).
 */
export function withChoice(chain: Chain, level: Level, entry: Entry | undefined): Chain {
  if (entry !== undefined && chain[level]?.id === entry.id) return chain
  const below = levels.slice(levels.indexOf(level) + 1)
  return { ...chain, [level]: entry, ...Object.fromEntries(below.map(each => [each, undefined])) }
}

/** Whether a list can be opened: everything before it is chosen. */
export function isOpen(chain: Chain, level: Level): boolean {
  return levels.slice(0, levels.indexOf(level)).every(before => chain[before] !== undefined)
}

const BANK_LETTERS = 4

/**
 * Formats a code as a passbook prints it, in its three parts: the bank's letters, the zero, the
 * branch.
 */
export function grouped(ifsc: string): string {
  return `${ifsc.slice(0, BANK_LETTERS)} ${ifsc.slice(BANK_LETTERS, BANK_LETTERS + 1)} ${ifsc.slice(BANK_LETTERS + 1)}`.trim()
}

/**
 * Returns the entries whose name or code contains the typed text, ignoring case (specification §5),
 * or whose name it abbreviates; those that begin with it first. All entries for an empty text.
 */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  const pattern = patternOf(typed)
  if (!pattern) return entries
  const begin: Entry[] = []
  const contain: Entry[] = []
  for (const entry of entries) {
    const at = entry.name.search(pattern)
    if (at === 0 || beginsInitials(entry.name, typed)) begin.push(entry)
    else if (at > 0 || (entry.note !== undefined && pattern.test(entry.note))) contain.push(entry)
  }
  return [...begin, ...contain]
}

const INITIALS_MIN = 2

/** Whether the typed text abbreviates a name: SBI and SBOI the State Bank of India. */
function beginsInitials(name: string, typed: string): boolean {
  const text = typed.trim().toUpperCase()
  if (text.length < INITIALS_MIN) return false
  return [/\b\w/g, /\b[A-Z]/g].some(initial =>
    (name.match(initial) ?? []).join('').toUpperCase().startsWith(text),
  )
}

/** Splits a text at the typed text: the part before it, its match, and the part after it. */
export function split(text: string, typed: string): readonly [string, string, string] {
  const hit = patternOf(typed)?.exec(text)
  if (!hit) return [text, '', '']
  const end = hit.index + hit[0].length
  return [text.slice(0, hit.index), hit[0], text.slice(end)]
}

/**
 * Builds a pattern rather than comparing lower case: a letter may be longer in the other case, and
 * positions would shift.
 */
function patternOf(typed: string): RegExp | undefined {
  const text = typed.trim()
  return text === '' ? undefined : new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
}
