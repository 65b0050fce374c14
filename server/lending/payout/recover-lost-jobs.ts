import { indiaDayOf } from '#domain/day.ts'
import { debitsUnderWay } from '#server/lending/db/debit.ts'
import { unsentMandates } from '#server/lending/db/mandate.ts'
import { type UnfinishedKey, unfinished } from '#server/lending/db/unfinished.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'

const BATCH = 100
/** Anything newer still has its job. */
const LOST_AFTER_MS = 10 * 60_000
/** A lost job is rare, and this search costs more than the rest of a minute's work. */
const RUN_EVERY_MS = 15 * 60_000

type What = Parameters<typeof unfinished>[1]
type EnqueueMissing = (tx: Transaction, keys: readonly UnfinishedKey[]) => Promise<void>

/**
 * Enqueues a job for each payout, refund, payment request, mandate and debit that has
 * not ended and has no waiting or running job.
 */
export async function recoverLostJobs(services: LendingServices): Promise<void> {
  const { queue } = services
  await recover(services, 'payout', (tx, keys) => {
    const jobs = keys.map(({ borrowerId, id }) => ({
      key: id,
      data: { borrowerId, payoutId: id, round: 0 },
    }))
    return queue.enqueueMissing(tx, 'send-payout', jobs)
  })
  await recover(services, 'refund', (tx, keys) => {
    const jobs = keys.map(({ borrowerId, id }) => ({
      key: id,
      data: { borrowerId, refundId: id, round: 0 },
    }))
    return queue.enqueueMissing(tx, 'send-refund', jobs)
  })
  await recover(services, 'payment', (tx, keys) => {
    const jobs = keys.map(({ borrowerId, id }) => ({
      key: id,
      data: { borrowerId, paymentId: id, round: 0 },
    }))
    return queue.enqueueMissing(tx, 'ask-payment', jobs)
  })
  await recoverAutoPay(services)
}

/** Mandates that wait for their service, and debits that are to be announced or made. */
async function recoverAutoPay(services: LendingServices): Promise<void> {
  const { db, clock, queue } = services
  const now = clock.now()
  const today = indiaDayOf(now)
  const before = new Date(now.getTime() - LOST_AFTER_MS)
  await inBatches(
    db,
    after => unsentMandates(db, { before, after, limit: BATCH }),
    (tx, keys) => {
      const jobs = keys.map(({ borrowerId, id }) => ({
        key: id,
        data: { borrowerId, mandateId: id, round: 0 },
      }))
      return queue.enqueueMissing(tx, 'sync-mandate', jobs)
    },
  )
  await inBatches(
    db,
    after => debitsUnderWay(db, { today, before, after, limit: BATCH }),
    (tx, keys) => {
      const jobs = keys.map(({ borrowerId, id }) => ({
        key: id,
        data: { borrowerId, debitId: id, round: 0 },
      }))
      return queue.enqueueMissing(tx, 'send-debit', jobs)
    },
  )
}

/** Recovers lost jobs now and every quarter of an hour. */
export function startRecoveringLostJobs(services: LendingServices): IntervalJob {
  return every(RUN_EVERY_MS, services, 'recovering lost jobs', () => recoverLostJobs(services))
}

/** Batch by batch, each in its own transaction. */
async function recover(
  { db, clock }: LendingServices,
  what: What,
  enqueue: EnqueueMissing,
): Promise<void> {
  const before = new Date(clock.now().getTime() - LOST_AFTER_MS)
  await inBatches(db, after => unfinished(db, what, { before, after, limit: BATCH }), enqueue)
}

/** Before every id of ours. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

async function inBatches(
  db: Database,
  find: (after: string) => Promise<readonly UnfinishedKey[]>,
  enqueue: EnqueueMissing,
): Promise<void> {
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const keys: readonly UnfinishedKey[] = await find(after)
    if (keys.length > 0) await db.transaction(tx => enqueue(tx, keys))
    after = keys.length < BATCH ? undefined : keys.at(-1)?.id
  }
}
