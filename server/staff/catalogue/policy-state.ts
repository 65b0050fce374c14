/** The policy as the console shows it: in effect today, proposed, and every version. */
import type { Output } from '#contract/endpoint.ts'
import type { policy } from '#contract/staff/policy.ts'
import { indiaDayOf } from '#domain/day.ts'
import { policyOf, policyOn, policyVersions } from '#server/lending/db/policy.ts'
import type { Services } from '#server/services.ts'
import { sentPolicy } from '#server/staff/catalogue/policy.ts'
import { proposalsOfActs } from '#server/staff/proposals/db/proposal.ts'
import { detailsOf } from '#server/staff/proposals/details.ts'

export async function policyState(
  services: Pick<Services, 'db' | 'cipher'>,
  { now }: { readonly now: Date },
): Promise<Output<typeof policy.list>> {
  const { db } = services
  const today = indiaDayOf(now)
  const [inEffect, versions, [row]] = await Promise.all([
    policyOn(db, today),
    policyVersions(db),
    proposalsOfActs(db, ['change-policy'], now),
  ])
  const details = row && detailsOf(services, row)
  const change = details?.act === 'change-policy' ? details.policy : undefined
  const { limits } = policyOf(versions[0])
  return {
    today,
    ...sentPolicy(inEffect),
    versions: versions.map(each => ({
      version: each.version,
      fromDay: each.fromDay,
      ...sentPolicy(policyOf(each)),
      madeAt: each.madeAt,
    })),
    proposed: change
      ? {
          ...sentPolicy({ ...change, limits: { ...limits, ...change.limits } }),
          fromDay: change.fromDay,
        }
      : null,
  }
}
