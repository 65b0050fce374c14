/** The lender's policy values: rehearsed, and changed by two persons. Decided orders stay as they are. */
import type { Output } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refused } from '#contract/envelope.ts'
import type { policy } from '#contract/staff/policy.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import { areSound, type DecisionFigures } from '#domain/lending/decision.ts'
import { limitsFault, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { Ladder, Tiers } from '#domain/lending/tier.ts'
import type { Texts } from '#domain/staff/dated.ts'
import { DEFAULT_LOOKS_PER_DAY } from '#domain/staff/look-limits.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import {
  addPolicyVersion,
  type Policy,
  policyOf,
  policyVersions,
} from '#server/lending/db/policy.ts'
import { rehearseOn } from '#server/lending/orders/rehearse.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import {
  type DatedKind,
  datedChange,
  type StoredVersion,
  versionsOf,
} from '#server/staff/catalogue/dated.ts'
import type { DetailsOf, PolicyChange } from '#server/staff/proposals/details.ts'
import { money, percent } from '#words/format.ts'

type Parts = Pick<Services, 'db' | 'cipher'>
type At = { readonly now: Date }

/** The one policy that proposals are about. */
export const POLICY = 'decision-figures'

/** A policy as the contract has it. */
export function sentPolicy({ figures, limits }: Policy) {
  return { figures: { ...figures }, limits: { ...limits, tiers: [...limits.tiers] } }
}

/** True if every value of a policy is sound. */
export function isSoundPolicy({ figures, limits }: Policy): boolean {
  return areSound(figures) && limitsFault(limits) === undefined
}

/** Runs other figures over past applications. */
export async function rehearsePolicy(
  services: Parts,
  figures: DecisionFigures,
  { now }: At,
): Promise<Output<typeof policy.rehearse> | Refusal<'input-invalid'>> {
  if (!areSound(figures)) return refused('input-invalid')
  return onTheWire(await rehearseOn(services, { figures }, { now }))
}

/** A rehearsal as the contract has it. */
export function onTheWire(
  result: Awaited<ReturnType<typeof rehearseOn>>,
): Output<typeof policy.rehearse> {
  return {
    ...result,
    changed: result.changed.map(each => ({ ...each, reasons: [...each.reasons] })),
  }
}

/** The change as both persons read it; undefined if it changes nothing or is unsound. */
export async function preparePolicy(
  db: Queryable,
  { figures, limits, fromDay }: Policy & { readonly fromDay: Day },
): Promise<DetailsOf<'change-policy'> | Refusal<'later-version-conflicts'> | undefined> {
  if (!isSoundPolicy({ figures, limits })) return undefined
  const change = datedChange(KIND, await storedVersions(db), {
    texts: textsOf({ figures, limits }),
    fromDay,
  })
  if (!change || isRefusal(change)) return change
  const { base, names, dated, values } = change
  return { act: 'change-policy', policy: { figures, limits, fromDay, base, names }, dated, values }
}

/** Adds the versions of an approved change; false if it no longer fits. */
export async function executePolicy(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { figures, limits: proposed, fromDay, base, names }: PolicyChange,
): Promise<boolean> {
  const versions = await storedVersions(tx)
  const limits = { ...(versions[0]?.value ?? GIVEN).limits, ...proposed }
  const change = { texts: textsOf({ figures, limits }), names, fromDay, base }
  const added = versionsOf(KIND, versions, change, indiaDayOf(at)) ?? []
  for (const [index, { value, ...version }] of added.entries())
    if (!(await addPolicyVersion(tx, { ...value, ...version, madeAt: at }, base + index)))
      return false
  return added.length > 0
}

const GIVEN = policyOf(undefined)

async function storedVersions(db: Queryable): Promise<StoredVersion<Policy>[]> {
  const rows = await policyVersions(db)
  return rows.map(row => ({
    version: row.version,
    fromDay: row.fromDay,
    names: row.names,
    value: policyOf(row),
  }))
}

/** Each value as JSON, its keys in one order. */
function textsOf({ figures, limits }: Policy): Texts {
  const { tiers, ladder, looksPerDay, ...numbers } = limits
  const all = {
    ...figures,
    ...numbers,
    tiers: tiers.map(({ loansOnTime, discount }) => ({ loansOnTime, discount })),
    ladder: ladder.map(({ loansRepaid, least, most }) => ({ loansRepaid, least, most })),
    looksPerDay: setLooks(looksPerDay),
  }
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, JSON.stringify(each)]))
}

const KIND: DatedKind<Policy> = {
  given: textsOf(GIVEN),
  textsOf,
  valueOf: texts => {
    const valuesOf = <Values extends object>(values: Values) =>
      Object.fromEntries(
        Object.keys(values).map(name => [name, JSON.parse(texts[name] ?? 'null')]),
      ) as Values
    const policy = { figures: valuesOf(GIVEN.figures), limits: valuesOf(GIVEN.limits) }
    return isSoundPolicy(policy) ? policy : undefined
  },
  shown: (name, text) => {
    const value = JSON.parse(text ?? 'null')
    if (name === 'tiers') return tiersText(value)
    if (name === 'ladder') return ladderText(value)
    if (name === 'looksPerDay') return looksText(value)
    if (value === null) return 'none'
    return name === 'secondPersonFrom' ? money(value) : String(value)
  },
}

function tiersText(tiers: Tiers): string {
  const each = tiers.map(({ loansOnTime, discount }) => `${loansOnTime} → ${percent(discount)}`)
  return each.length === 0 ? 'none' : each.join(' · ')
}

function ladderText(ladder: Ladder): string {
  return ladder
    .map(({ loansRepaid, least, most }) => `${loansRepaid} → ${money(least)} to ${money(most)}`)
    .join(' · ')
}

/** The limits of looks that differ from the defaults, in one order. */
function setLooks(set: PolicyLimits['looksPerDay']): PolicyLimits['looksPerDay'] {
  const other = ROLES.filter(
    role => (set[role] ?? DEFAULT_LOOKS_PER_DAY[role]) !== DEFAULT_LOOKS_PER_DAY[role],
  )
  return Object.fromEntries(other.map(role => [role, set[role]]))
}

function looksText(set: PolicyLimits['looksPerDay']): string {
  return ROLES.map(role => `${role} ${set[role] ?? DEFAULT_LOOKS_PER_DAY[role]}`).join(' · ')
}
