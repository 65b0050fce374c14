import {
  couldBeOneName,
  isInitials,
  isShortMohammed,
  isWidespread,
  soundOf,
} from '#domain/identity/name-spelling.ts'

/**
 * The agreement of two spellings of a person's name. `close`: neither shown to be one person's nor
 * two persons'; a person decides.
 */
export type NameAgreement = 'same' | 'close' | 'different'

const TITLES = new Set(
  (
    'MR MRS MS MX MISS MASTER DR PROF SHRI SHREE SMT SMTI SHRIMATI SRIMATI SHRIMATHI SRIMATHI SUSHRI THIRU TMT THIRUMATHI SELVI ' +
    'श्री श्रीमती श्रीमति सुश्री कुमारी कु डॉ डा শ্রী শ্রীমতী কুমারী ডাঃ ডা திரு திருமதி செல்வி శ్రీ శ్రీమతి కుమారి డా'
  )
    .normalize('NFKD')
    .split(' '),
)
/** Titles only before a name: elsewhere they are names or parts of one. */
const LEADING_TITLES = new Set('SRI SH KM KUM KU KUMARI SOU SAU LATE'.split(' '))
/** Short forms of Mohammed in other scripts. */
const SHORT_FORMS = new Set('मो मोहम्मद मु মোঃ মো মুঃ'.normalize('NFKD').split(' '))

/** Far more than registers and banks store of a name. */
const CHARS_COMPARED = 200

/** From here on a name is that of a parent or spouse. */
const RELATION =
  /(?<=\S[\s,]+)(?:[SDWCH]\s*[/.]\s*O\b|(?:son|daughter|wife|husband|care)\s+of\b).*$/isu

/**
 * Compares a person's name on two documents.
 *
 * `same`: the same words, whatever their case, order, spaces, punctuation and titles, whether joined
 * or split, and whichever of two letters writes one sound (Lakshmi, Laxmi; Mohammed, Md). The name
 * of a parent or spouse after `S/O`, `D/O` or `W/O` does not count.
 *
 * `different`: both are in Latin letters, and the given name of each is no spelling of any word of
 * the other. The given name is the first word that is neither a title nor initials nor borne by so
 * many that it tells nothing (Mohammed, Kumar). A surname alone shows nothing: it changes by marriage.
 *
 * `close`: everything between, such as initials, missing words, a cut name or another script.
 */
export function nameAgreement(a: string, b: string): NameAgreement {
  const wordsA = wordsOf(a)
  const wordsB = wordsOf(b)
  if (wordsA.length === 0 || wordsB.length === 0) return 'close'
  if (areSameWords(wordsA, wordsB) || areSameWords(allWordsOf(a), allWordsOf(b))) return 'same'
  const givenA = givenNameIn(wordsA)
  const givenB = givenNameIn(wordsB)
  if (givenA === undefined || givenB === undefined) return 'close'
  if (![...wordsA, ...wordsB].every(isLatin)) return 'close'
  return isFoundIn(givenA, wordsB) || isFoundIn(givenB, wordsA) ? 'close' : 'different'
}

/**
 * A person's first name, as written: the first word that is no title, no initial and no short form
 * of Mohammed. A name of initials alone gives its first; one of titles alone gives an empty text.
 */
export function firstNameOf(name: string): string {
  const written = name.split(/[\s.,]+/).filter(word => word !== '')
  const isTitle = (word: string) => wordsIn(word).every(isTitleOrShort)
  const words = written.filter(word => !isTitle(word))
  return words.find(word => !wordsIn(word).every(isInitials)) ?? words[0] ?? ''
}

/**
 * The form in which a name is searched: its words without titles, punctuation and accents, in capitals
 * and in a fixed order. Empty for a text without a letter.
 */
export function searchableName(name: string): string {
  return wordsOf(name).toSorted().join(' ')
}

/** The words of a name without its titles and without the name of a parent or spouse. */
function wordsOf(name: string): readonly string[] {
  const words = allWordsOf(name)
  const begin = words.findIndex(word => !TITLES.has(word) && !LEADING_TITLES.has(word))
  return begin < 0 ? [] : words.slice(begin).filter(word => !TITLES.has(word))
}

function allWordsOf(name: string): readonly string[] {
  return wordsIn(name.slice(0, CHARS_COMPARED).replace(RELATION, ''))
}

/** Words in capitals, without accents, dots below letters, apostrophes and joiners. */
function wordsIn(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u09bc'’`]|\p{Cf}/gu, '')
    .toUpperCase()
  return plain.split(/[^\p{L}\p{M}]/u).filter(word => word !== '')
}

function isTitleOrShort(word: string): boolean {
  return (
    TITLES.has(word) || LEADING_TITLES.has(word) || SHORT_FORMS.has(word) || isShortMohammed(word)
  )
}

/**
 * True if both have the same words by their sound; a word of one may be several neighbours of the
 * other, joined.
 */
function areSameWords(a: readonly string[], b: readonly string[]): boolean {
  return canBePaired(a, b) || canBePaired(b, a)
}

/** Takes the longest word away, with the words that it is, until none is left. */
function canBePaired(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return a.length === b.length
  const wordOfMostLetters = (words: readonly string[]) =>
    words.reduce((long, word) => (word.length > long.length ? word : long))
  const [one, other] = wordOfMostLetters(a).length >= wordOfMostLetters(b).length ? [a, b] : [b, a]
  const word = wordOfMostLetters(one)
  const run = runThatIs(word, other)
  if (!run) return false
  const rest = one.toSpliced(one.indexOf(word), 1)
  const restOfOther = other.toSpliced(run.at, run.length)
  return canBePaired(rest, restOfOther)
}

/** Each part keeps its own sounds: `R RAO` is not `RAO`. */
function runThatIs(word: string, words: readonly string[]) {
  for (let at = 0; at < words.length; at += 1)
    for (let length = 1; at + length <= words.length; length += 1) {
      const parts = words.slice(at, at + length)
      if (parts.join('') === word || parts.map(soundOf).join('') === soundOf(word))
        return { at, length }
    }
  return undefined
}

/** The first word that tells the person, or else the first in full; undefined among initials alone. */
function givenNameIn(words: readonly string[]): string | undefined {
  const inFull = words.filter(word => word.length > 2 && !isInitials(word))
  return inFull.find(word => !isWidespread(word)) ?? inFull[0]
}

function isFoundIn(name: string, words: readonly string[]): boolean {
  return words.some(word => couldBeOneName(name, word)) || isOfInitials(name, words)
}

/** `AKM` of `Abul Kalam Mohammed`. */
function isOfInitials(word: string, words: readonly string[]): boolean {
  if (word.length > 4) return false
  const left = words.map(each => each[0])
  return [...word].every(letter => {
    const at = left.indexOf(letter)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}+$/u.test(word)
}
