/** Applications that arrive while others are written are written together: one transaction for many, and one write to the disk. */

import type { order } from '#contract/order.ts'
import { orderStates } from '#domain/lending/order.ts'
import {
  type Application,
  type Applied,
  type ApplyServices,
  apply,
  applyAll,
  knownOfEach,
} from '#server/lending/borrowing/apply.ts'
import type { Answer } from '#server/platform/actions/call.ts'
import { type Action, once, onceEach } from '#server/platform/actions/idempotency.ts'
import { batched } from '#server/platform/db/batch.ts'
import { lockBorrower, lockFreeBorrowers } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

export type Asked = Action & { readonly application: Application }

/** A transaction costs more than the applications in it. */
const ONE_AT_A_TIME = 1

/** Applies once for each action, alone or together with others. What is answered was committed, or is a refusal. */
export function applyingTogether(
  services: ApplyServices & Pick<Services, 'db' | 'log'>,
): (asked: Asked) => Promise<Answer<typeof order.apply>> {
  const together = batched<Asked, unknown>(async all => {
    try {
      return await services.db.transaction(tx => applyEach(services, tx, all))
    } catch (error) {
      services.log.warn(
        { err: error, count: all.length },
        'applications that were written together failed: each is tried alone',
      )
      return all.map(() => undefined)
    }
  }, ONE_AT_A_TIME)
  return async asked => {
    const answer =
      (await together(asked)) ??
      (await once(services.db, asked, tx => applyAlone(services, tx, asked)))
    return answer as Answer<typeof order.apply>
  }
}

/** Leaves whoever is locked, so that nobody waits for another, and the second application of a borrower: these are tried alone. */
async function applyEach(
  services: ApplyServices,
  tx: Transaction,
  all: readonly Asked[],
): Promise<unknown[]> {
  const first = [...new Map(all.toReversed().map(asked => [asked.borrowerId, asked])).values()]
  const applications = first.map(({ application, now }) => ({ ...application, now }))
  const answers = await onceEach(tx, first, {
    // The locks come first: what is read afterwards stays as it is.
    read: () =>
      Promise.all([lockFreeBorrowers(tx, borrowersOf(first)), knownOfEach(tx, applications)]),
    write: ([free, known], fresh) => {
      const knownOf = new Map(first.map((asked, at) => [asked, known[at]]))
      const ours = fresh.flatMap(asked => {
        const own = free.has(asked.borrowerId) && knownOf.get(asked)
        return own ? [{ asked, ...asked.application, now: asked.now, known: own }] : []
      })
      const { answers: applied, written } = applyAll(services, tx, ours)
      const answered = new Map(ours.map(({ asked }, at) => [asked, applied[at]]))
      return { answers: fresh.map(asked => answerOf(answered.get(asked))), written }
    },
  })
  const answered = new Map(first.map((asked, at) => [asked, answers[at]]))
  return all.map(asked => answered.get(asked))
}

function borrowersOf(all: readonly Asked[]): string[] {
  return all.map(({ borrowerId }) => borrowerId)
}

async function applyAlone(
  services: ApplyServices,
  tx: Transaction,
  { application, now }: Asked,
): Promise<unknown> {
  await lockBorrower(tx, application.borrowerId)
  return answerOf(await apply(services, tx, application, now))
}

function answerOf(applied: Applied | undefined): unknown {
  if (!applied || 'refused' in applied) return applied
  const { id, orderNo, state } = applied.order
  return { orderId: id, orderNo, orderState: orderStates[state].code }
}
