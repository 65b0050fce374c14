import { fitsName, panByPlaces } from '#domain/identity/card.ts'
import type { PersonalPan } from '#domain/identity/identity.ts'
import type { Engine, Line, Word } from '#server/providers/document/engine.ts'
import type { CardReading, OnProgress, PanCard, Read } from '#server/providers/document/port.ts'
import { type Scan, scansOf } from '#server/providers/document/scan.ts'
import {
  agreedOn,
  birthDateIn,
  nameOn,
  readingsOf,
  textOf,
} from '#server/providers/document/text.ts'

const CAPITALS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const HEADINGS =
  /income|tax|depart|govt|government|india|permanent|account|number|card|signature|birth|father/i

type Rest = Omit<PanCard, 'number'>

/**
 * Reads a PAN card. A PAN has no check digit: it is read three times, and its certainty follows
 * from how far the readings agree and whether its fifth letter is the initial of the name. The
 * borrower confirms or corrects it.
 */
export async function readPanCard(
  engine: Engine,
  bytes: Uint8Array,
  onProgress: OnProgress,
): Promise<CardReading<PanCard>> {
  const readings: (PersonalPan | undefined)[] = []
  let rest: Rest = {}
  let looksWithNumber = 0
  let isCard = false
  await scansOf(engine, bytes, onProgress, async scan => {
    isCard ||= scan.lines.some(({ words }) => /income|permanent|govt/i.test(textOf(words)))
    const numbers = await numbersIn(scan)
    if (numbers.length === 0) return looksWithNumber > 0 ? 'enough' : 'more'
    readings.push(...numbers)
    rest = { ...(await restOf(scan)), ...rest }
    looksWithNumber += 1
    const number = agreedOn(readings)
    const isSure = number !== undefined && number.certainty > 0.8 && rest.name && rest.dob
    return isSure || looksWithNumber === 2 ? 'enough' : 'more'
  })
  const number = likeliest(readings, rest.name?.value)
  if (!number) return { state: 'unclear', reason: isCard ? 'not-legible' : 'not-this-card' }
  return { state: 'read', card: { number, ...rest } }
}

/**
 * The likeliest reading: one whose fifth letter fits the name, if any; one that does not fit is
 * never certain.
 */
function likeliest(
  readings: readonly (PersonalPan | undefined)[],
  name: string | undefined,
): Read<PersonalPan> | undefined {
  if (name === undefined) return agreedOn(readings)
  const fitting = agreedOn(readings.filter(pan => pan !== undefined && fitsName(pan, name)))
  if (fitting) return fitting
  const other = agreedOn(readings)
  return other && { ...other, certainty: Math.min(other.certainty, 0.5) }
}

/**
 * The readings of the number's place, once in the full view and twice close up; undefined where no
 * place looks like it.
 */
async function numbersIn(scan: Scan): Promise<readonly PersonalPan[]> {
  for (const words of scan.lines.flatMap(numberRuns)) {
    const readings = await readingsOf(scan, words, CAPITALS_AND_DIGITS, text =>
      panByPlaces(text.replace(/[^A-Za-z0-9|]/g, '')),
    )
    if (readings.length > 0) return readings
  }
  return []
}

/**
 * A word, or neighbouring ones, of about ten characters with capitals before and digits after, some
 * possibly misread.
 */
function numberRuns({ words }: Line): readonly (readonly Word[])[] {
  const runs = words.flatMap((_, from) => [1, 2, 3].map(count => words.slice(from, from + count)))
  return runs.filter(run => {
    const text = run.map(word => word.text).join('')
    const capitals = text.slice(0, 5).match(/[A-Z]/g)
    const digits = text.slice(4).match(/[0-9]/g)
    return (
      text.length >= 9 &&
      text.length <= 11 &&
      (capitals?.length ?? 0) >= 3 &&
      (digits?.length ?? 0) >= 2
    )
  })
}

async function restOf(scan: Scan): Promise<Rest> {
  const birth = await birthDateIn(scan)
  const nameLine = labelledName(scan.lines) ?? (birth && firstCapitals(scan.lines, birth.line))
  const name = nameLine && (await nameOn(scan, nameLine))
  return { ...(name && { name }), ...(birth && { dob: birth.read }) }
}

/** Newer cards print "Name" above the name, and "Father's Name" above the father's. */
function labelledName(lines: readonly Line[]): Line | undefined {
  const label = lines.find(
    ({ words }) => /\bname\b/i.test(textOf(words)) && !/father|mother/i.test(textOf(words)),
  )
  return (
    label &&
    lines.find(line => line.box.y0 > label.box.y0 && isCapitals(line) && line.box.x0 < label.box.x1)
  )
}

/** Older cards have the name, then the father's, then the birth date. */
function firstCapitals(lines: readonly Line[], birth: Line): Line | undefined {
  return lines.find(
    line => line.box.y1 <= birth.box.y0 && isCapitals(line) && line.box.x0 < birth.box.x1,
  )
}

function isCapitals({ words }: Line): boolean {
  const text = textOf(words)
  return /^[^a-z0-9]*[A-Z]{3,}[^a-z0-9]*$/.test(text) && !HEADINGS.test(text)
}
