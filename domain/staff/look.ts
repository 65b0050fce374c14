import { indiaDayOf } from '#domain/day.ts'

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
    .split(/\s+/)
    .filter(part => part !== '')
    .map(part => `${[...part][0]}•••`)
    .join(' ')
}

/** Looks of one India day in the same role, at the same part and for the same reason. */
export type LooksOfDay<L> = { readonly newest: L; readonly count: number }

/** Looks, newest first, with those of a day that read alike as one: people open a page several times. */
export function looksOfDays<
  L extends {
    readonly at: Date
    readonly role: string
    readonly part: LookPart
    readonly why: LookWhy
  },
>(looks: readonly L[]): LooksOfDay<L>[] {
  const days = new Map<string, LooksOfDay<L>>()
  for (const look of looks) {
    const key = [indiaDayOf(look.at), look.role, look.part, look.why].join(' ')
    const { newest = look, count = 0 } = days.get(key) ?? {}
    days.set(key, { newest, count: count + 1 })
  }
  return [...days.values()]
}

/** The reason given for opening a page covers reading on in it for this long. */
export const LOOK_HOURS = 12
