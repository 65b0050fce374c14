import type { RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { hardship as endpoints } from '#contract/hardship.ts'
import { insertHardshipPlan } from '#server/lending/db/hardship.ts'
import { type Order, orderOf } from '#server/lending/db/order.ts'
import { issueDocument } from '#server/lending/documents/issue-document.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { moveOrder } from '#server/lending/orders/move-order.ts'
import { grantPlan } from '#server/lending/restructuring/answer-plan.ts'
import {
  type HardshipOption,
  hardshipOffer,
  optionOf,
} from '#server/lending/restructuring/hardship-offer.ts'
import { keyFactsDocument } from '#server/lending/words/documents.ts'
import type { KeyFactsStatement } from '#server/lending/words/key-facts.ts'
import { hardshipAddendum } from '#server/lending/words/key-facts-hardship.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Services } from '#server/services.ts'
import { LANGUAGES, type Language } from '#words/language.ts'

/** The plan that the borrower chose, and the addendum that they acknowledged. */
export type HardshipWish = {
  readonly borrowerId: string
  readonly orderId: string
  readonly moveDays: number
  readonly keyFactsHash: string | undefined
}

type NotRequested = Refusal<RefusalOf<typeof endpoints.request>>

/** The addendum to an order's hardship plan is issued once. */
export const PLAN = 'plan'

/**
 * Requests a hardship plan on exactly the terms that were shown. The rules grant it at once, or it
 * waits for a person. Returns the order after it.
 */
export async function requestPlan(
  work: LendingWork,
  { borrowerId, orderId, moveDays, keyFactsHash }: HardshipWish,
): Promise<Order | NotRequested> {
  const { services, tx, at } = work
  const [, order] = await Promise.all([
    lockBorrower(tx, borrowerId),
    orderOf(tx, borrowerId, orderId),
  ])
  if (!order) return refused('order-not-found')
  const offer = await hardshipOffer(tx, order, at)
  if ('refused' in offer) return offer
  const option = optionOf(offer, moveDays)
  if (!option) return refused('hardship-not-offered')
  if (keyFactsHash === undefined) return refused('key-facts-required')
  const isOwn = LANGUAGES.some(
    language => offeredAddendum(services, order, option, language).hash === keyFactsHash,
  )
  if (!isOwn) return refused('key-facts-changed')
  const { referredFor } = option
  const row = { borrowerId, orderId, moveDays, requestedAt: at, requestedDay: offer.today }
  await insertHardshipPlan(tx, { ...row, referredFor })
  const requested = await moveOrder(
    tx,
    order,
    'requestHardshipPlan',
    {},
    {
      actor: 'borrower',
      at,
      details: { moveDays, keyFactsHash, referredFor },
    },
  )
  await issueAddendum(work, requested, option)
  if (referredFor.length > 0) return requested
  return grantPlan(work, requested, { day: offer.today, actor: 'rules' })
}

/** The addendum of an offered plan, as it is read before it is requested. */
export function offeredAddendum(
  { config }: Pick<Services, 'config'>,
  order: Order,
  { facts, referredFor }: HardshipOption,
  language: Language,
): KeyFactsStatement {
  const proposalNo = proposalNoOf(order)
  const isReferred = referredFor.length > 0
  return hardshipAddendum({ order, proposalNo, facts, isReferred }, config.lender, language)
}

/** The proposal number of a loan's hardship plan. */
export function proposalNoOf({ orderNo }: Pick<Order, 'orderNo'>): string {
  return `${orderNo}-H`
}

/** Issues the addendum as it was acknowledged, in every language. */
async function issueAddendum(work: LendingWork, order: Order, option: HardshipOption) {
  const kind = 'hardship-addendum'
  await issueDocument(work, {
    order,
    kind,
    subject: PLAN,
    amount: option.facts.plan.totalAfter,
    write: about =>
      keyFactsDocument(
        about,
        kind,
        JSON.parse(offeredAddendum(work.services, order, option, about.language).text),
      ),
  })
}
