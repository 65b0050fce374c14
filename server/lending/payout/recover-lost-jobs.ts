import { type UnfinishedKey, unfinished } from '#server/lending/db/unfinished.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import { type Regular, regularly } from '#server/platform/jobs/every.ts'

const BATCH = 100
/** What began less long ago has its job. */
const TAKEN_UP_AFTER_MS = 10 * 60_000
/** A lost job is rare, and to look for the living ones takes longer than what else is done each minute. */
const RUN_EVERY_MS = 15 * 60_000

type What = Parameters<typeof unfinished>[1]
type TakeUp = (tx: Transaction, found: readonly UnfinishedKey[]) => Promise<void>

/** Takes up money whose job was lost, or died of its failures: what has not ended has a job that waits or runs, or gets one. */
export async function takeUpMoney(services: LendingServices): Promise<void> {
  const { queue } = services
  await takeUp(services, 'payout', (tx, found) => {
    const jobs = found.map(({ borrowerId, id }) => ({
      key: id,
      data: { borrowerId, payoutId: id, round: 0 },
    }))
    return queue.enqueueMissing(tx, 'send-payout', jobs)
  })
  await takeUp(services, 'refund', (tx, found) => {
    const jobs = found.map(({ borrowerId, id }) => ({
      key: id,
      data: { borrowerId, refundId: id, round: 0 },
    }))
    return queue.enqueueMissing(tx, 'send-refund', jobs)
  })
  await takeUp(services, 'payment', (tx, found) => {
    const jobs = found.map(({ borrowerId, id }) => ({
      key: id,
      data: { borrowerId, paymentId: id, round: 0 },
    }))
    return queue.enqueueMissing(tx, 'ask-payment', jobs)
  })
}

/** Looks for such money now and every quarter of an hour. */
export function takeUpMoneyRegularly(services: LendingServices): Regular {
  return regularly(RUN_EVERY_MS, services, 'taking up money', () => takeUpMoney(services))
}

/** Batch after batch, each in its own transaction. */
async function takeUp({ db, clock }: LendingServices, what: What, enqueue: TakeUp): Promise<void> {
  const before = new Date(clock.now().getTime() - TAKEN_UP_AFTER_MS)
  let after: string | undefined
  do {
    const found = await unfinished(db, what, { before, after, limit: BATCH })
    if (found.length > 0) await db.transaction(tx => enqueue(tx, found))
    after = found.length < BATCH ? undefined : found.at(-1)?.id
  } while (after !== undefined)
}
