/** The lender's policy values: rehearsed, and changed by two persons. Decided orders stay as they are. */
import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { policy } from '#contract/staff/policy.ts'
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import { areSound, type DecisionFigures } from '#domain/lending/decision.ts'
import { limitsFault, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { Ladder, Tiers } from '#domain/lending/tier.ts'
import {
  addPolicyVersion,
  type Policy,
  policyOf,
  policyVersions,
} from '#server/lending/db/policy.ts'
import { rehearseOn } from '#server/lending/orders/rehearse.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { money, percent } from '#words/format.ts'

type Parts = Pick<Services, 'db' | 'cipher'>
type At = { readonly now: Date }

/** The one policy that proposals are about. */
export const POLICY = 'decision-figures'

/** A policy as it is proposed: `base` is the newest version then, 0 if there was none. */
export type PolicyChange = {
  readonly figures: DecisionFigures
  /** What is missing, in proposals of a previous version, stays as it is. */
  readonly limits?: Partial<PolicyLimits>
  readonly fromDay: Day
  readonly base: number
}

/** A policy as the contract has it. */
export function sentPolicy({ figures, limits }: Policy) {
  return { figures: { ...figures }, limits: { ...limits, tiers: [...limits.tiers] } }
}

/** Whether every value of a policy is sound. */
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

/** The change as both persons read it; undefined where it changes nothing or is unsound. */
export async function preparePolicy(
  db: Queryable,
  { figures, limits, fromDay }: Policy & { readonly fromDay: Day },
): Promise<{ policy: PolicyChange; before: string[]; after: string[] } | undefined> {
  const [newest] = await policyVersions(db)
  const before = linesOf(policyOf(newest))
  const after = linesOf({ figures, limits })
  const names = Object.keys(before).filter(name => before[name] !== after[name])
  if (names.length === 0 || !isSoundPolicy({ figures, limits })) return undefined
  return {
    policy: { figures, limits, fromDay, base: newest?.version ?? 0 },
    before: names.map(name => `${name}: ${before[name]}`),
    after: [...names.map(name => `${name}: ${after[name]}`), `from: ${fromDay}`],
  }
}

/** Each value of a policy by its name, as a text. */
function linesOf({ figures, limits: all }: Policy): Record<string, string> {
  const { tiers, ladder, secondPersonFrom, ...limits } = all
  const numbers = Object.entries({ ...figures, ...limits })
  return {
    ...Object.fromEntries(numbers.map(([name, value]) => [name, String(value)])),
    tiers: tiersText(tiers),
    ladder: ladderText(ladder),
    secondPersonFrom: secondPersonFrom === null ? 'none' : money(secondPersonFrom),
  }
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

/** Adds the version; false where another was added since it was proposed. */
export async function executePolicy(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { figures, limits: proposed, fromDay, base }: PolicyChange,
): Promise<boolean> {
  const [newest] = await policyVersions(tx)
  const limits = { ...policyOf(newest).limits, ...proposed }
  if ((newest?.version ?? 0) !== base || !isSoundPolicy({ figures, limits })) return false
  const version = { figures, limits, fromDay: laterDay(fromDay, indiaDayOf(at)), madeAt: at }
  return addPolicyVersion(tx, version, base)
}
