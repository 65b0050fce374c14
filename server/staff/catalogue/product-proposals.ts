/** Proposed versions of products that wait for a second person. */
import { PRODUCT_ACTS } from '#contract/staff/product.ts'
import type { Services } from '#server/services.ts'
import { mailOf } from '#server/staff/people/people.ts'
import { proposalsOfActs } from '#server/staff/proposals/db/proposal.ts'
import { detailsOf, type ProductChange } from '#server/staff/proposals/details.ts'

export type ProposedVersion = {
  readonly proposalId: string
  readonly act: (typeof PRODUCT_ACTS)[number]
  readonly productId: string
  readonly change: ProductChange
  readonly proposedBy: string
}

/** The open proposals about products, the oldest first. */
export async function proposedVersions(
  services: Pick<Services, 'db' | 'cipher'>,
  now: Date,
): Promise<ProposedVersion[]> {
  const open = await proposalsOfActs(services.db, PRODUCT_ACTS, now)
  return open.flatMap(row => {
    const details = detailsOf(services, row)
    if (!('product' in details)) return []
    const { act, product: change } = details
    const { proposalId, subject: productId, proposedBy: staffId, proposerSealed } = row
    const proposedBy = mailOf(services, { staffId, mailSealed: proposerSealed })
    return { proposalId, act, productId, change, proposedBy }
  })
}
