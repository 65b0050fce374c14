/** What is printed on an Aadhaar card and on a PAN card, and what may be made of a reading of it. */
import { type Day, isDay } from '#domain/day.ts'
import {
  type AadhaarNumber,
  isAadhaarNumber,
  isPersonalPan,
  type PersonalPan,
} from '#domain/identity/identity.ts'
import { nameAgreement } from '#domain/identity/person-name.ts'
import { PAN_CHARS } from '#domain/limits.ts'

/** The cards of the upload variant, by the names of their pictures. */
export const CARD_KINDS = ['aadhaarFront', 'pan'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** The fields that a reading may supply, as the call names them (specification §3, §7). */
export const CARD_KEYS = ['idNo', 'panNo', 'name', 'dob', 'gender'] as const
export type CardKey = (typeof CARD_KEYS)[number]

/**
 * Why no reading came of a picture: its number cannot be read with certainty; it shows no card of that kind; or the reading was
 * broken off and nothing of the picture was kept.
 */
export const UNCLEAR_CARDS = ['not-legible', 'not-this-card', 'interrupted'] as const
export type UnclearCard = (typeof UNCLEAR_CARDS)[number]

/** What a name or date on one card was read as; absent where it could not be read. */
export type NameAndDate = { readonly name?: string | undefined; readonly dob?: Day | undefined }

/**
 * How two cards and what the borrower confirmed stand to each other. `agree`: one person by name and birth date, nothing had to be
 * put right. `differ`: name and date are both another's. `look`: everything between, which a person settles.
 */
export type CardsAgreement = 'agree' | 'look' | 'differ'

const AS_LETTER: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
  '|': 'I',
}
const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  I: '1',
  L: '1',
  '|': '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
}
const PAN_PLACES = 'LLLLLDDDDL'

/**
 * Ten printed characters as a person's PAN: where a letter must stand, a digit that looks like one is that letter, and the other way
 * round. Nothing where that gives no personal PAN.
 */
export function panByPlaces(printed: string): PersonalPan | undefined {
  if (printed.length !== PAN_CHARS) return undefined
  const placed = [...printed.toUpperCase()].map(
    (char, place) => (PAN_PLACES[place] === 'L' ? AS_LETTER : AS_DIGIT)[char] ?? char,
  )
  const pan = placed.join('')
  return isPersonalPan(pan) ? pan : undefined
}

/** Whether the fifth letter of a PAN is the initial of a word of the name, as it is of the surname. */
export function fitsName(pan: PersonalPan, name: string): boolean {
  const initials = name.toUpperCase().split(/[^A-Z]+/)
  return initials.some(word => word.startsWith(pan.charAt(4)))
}

/**
 * Every Aadhaar number in a text, with or without the gaps between its fours; the check digit has to be right. Sixteen digits are the
 * virtual id that some cards show below it, and no part of those is taken.
 */
export function aadhaarNumbersIn(text: string): readonly AadhaarNumber[] {
  const found = text.matchAll(/(?<![0-9][ -]?)[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}(?![ -]?[0-9])/g)
  return [...found].map(([digits]) => digits.replace(/[ -]/g, '')).filter(isAadhaarNumber)
}

/** The first date in a text, printed as `dd/mm/yyyy`; a date that no calendar has is none. */
export function printedDayIn(text: string): Day | undefined {
  const dates = text.matchAll(/(?<![0-9])([0-9]{2})[/.-]([0-9]{2})[/.-]([12][0-9]{3})(?![0-9])/g)
  return [...dates].map(([, date, month, year]) => `${year}-${month}-${date}`).find(isDay)
}

/** The date on a place that is known to show one, where its two strokes were misread or missed: its digits by their places. */
export function dayByPlaces(printed: string): Day | undefined {
  const chars = printed.replace(/\s/g, '')
  const [, date, month, year] = /^([0-9]{2}).?([0-9]{2}).?([12][0-9]{3})$/.exec(chars) ?? []
  const found = `${year}-${month}-${date}`
  return isDay(found) ? found : undefined
}

/** Compares both cards with each other and with what the borrower confirmed. */
export function cardsAgreement(
  aadhaar: NameAndDate,
  pan: NameAndDate & { readonly number: PersonalPan },
  confirmed: Required<NameAndDate> & { readonly name: string; readonly number: PersonalPan },
): CardsAgreement {
  const names = pairAgreement(aadhaar.name, pan.name, (a, b) => nameAgreement(a, b) !== 'different')
  const dates = pairAgreement(aadhaar.dob, pan.dob, (a, b) => a === b)
  if (names === 'no' && dates === 'no') return 'differ'
  const isAsRead = [aadhaar, pan].every(
    card => card.dob === confirmed.dob && isSameName(card.name, confirmed.name),
  )
  const isNumberAsRead =
    pan.number === confirmed.number && fitsName(confirmed.number, confirmed.name)
  return names === 'yes' && dates === 'yes' && isAsRead && isNumberAsRead ? 'agree' : 'look'
}

function isSameName(read: string | undefined, confirmed: string): boolean {
  return read !== undefined && nameAgreement(read, confirmed) !== 'different'
}

function pairAgreement<T>(
  a: T | undefined,
  b: T | undefined,
  agree: (a: T, b: T) => boolean,
): 'yes' | 'no' | 'unknown' {
  if (a === undefined || b === undefined) return 'unknown'
  return agree(a, b) ? 'yes' : 'no'
}
