/** The lender's policy values: shown, rehearsed, and changed by two persons. Decided orders stay as they are. */
import type { Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { policy } from '#contract/staff/policy.ts'
import { type Day, indiaDayOf, laterDay } from '#domain/day.ts'
import { areSound, type DecisionFigures, GIVEN_FIGURES } from '#domain/lending/decision.ts'
import {
  addPolicyVersion,
  decisionFiguresOn,
  figuresOf,
  policyVersions,
} from '#server/lending/db/policy.ts'
import { rehearseOn } from '#server/lending/orders/rehearse.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Services, Work } from '#server/services.ts'
import { openProposals } from '#server/staff/db/proposal.ts'

type Parts = Pick<Services, 'db' | 'cipher'>
type At = { readonly now: Date }

/** The one policy that proposals are about. */
export const POLICY = 'decision-figures'

/** Figures as they are proposed: `base` is the newest version then, 0 if there was none. */
export type PolicyChange = {
  readonly figures: DecisionFigures
  readonly fromDay: Day
  readonly base: number
}

export async function policyState({ db }: Parts, { now }: At): Promise<Output<typeof policy.list>> {
  const today = indiaDayOf(now)
  const [figures, versions, open] = await Promise.all([
    decisionFiguresOn(db, today),
    policyVersions(db),
    openProposals(db),
  ])
  return {
    today,
    figures: { ...figures },
    versions: versions.map(each => ({
      version: each.version,
      fromDay: each.fromDay,
      figures: figuresOf(each),
      madeAt: each.madeAt,
    })),
    isProposed: open.some(({ act }) => act === 'change-policy'),
  }
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
  { figures, fromDay }: { figures: DecisionFigures; fromDay: Day },
): Promise<{ policy: PolicyChange; before: string[]; after: string[] } | undefined> {
  const [newest] = await policyVersions(db)
  const now = newest ? figuresOf(newest) : GIVEN_FIGURES
  const names = (Object.keys(now) as (keyof DecisionFigures)[]).filter(
    name => now[name] !== figures[name],
  )
  if (names.length === 0 || !areSound(figures)) return undefined
  return {
    policy: { figures, fromDay, base: newest?.version ?? 0 },
    before: names.map(name => `${name}: ${now[name]}`),
    after: [...names.map(name => `${name}: ${figures[name]}`), `from: ${fromDay}`],
  }
}

/** Adds the version; false where another was added since it was proposed. */
export async function executePolicy(
  { tx, at }: Work<Pick<Services, 'clock'>>,
  { figures, fromDay, base }: PolicyChange,
): Promise<boolean> {
  const [newest] = await policyVersions(tx)
  if ((newest?.version ?? 0) !== base || !areSound(figures)) return false
  const version = { figures, fromDay: laterDay(fromDay, indiaDayOf(at)), madeAt: at }
  return addPolicyVersion(tx, version, base)
}
