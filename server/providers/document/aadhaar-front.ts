import { aadhaarNumbersIn } from '#domain/identity/card.ts'
import type { AadhaarNumber } from '#domain/identity/identity.ts'
import type { Engine, Line, Word } from '#server/providers/document/engine.ts'
import type {
  AadhaarFront,
  Area,
  CardReading,
  OnProgress,
  Read,
} from '#server/providers/document/port.ts'
import { type Scan, scansOf } from '#server/providers/document/scan.ts'
import {
  agreedOn,
  birthDateIn,
  boxOf,
  nameOn,
  readingsOf,
  textOf,
} from '#server/providers/document/text.ts'

const DIGITS = '0123456789'
/** The part of a number's width, with its two gaps, before the last four digits. */
const FIRST_EIGHT_PART = 0.69

type Numbered = { readonly number: Read<AadhaarNumber>; readonly at: readonly Area[] }

/**
 * Reads the front of an Aadhaar card. Its number counts only where two readings at different sizes
 * agree on it and its check digit is right: one wrong reading in ten passes the check digit by
 * chance, but two wrong readings do not agree.
 */
export async function readAadhaarFront(
  engine: Engine,
  bytes: Uint8Array,
  onProgress: OnProgress,
): Promise<CardReading<AadhaarFront>> {
  let numbered: Numbered | undefined
  let rest: Omit<AadhaarFront, 'number' | 'firstEightAt'> = {}
  let looksWithNumber = 0
  let isCard = false
  await scansOf(engine, bytes, onProgress, async scan => {
    isCard ||= scan.lines.some(({ words }) => /government|india|DOB|male/i.test(textOf(words)))
    const number = await numberIn(scan)
    if (!number) return numbered ? 'enough' : 'more'
    numbered ??= number
    rest = { ...(await restOf(scan, rest)), ...rest }
    looksWithNumber += 1
    return (rest.name && rest.dob) || looksWithNumber === 2 ? 'enough' : 'more'
  })
  if (!numbered) return { state: 'unclear', reason: isCard ? 'not-legible' : 'not-this-card' }
  return { state: 'read', card: { number: numbered.number, firstEightAt: numbered.at, ...rest } }
}

/** The number that at least two readings agree on, and every place where it stands. */
async function numberIn(scan: Scan): Promise<Numbered | undefined> {
  const runs = scan.lines.flatMap(numberRuns)
  for (const run of runs) {
    const number = agreedOn(await readingsOf(scan, run, DIGITS, onlyNumberIn))
    if (!number || number.certainty < 0.6) continue
    const same = runs.filter(other => other === run || onlyNumberIn(textOf(other)) === number.value)
    return { number, at: same.map(words => scan.areaOf(firstEightBox(words))) }
  }
  return undefined
}

/** Words of a line that together look like twelve digits, some possibly misread. */
function numberRuns({ words }: Line): readonly (readonly Word[])[] {
  const run = words.filter(({ text }) => /^[0-9OIlSBZQD|°]{3,12}$/.test(text) && /[0-9]/.test(text))
  const length = run.reduce((sum, { text }) => sum + text.length, 0)
  return length >= 11 && length <= 13 ? [run] : []
}

function onlyNumberIn(text: string): AadhaarNumber | undefined {
  const [number] = aadhaarNumbersIn(text.replace(/ /g, ''))
  return number
}

/** A box with some margin on all sides but the right, where the last four digits stand. */
function firstEightBox(words: readonly Word[]) {
  const { x0, y0, x1, y1 } = boxOf(words)
  const last = words.at(-1)
  const before = words.at(-2)
  const isApart = words.length >= 2 && last?.text.length === 4 && before !== undefined
  const end = isApart ? (before.box.x1 + last.box.x0) / 2 : x0 + (x1 - x0) * FIRST_EIGHT_PART
  const room = (y1 - y0) * 0.3
  return { x0: x0 - room, y0: y0 - room, x1: end, y1: y1 + room }
}

/** The fields of the card that are not known yet. */
async function restOf(
  scan: Scan,
  front: Omit<AadhaarFront, 'number'>,
): Promise<Omit<AadhaarFront, 'number'>> {
  const birth = await birthDateIn(scan)
  const nameLine = birth && lineAbove(scan.lines, birth.line)
  const name = front.name ?? (nameLine && (await nameOn(scan, nameLine)))
  const gender = genderIn(scan.lines)
  return { ...(name && { name }), ...(birth && { dob: birth.read }), ...(gender && { gender }) }
}

/**
 * The nearest line above another that is mostly Latin letters: the name stands above the birth
 * date.
 */
function lineAbove(lines: readonly Line[], below: Line): Line | undefined {
  const above = lines.filter(
    ({ box }) => box.y1 <= below.box.y0 + (below.box.y1 - below.box.y0) / 3,
  )
  const names = above.filter(
    ({ words }) =>
      /[A-Za-z]{3,}( [A-Za-z.]+)*/.test(textOf(words)) && !/govern|india/i.test(textOf(words)),
  )
  const overlapping = names.filter(({ box }) => box.x0 < below.box.x1 && box.x1 > below.box.x0)
  return overlapping.at(-1)
}

function genderIn(lines: readonly Line[]): AadhaarFront['gender'] {
  for (const { words } of lines) {
    for (const { text, confidence } of words) {
      const gender = { FEMALE: 'female', MALE: 'male', TRANSGENDER: 'other' }[
        text.toUpperCase().replace(/[^A-Z]/g, '')
      ]
      if (gender === 'female' || gender === 'male' || gender === 'other')
        return { value: gender, certainty: confidence }
    }
  }
  return undefined
}
