/**
 * Concurrent applications share one transaction (decision 28). This wraps `applyOnce` and adds only
 * speed: without it, every application goes through `applyOnce` and gets the same answer.
 */
import { indiaDayOf } from '#domain/day.ts'
import {
  type ApplyAnswer,
  type ApplyRequest,
  type ApplyServices,
  answerOf,
  factsOfEach,
  insertNewOrders,
  orderFor,
} from '#server/lending/borrowing/apply.ts'
import { giveBackKeys, storeAnswers, takeKeys } from '#server/platform/actions/idempotency.ts'
import { batched } from '#server/platform/db/batch.ts'
import { lockFreeBorrowers } from '#server/platform/db/lock.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'

type Apply = (request: ApplyRequest) => Promise<ApplyAnswer>

/**
 * A transaction costs more than the applications in it, so all others wait while one batch is
 * written.
 */
const BATCHES_AT_ONCE = 1

/**
 * `applyOnce` for several requests at a time. `applyOnce` answers the requests that a batch leaves
 * unanswered.
 */
export function batchedApply(
  services: ApplyServices & Pick<Services, 'db' | 'log'>,
  applyOnce: Apply,
): Apply {
  const { db, log } = services
  const applyInBatch = batched<ApplyRequest, ApplyAnswer | undefined>(
    db,
    async requests => {
      try {
        return await db.transaction(tx => applyEach(services, tx, requests))
      } catch (error) {
        log.warn(
          { err: error, count: requests.length },
          'a batch of applications failed; each application is tried alone',
        )
        return requests.map(() => undefined)
      }
    },
    BATCHES_AT_ONCE,
  )
  return async request => (await applyInBatch(request)) ?? applyOnce(request)
}

/**
 * Answers each request at its index, or leaves it unanswered and untouched: a request whose key is
 * taken, one whose borrower is locked by other work, and a borrower's second one.
 */
async function applyEach(
  services: ApplyServices,
  tx: Transaction,
  requests: readonly ApplyRequest[],
): Promise<(ApplyAnswer | undefined)[]> {
  const batch = firstOfEachBorrower(requests)
  const now = batch.at(-1)?.action.now
  if (!now) return []
  // Where the day ends between two requests of a batch, `orderFor` refuses terms that have changed by their hash.
  const today = indiaDayOf(now)
  const actions = batch.map(({ action }) => action)
  const applications = batch.map(({ application }) => application)
  const borrowerIds = actions.map(({ borrowerId }) => borrowerId)
  // The connection runs these in the order of `applyOnce`: key, lock, facts.
  const [newKeys, locked, facts] = await Promise.all([
    takeKeys(tx, actions),
    lockFreeBorrowers(tx, borrowerIds),
    factsOfEach(tx, applications, today),
  ])
  const decided = batch.flatMap(({ action, application }, index) => {
    const applicantFacts = facts[index]
    if (!applicantFacts || !newKeys.has(action) || !locked.has(action.borrowerId)) return []
    return [{ action, order: orderFor(services, application, applicantFacts, action.now) }]
  })
  const orders = decided.flatMap(({ order }) => ('refused' in order ? [] : [order]))
  const answers = decided.map(({ action, order }) => ({ action, answer: answerOf(order) }))
  const applied = answers.filter(({ answer }) => !('refused' in answer))
  const withOrder = new Set(applied.map(({ action }) => action))
  await Promise.all([
    insertNewOrders(services, tx, orders),
    storeAnswers(tx, applied),
    giveBackKeys(
      tx,
      [...newKeys].filter(action => !withOrder.has(action)),
    ),
  ])
  const answerTo = new Map(answers.map(({ action, answer }) => [action, answer]))
  return requests.map(({ action }) => answerTo.get(action))
}

function firstOfEachBorrower(requests: readonly ApplyRequest[]): readonly ApplyRequest[] {
  const borrowers = new Set<string>()
  return requests.filter(({ action: { borrowerId } }) => {
    const isFirst = !borrowers.has(borrowerId)
    borrowers.add(borrowerId)
    return isFirst
  })
}
