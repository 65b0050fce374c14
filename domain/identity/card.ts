/** Interprets the text read from pictures of Aadhaar and PAN cards. */
import { type Day, isDay } from '#domain/day.ts'
import {
  type AadhaarNumber,
  isAadhaarNumber,
  isPersonalPan,
  type PersonalPan,
} from '#domain/identity/identity.ts'
import { nameAgreement } from '#domain/identity/person-name.ts'

/** The cards of the upload variant, by the names of their pictures. */
export const CARD_KINDS = ['aadhaarFront', 'pan'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** The fields that a scan may supply, as the call names them (specification §3, §7). */
export const CARD_KEYS = ['idNo', 'panNo', 'name', 'dob', 'gender'] as const
export type CardKey = (typeof CARD_KEYS)[number]

/**
 * The reason why a picture gave no reading: its number is not legible with certainty; it does not
 * show that kind of card; or the reading was interrupted and nothing of the picture was stored.
 */
export const UNCLEAR_CARDS = ['not-legible', 'not-this-card', 'interrupted'] as const
export type UnclearCard = (typeof UNCLEAR_CARDS)[number]

/** The name and date read from one card; absent if not legible. */
export type NameAndDate = { readonly name?: string | undefined; readonly dob?: Day | undefined }

/**
 * The agreement of two cards with what the borrower confirmed. `agree`: one person by name and
 * birth date, with no corrections. `differ`: name and date both belong to somebody else. `look`:
 * anything in between, which a person reviews.
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
 * Reads ten printed characters as a personal PAN: where a letter belongs, a digit that looks like
 * one is read as that letter, and vice versa. Returns undefined if that gives no personal PAN.
 */
export function panByPlaces(printed: string): PersonalPan | undefined {
  const placed = [...printed.toUpperCase()].map(
    (char, place) => (PAN_PLACES[place] === 'L' ? AS_LETTER : AS_DIGIT)[char] ?? char,
  )
  const pan = placed.join('')
  return isPersonalPan(pan) ? pan : undefined
}

/**
 * True if the fifth letter of a PAN, the initial of the surname, is the initial of any word of the
 * name.
 */
export function fitsName(pan: PersonalPan, name: string): boolean {
  const initials = name.toUpperCase().split(/[^A-Z]/)
  return initials.some(word => word.startsWith(pan.charAt(4)))
}

/**
 * Every Aadhaar number in a text, with or without gaps between the groups of four, whose check
 * digit is right. Sixteen digits are a virtual id, which some cards show below the number; no part
 * of one is taken.
 */
export function aadhaarNumbersIn(text: string): readonly AadhaarNumber[] {
  const candidates = text.matchAll(
    /(?<![0-9][ -]?)[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}(?![ -]?[0-9])/g,
  )
  return [...candidates].map(([digits]) => digits.replace(/[ -]/g, '')).filter(isAadhaarNumber)
}

/** The first valid calendar date in a text, printed as `dd/mm/yyyy`. */
export function printedDayIn(text: string): Day | undefined {
  const dates = text.matchAll(/(?<![0-9])([0-9]{2})[/.-]([0-9]{2})[/.-]([12][0-9]{3})(?![0-9])/g)
  return [...dates].map(([, date, month, year]) => `${year}-${month}-${date}`).find(isDay)
}

/**
 * Reads a date by the positions of its digits, for a place known to hold a date whose slashes were
 * misread or missed.
 */
export function dayByPlaces(printed: string): Day | undefined {
  const chars = printed.replace(/\s/g, '')
  const [, date, month, year] = /^([0-9]{2}).?([0-9]{2}).?([12][0-9]{3})$/.exec(chars) ?? []
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : undefined
}

/** Compares both cards with each other and with the values the borrower confirmed. */
export function cardsAgreement(
  aadhaar: NameAndDate,
  pan: NameAndDate & { readonly number: PersonalPan },
  confirmed: Required<NameAndDate> & { readonly name: string; readonly number: PersonalPan },
): CardsAgreement {
  const names = pairAgreement(aadhaar.name, pan.name, nameAgreement)
  const dates = pairAgreement(aadhaar.dob, pan.dob, (a, b) => a === b)
  if (names === 'different' && dates === false) return 'differ'
  const isAsRead = [aadhaar, pan].every(
    card => card.dob === confirmed.dob && isSameName(card.name, confirmed.name),
  )
  const isNumberAsRead =
    pan.number === confirmed.number && fitsName(confirmed.number, confirmed.name)
  return names === 'same' && isAsRead && isNumberAsRead ? 'agree' : 'look'
}

/** The values of a card that a person may have to look at. */
export const CARD_DOUBTS = ['name', 'dob', 'number'] as const
export type CardDoubt = (typeof CARD_DOUBTS)[number]

/** A value of a card: as it was read, if it was found, beside what the borrower confirmed. */
export type CardValue = {
  readonly key: CardDoubt
  readonly read: string | null
  readonly confirmed: string
  readonly isAsRead: boolean
}

/** The values of a card as read and as confirmed. Those of a card without a number have none. */
export function cardValues(
  read: NameAndDate & { readonly number?: PersonalPan },
  confirmed: { readonly name: string; readonly dob: Day; readonly number?: PersonalPan },
): CardValue[] {
  const { name, dob, number } = confirmed
  return [
    { key: 'name', ...pair(read.name, name), isAsRead: isSameName(read.name, name) },
    { key: 'dob', ...pair(read.dob, dob), isAsRead: read.dob === dob },
    ...(number === undefined
      ? []
      : [
          {
            key: 'number' as const,
            ...pair(read.number, number),
            isAsRead: read.number === number,
          },
        ]),
  ]
}

function pair(read: string | undefined, confirmed: string) {
  return { read: read ?? null, confirmed }
}

function isSameName(read: string | undefined, confirmed: string): boolean {
  return read !== undefined && nameAgreement(read, confirmed) === 'same'
}

/** Undefined if one of them was not read. */
function pairAgreement<T, Agreement>(
  a: T | undefined,
  b: T | undefined,
  agree: (a: T, b: T) => Agreement,
): Agreement | undefined {
  return a === undefined || b === undefined ? undefined : agree(a, b)
}
