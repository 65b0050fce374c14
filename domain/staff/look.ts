import { ROLES } from '#domain/staff/permissions.ts'

/** The parts of a borrower's data that a member of staff opens; each look is written down. */
export const LOOK_PARTS = [
  'application',
  'name',
  'phone',
  'search',
  'borrower',
  'order',
  'pictures',
  'feedback',
  'loan',
] as const
export type LookPart = (typeof LOOK_PARTS)[number]

/** The role in which a member of staff looks. Looks of before the console was alone have `desk`: a shell. */
export const LOOK_ROLES = [...ROLES, 'desk'] as const
export type LookRole = (typeof LOOK_ROLES)[number]

/** The reasons for a look. A member of staff chooses one for each case. */
export const LOOK_WHYS = [
  'decision',
  'identity',
  'money',
  'borrower-asked',
  'complaint',
  'collection',
  'review',
] as const
export type LookWhy = (typeof LOOK_WHYS)[number]

/** A mobile number with its last two digits alone. */
export function maskedPhone(phone: string): string {
  return `••••••••${phone.slice(-2)}`
}

/** A name with the first letter of each of its parts alone. */
export function maskedName(name: string): string {
  return name
    .split(/\s/)
    .filter(part => part !== '')
    .map(part => `${[...part][0]}•••`)
    .join(' ')
}

/** A day with its year alone. */
export function maskedDay(day: string): string {
  return `${day.slice(0, 4)}-••-••`
}

/** A number of a card with its last two characters alone. */
export function maskedNumber(number: string): string {
  return '•'.repeat(Math.max(0, number.length - 2)) + number.slice(-2)
}

/** The reason given for opening a page covers reading on in it for this long. */
export const LOOK_HOURS = 12
