/** The spellings of one word of a name in Latin letters: transliterations, short and cut forms. */

const MOHAMMED = /^(MD|MHD|MOHD|MUHD|M[AOU]?H[AEO]?M+[AEOU]?D)$/
const MOHAMMED_SHORT = new Set(['MD', 'MHD', 'MOHD', 'MUHD', 'MOHMD', 'MOHMMD'])

/** Names so common that sharing one proves nothing about a person. */
const WIDESPREAD = new Set(
  (
    'MOHAMMED ABDUL ABDUR ABDUS ABD SYED SAYED SAYYED SAYYID SHEIKH SHAIKH SHEK MIRZA KHAN ALI AHMED AHMAD BIN ' +
    'KUMAR KUMARI DEVI SINGH KAUR LAL PRASAD CHANDRA NATH DAS BEGUM BIBI BANO KHATUN KHATOON BAI BEN BHAI'
  ).split(' '),
)

/** Letters that write one sound in two ways, in the order in which they are replaced. */
const ONE_SOUND: readonly (readonly [RegExp, string])[] = [
  [/KSH/g, 'X'],
  [/PH/g, 'F'],
  [/TH/g, 'T'],
  [/DH/g, 'D'],
  [/SH/g, 'S'],
  [/EE/g, 'I'],
  [/OO/g, 'U'],
  [/W/g, 'V'],
  [/Z/g, 'J'],
  [/Y$/, 'I'],
  [/(.)\1+/g, '$1'],
]

/** Sounds that the languages of India write with one another's letters. */
const NEAR_SOUND: readonly (readonly [RegExp, string])[] = [
  [/^(JN|GN|GY|DNY)/, 'N'],
  [/^X(?=[AEIOU])/, 'Z'],
  [/ZH/g, 'L'],
  [/N(?=[PB])/g, 'M'],
  [/X/g, 'KS'],
  [/^[AEIOUHY]+/, '@'],
  [/[AEIOUHY]/g, ''],
  [/[GQ]/g, 'K'],
  [/[BFV]/g, 'P'],
  [/D/g, 'T'],
  [/(.)\1+/g, '$1'],
]

const MIN_STEM = 3

/** A word with what writes the same sound in one way: equal for `LAKSHMI` and `LAXMI`. */
export function soundOf(word: string): string {
  if (MOHAMMED.test(word)) return 'MOHAMMED'
  return replaced(word, ONE_SOUND)
}

/** True for the short forms of Mohammed that stand before a name, such as `MD`. */
export function isShortMohammed(word: string): boolean {
  return MOHAMMED_SHORT.has(word)
}

export function isWidespread(word: string): boolean {
  return WIDESPREAD.has(soundOf(word)) || WIDESPREAD.has(word)
}

/** True for a letter, and for letters without a vowel, such as `KR`: initials or a short form. */
export function isInitials(word: string): boolean {
  return word.length === 1 || /^[B-DF-HJ-NP-TV-XZ]{2,3}$/.test(word)
}

/**
 * True if two words could be one name: the same sounds or near ones, one a short, cut, pet or joined
 * form of the other, or one letter mistyped.
 */
export function couldBeOneName(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return (
    soundOf(a) === soundOf(b) ||
    isFormOf(short, long) ||
    isAbbreviationOf(short, long) ||
    isNearInSound(a, b)
  )
}

/** `VENKAT` of `VENKATARAMAN`, `RAJU` of `RAJENDRA`, `RAHUL` of `VERMARAHUL`. */
function isFormOf(short: string, long: string): boolean {
  if (short.length >= MIN_STEM && long.startsWith(short)) return true
  if (short.length > MIN_STEM && long.includes(short)) return true
  const sounds = [soundOf(short), soundOf(long)].toSorted((a, b) => a.length - b.length)
  const [shorter = '', longer = ''] = sounds
  const stem = shorter.replace(/[AEIOU]+$/, '')
  return stem.length >= MIN_STEM && longer.startsWith(stem)
}

/** `KR` of `KUMAR`: the first letter, then others of the word in their order, and no vowel. */
function isAbbreviationOf(short: string, long: string): boolean {
  if (!isInitials(short) || short[0] !== long[0]) return false
  return new RegExp([...short].join('.*')).test(long)
}

function isNearInSound(a: string, b: string): boolean {
  const soundA = soundOf(a)
  const soundB = soundOf(b)
  const nearA = nearSoundOf(a)
  const nearB = nearSoundOf(b)
  // Bengali writes Jogesh for Yogesh.
  const isYorJ = /^[YJ]/.test(a) && /^[YJ]/.test(b)
  if (nearA[0] !== nearB[0] && !isYorJ) return false
  const length = Math.max(soundA.length, soundB.length)
  const letters = editDistance(soundA, soundB)
  if (letters <= 1 && length > MIN_STEM) return true
  const sounds = editDistance(nearA, nearB)
  if (sounds === 0) return letters * 2 <= length
  const isLong = Math.max(nearA.length, nearB.length) > MIN_STEM
  const isInserted = nearA.length !== nearB.length
  return sounds === 1 && (isInserted ? isLong : Math.min(nearA.length, nearB.length) > 4)
}

function nearSoundOf(word: string): string {
  return replaced(word, NEAR_SOUND, ONE_SOUND)
}

function replaced(word: string, ...lists: readonly (typeof ONE_SOUND)[]): string {
  return lists.flat().reduce((text, [from, to]) => text.replace(from, to), word)
}

/** Letters to insert, remove or change, or neighbours to exchange, to make one word the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = Number(a[i - 1] !== b[j - 1])
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + change,
          isExchange ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
