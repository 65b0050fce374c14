/** The agreement of two spellings of a person's name. */
export type NameAgreement = 'same' | 'close' | 'different'

const TITLES = new Set(['MR', 'MRS', 'MISS', 'DR', 'SHRI', 'SMT'])

/**
 * Compares a person's name on two documents. `same`: the same words regardless of case, order,
 * spacing, punctuation and titles. `close`: every word of the shorter name is in the longer one, at
 * least as an initial, and one of them in full; the longer name may have more words, but then two
 * must agree unless the extra ones are only initials. Anything else is `different`.
 */
export function nameAgreement(a: string, b: string): NameAgreement {
  const [shorter, longer] = [wordsOf(a), wordsOf(b)].toSorted(
    (one, other) => one.length - other.length,
  )
  if (!shorter || !longer || shorter.length === 0) return 'different'
  if (
    shorter.toSorted().join() === longer.toSorted().join() ||
    shorter.join('') === longer.join('')
  )
    return 'same'
  const inFull = intersectionOf(shorter, longer)
  if (!inFull.some(word => !isInitial(word))) return 'different'
  const further = withoutInitialled(without(shorter, inFull), without(longer, inFull))
  if (further === undefined) return 'different'
  return shorter.length > 1 || further.every(isInitial) ? 'close' : 'different'
}

/**
 * A person's first name: the first word of the name that is neither a title nor an initial, as
 * written.
 */
export function firstNameOf(name: string): string {
  const words = name.split(/[\s.]/).filter(word => word !== '' && !TITLES.has(word.toUpperCase()))
  return words.find(word => !isInitial(word)) ?? words[0] ?? ''
}

/**
 * The form in which a name is searched: its words without titles, punctuation and accents, in capitals
 * and in a fixed order. Empty for a text without a letter.
 */
export function searchableName(name: string): string {
  return wordsOf(name).toSorted().join(' ')
}

function wordsOf(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toUpperCase()
  const words = plain.split(/[^\p{L}\p{M}]/u).filter(word => word !== '')
  return words.filter(word => !TITLES.has(word))
}

function isInitial(word: string): boolean {
  return word.length === 1
}

/** The words common to both lists, as often as they occur in both. */
function intersectionOf(a: readonly string[], b: readonly string[]): readonly string[] {
  const left = [...b]
  return a.filter(word => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** The words left after each word of `taken` is removed once. */
function without(words: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...words]
  for (const word of taken) left.splice(left.indexOf(word), 1)
  return left
}

/** The words left after each of `sought` removed its initial, or the word it is the initial of. */
function withoutInitialled(
  sought: readonly string[],
  words: readonly string[],
): readonly string[] | undefined {
  const left = [...words]
  for (const word of sought) {
    const at = left.findIndex(
      other => other[0] === word[0] && (isInitial(other) || isInitial(word)),
    )
    if (at < 0) return undefined
    left.splice(at, 1)
  }
  return left
}
