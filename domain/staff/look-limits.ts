import type { Role } from '#domain/staff/permissions.ts'

/*
 * The looks of a member of staff at borrowers' data in an India day (decision 96). Work needs no
 * more; collecting data does. Above the limit of the role compliance is notified; at twice the
 * limit looks are refused until the next day.
 */

/** The ways to read of borrowers. */
export const LOOK_USES = ['open', 'reveal', 'search', 'search-in-vain', 'export'] as const
export type LookUse = (typeof LOOK_USES)[number]

/**
 * The points of each look. A whole name or number counts more than a masked page; a search without
 * a match more than one with a match, because honest searches start from a stated value.
 */
export const LOOK_POINTS: Readonly<Record<LookUse, number>> = {
  open: 1,
  reveal: 2,
  search: 1,
  'search-in-vain': 2,
  export: 10,
}

/** The points of a day by role, as the lender has set them; those of a missing role are given. */
export type LooksPerDay = Readonly<Partial<Record<Role, number>>>

/** The default: about fifty cases a day for officers who decide cases. */
export const DEFAULT_LOOKS_PER_DAY: Readonly<Record<Role, number>> = {
  viewer: 20,
  'credit-officer': 100,
  'kyc-officer': 100,
  operations: 100,
  collections: 100,
  'grievance-officer': 100,
  'product-manager': 50,
  finance: 50,
  compliance: 50,
  administrator: 20,
}

/** At so many times the limit no more is shown. */
const REFUSED_AT = 2

/** The limit of a person: the highest of their roles. `scale` loosens it like every other limit. */
export function lookLimitOf(roles: readonly Role[], set: LooksPerDay, scale: number): number {
  const each = roles.map(role => set[role] ?? DEFAULT_LOOKS_PER_DAY[role])
  return Math.ceil(Math.max(0, ...each) * scale)
}

/** Whether the points of a day, with those of a further look, are `above` the limit or `refused`. */
export function lookVerdict(points: number, limit: number): 'within' | 'above' | 'refused' {
  if (points > REFUSED_AT * limit) return 'refused'
  return points > limit ? 'above' : 'within'
}

const NUMBER_LIKE = /\d/
/** The end of a searched value by which somebody who has the whole knows it again; empty for a name. */
export function searchedEnding(typed: string): string {
  const text = typed.trim().replace(/\s/g, '')
  return NUMBER_LIKE.test(text) && text.length > 4 ? text.slice(-2) : ''
}
