/**
 * The parts that both cards share: lines as text, dates, names, and the agreement of several
 * readings of one place.
 */

import type { Day } from '#domain/day.ts'
import { dayByPlaces, printedDayIn } from '#domain/identity/card.ts'
import type { Line, Word } from '#server/providers/document/engine.ts'
import type { Box } from '#server/providers/document/image.ts'
import type { Read } from '#server/providers/document/port.ts'
import type { Scan } from '#server/providers/document/scan.ts'

/** Heights at which a place is read again: the recognition errs differently at each. */
const CLOSE_UP_HEIGHTS = [34, 48, 41] as const
const HALF = 0.5
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.' "

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

export function boxOf(words: readonly Word[]): Box {
  return {
    x0: Math.min(...words.map(({ box }) => box.x0)),
    y0: Math.min(...words.map(({ box }) => box.y0)),
    x1: Math.max(...words.map(({ box }) => box.x1)),
    y1: Math.max(...words.map(({ box }) => box.y1)),
  }
}

/** The value that most readings gave; certain where at least two gave it and no reading differs. */
export function agreedOn<T>(readings: readonly (T | undefined)[]): Read<T> | undefined {
  const values = readings.filter(value => value !== undefined)
  const [most] = [...new Set(values)].toSorted((a, b) => count(values, b) - count(values, a))
  if (most === undefined) return undefined
  const votes = count(values, most)
  return { value: most, certainty: votes < 2 ? HALF : votes / values.length }
}

/**
 * The values of a place: as first read, then close up, in at least two sizes and in more until two
 * readings agree. Readings without a value are left out.
 */
export async function readingsOf<T>(
  scan: Scan,
  words: readonly Word[],
  characters: string,
  meaningOf: (text: string) => T | undefined,
): Promise<readonly T[]> {
  const meanings = [meaningOf(textOf(words))]
  for (const [index, height] of CLOSE_UP_HEIGHTS.entries()) {
    meanings.push(meaningOf(textOf(await scan.closer(boxOf(words), characters, height))))
    if (index > 0 && (agreedOn(meanings)?.certainty ?? 0) > HALF) break
  }
  return meanings.filter(meaning => meaning !== undefined)
}

/** The birth date: reads again, close up, where a date stands or should stand. */
export async function birthDateIn(
  scan: Scan,
): Promise<{ readonly line: Line; readonly read: Read<Day> } | undefined> {
  for (const { line, words } of birthPlaces(scan.lines)) {
    const read = agreedOn(await readingsOf(scan, words, '0123456789/', dayIn))
    if (read) return { line, read }
  }
  return undefined
}

/** First any text that looks like a date; then the text after the label on its line, or below it. */
function birthPlaces(
  lines: readonly Line[],
): readonly { readonly line: Line; readonly words: readonly Word[] }[] {
  const dated = lines.map(line => ({ line, words: dateWords(line.words) }))
  const labelled = lines.filter(({ words }) => BIRTH_LABEL.test(textOf(words)))
  const after = labelled.map(line => {
    const behind = line.words.slice(line.words.findLastIndex(isBirthLabel) + 1)
    return { line, words: behind.length > 0 ? behind : line.words }
  })
  const below = labelled.flatMap(label => {
    const line = lines.find(
      ({ box }) => box.y0 >= label.box.y1 && box.x0 < label.box.x1 && box.x1 > label.box.x0,
    )
    return line ? [{ line, words: line.words }] : []
  })
  return [
    ...dated.toSorted(
      (a, b) => Number(labelled.includes(b.line)) - Number(labelled.includes(a.line)),
    ),
    ...after,
    ...below,
  ].filter(({ words }) => words.length > 0)
}

/** The end of the place alone: the label before it may have been read along. */
function dayIn(text: string): Day | undefined {
  return printedDayIn(text) ?? dayByPlaces(text) ?? dayByPlaces(text.slice(-DATE_CHARS))
}

const DATE_CHARS = 10
const BIRTH_LABEL = /DOB|birth/i
const isBirthLabel = ({ text }: Word) => BIRTH_LABEL.test(text)

/** The words of a line that form a date, or something close to one. */
function dateWords(words: readonly Word[]): readonly Word[] {
  const isDatelike = ({ text }: Word) => /^[0-9OIl|/.-]{2,12}$/.test(text) && /[0-9]/.test(text)
  const run = words.filter(isDatelike)
  const text = run.map(word => word.text).join('')
  return /[0-9]{4}$/.test(text) &&
    text.length >= 8 &&
    text.length <= 12 &&
    !/^[0-9]{12}$/.test(text)
    ? run
    : []
}

/** A name on a line, read again close up; anything that is not part of a name is left out. */
export async function nameOn(scan: Scan, line: Line): Promise<Read<string> | undefined> {
  const words = line.words.filter(
    ({ text, confidence }) =>
      /^[\p{Script=Latin}][\p{Script=Latin}.'’-]*$/u.test(text) && confidence > 0.3,
  )
  if (words.length === 0) return undefined
  return agreedOn(
    await readingsOf(scan, words, LETTERS, text => text.replace(/\s+/g, ' ').trim() || undefined),
  )
}

function count<T>(values: readonly T[], sought: T): number {
  return values.filter(value => value === sought).length
}
