/** What is common to the print of both cards: lines as text, dates, names, and what several readings of one place agree on. */
import { dayByPlaces, printedDayIn } from '#domain/card.ts'
import type { Day } from '#domain/day.ts'
import type { Line, Word } from '#server/providers/document/engine.ts'
import type { Look } from '#server/providers/document/looks.ts'
import type { Read } from '#server/providers/document/port.ts'
import type { Box } from '#server/providers/document/sight.ts'

/** Heights at which a place is read again: the recogniser errs differently at each. */
const CLOSE_UP_HEIGHTS = [34, 48] as const
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

/** The value that most readings gave; certain where at least two gave it and no other was given. */
export function agreedOn<T>(readings: readonly (T | undefined)[]): Read<T> | undefined {
  const given = readings.filter(value => value !== undefined)
  const [most] = [...new Set(given)].toSorted((a, b) => count(given, b) - count(given, a))
  if (most === undefined) return undefined
  const votes = count(given, most)
  return { value: most, certainty: votes < 2 ? 0.5 : votes / given.length }
}

/** Reads a place again, closer, in each of the usual sizes. */
export async function closeReadings(look: Look, box: Box, characters: string): Promise<readonly string[]> {
  const readings: string[] = []
  for (const height of CLOSE_UP_HEIGHTS) readings.push(textOf(await look.closer(box, characters, height)))
  return readings
}

/** The birth date: the line that shows one, read again closely. */
export async function birthDateIn(look: Look): Promise<{ readonly line: Line; readonly read: Read<Day> } | undefined> {
  const dated = look.lines.filter(({ words }) => dateWords(words).length > 0)
  const line = dated.find(({ words }) => /DOB|birth/i.test(textOf(words))) ?? dated[0]
  if (!line) return undefined
  const words = dateWords(line.words)
  const closely = await closeReadings(look, boxOf(words), '0123456789/')
  const read = agreedOn([textOf(words), ...closely].map(text => printedDayIn(text) ?? dayByPlaces(text)))
  return read && { line, read }
}

/** The words of a line that make up a date, or something much like one. */
function dateWords(words: readonly Word[]): readonly Word[] {
  const isDatelike = ({ text }: Word) => /^[0-9OIl|/.-]{2,12}$/.test(text) && /[0-9]/.test(text)
  const run = words.filter(isDatelike)
  const text = run.map(word => word.text).join('')
  return /[0-9]{4}$/.test(text) && text.length >= 8 && text.length <= 12 && !/^[0-9]{12}$/.test(text) ? run : []
}

/** A name that stands on a line, read again closely; what is no word of a name is left out. */
export async function nameOn(look: Look, line: Line): Promise<Read<string> | undefined> {
  const words = line.words.filter(
    ({ text, confidence }) => /^[\p{Script=Latin}][\p{Script=Latin}.'’-]*$/u.test(text) && confidence > 0.3,
  )
  if (words.length === 0) return undefined
  const closely = await closeReadings(look, boxOf(words), LETTERS)
  return agreedOn([textOf(words), ...closely.map(text => text.replace(/\s+/g, ' ').trim() || undefined)])
}

function count<T>(values: readonly T[], sought: T): number {
  return values.filter(value => value === sought).length
}
