/** A borrower's own limits for new loans (decision 44). */

import type { Output, RefusalOf } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { ownLimits as endpoints } from '#contract/own-limits.ts'
import { type Day, indiaDayOf } from '#domain/day.ts'
import {
  type OwnLimits,
  type OwnLimitsInForce,
  ownLimitsInForce,
  ownLimitsOn,
  type PauseEnd,
  withCeiling,
  withPause,
} from '#domain/lending/own-limits.ts'
import type { Paise } from '#domain/money.ts'
import { ownLimitsOf, saveOwnLimits } from '#server/lending/db/own-limits.ts'
import { activeProducts } from '#server/lending/db/product.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import type { Work } from '#server/services.ts'

type State = Output<typeof endpoints.state>
type Asker = { readonly borrowerId: string; readonly now: Date }

/** The limits that a new loan of this borrower has to keep today. */
export async function limitsInForceFor(
  db: Queryable,
  borrowerId: string,
  now: Date,
): Promise<OwnLimitsInForce> {
  return ownLimitsInForce(await ownLimitsOf(db, borrowerId), indiaDayOf(now))
}

/** The borrower's limits today, what waits, and the amounts to choose from. */
export async function ownLimitsState(db: Queryable, { borrowerId, now }: Asker): Promise<State> {
  const [limits, amounts] = await Promise.all([
    ownLimitsOf(db, borrowerId),
    ownAmounts(db, indiaDayOf(now)),
  ])
  return stateOf(limits, amounts, indiaDayOf(now))
}

/** Sets or lifts the ceiling. Refuses an amount that no product has. */
export async function setCeiling(
  work: Work,
  asker: Asker,
  ceiling: Paise | null,
): Promise<State | Refusal<RefusalOf<typeof endpoints.setCeiling>>> {
  const amounts = await ownAmounts(work.tx, indiaDayOf(asker.now))
  if (ceiling !== null && !amounts.includes(ceiling)) return refused('amount-not-offered')
  return change(work, asker, amounts, (limits, today) => withCeiling(limits, ceiling, today))
}

/** Begins, moves or ends the pause. Refuses a day that is not after today. */
export async function setPause(
  work: Work,
  asker: Asker,
  until: PauseEnd | null,
): Promise<State | Refusal<RefusalOf<typeof endpoints.setPause>>> {
  if (until !== null && until !== 'open' && until <= indiaDayOf(asker.now))
    return refused('pause-day')
  const amounts = await ownAmounts(work.tx, indiaDayOf(asker.now))
  return change(work, asker, amounts, (limits, today) => withPause(limits, until, today))
}

async function change(
  { services, tx }: Work,
  { borrowerId, now }: Asker,
  amounts: readonly Paise[],
  to: (limits: OwnLimits, today: Day) => OwnLimits,
): Promise<State> {
  const today = indiaDayOf(now)
  await lockBorrower(tx, borrowerId)
  const limits = to(await ownLimitsOf(tx, borrowerId), today)
  await saveOwnLimits(tx, borrowerId, limits, now)
  await writeAudit(tx, services.cipher, {
    actor: 'borrower',
    action: 'own-limits-changed',
    subject: borrowerId,
    at: now,
  })
  return stateOf(limits, amounts, today)
}

/** The amounts of our own products, ascending: the steps of a ceiling. */
async function ownAmounts(db: Queryable, today: Day): Promise<Paise[]> {
  const ownProducts = (await activeProducts(db, today)).filter(({ kind }) => kind === 'own')
  return [...new Set(ownProducts.flatMap(({ amounts }) => amounts))].sort((a, b) => a - b)
}

function stateOf(limits: OwnLimits, amounts: readonly Paise[], today: Day): State {
  const { pausedUntil } = ownLimitsInForce(limits, today)
  return { today, amounts: [...amounts], ...ownLimitsOn(limits, today), pausedUntil }
}
