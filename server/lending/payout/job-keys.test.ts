import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { jobHandlers } from '#server/jobs.ts'
import type { JobName } from '#server/platform/jobs/queue.ts'
import { forFile } from '#server/testing/for-file.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import { detailOf, lendingWorld, wish } from '#server/testing/lending.ts'

type Enqueued = {
  readonly name: JobName
  readonly data: object
  readonly singletonKey: string | undefined
}

let enqueued: Enqueued[] = []
const world = forFile(() =>
  lendingWorld({
    lending: ({ queue }) => ({
      queue: {
        ...queue,
        enqueue: async (tx, name, data, options) =>
          tx.afterCommit(() => enqueued.push({ name, data, singletonKey: options?.singletonKey })),
        enqueueAll: async (tx, name, all) =>
          tx.afterCommit(() =>
            all.map(data => enqueued.push({ name, data, singletonKey: undefined })),
          ),
      },
    }),
  }),
)

const key = () => ({ idempotencyKey: randomUUID() })

/** Takes the only job of a name, and returns it. */
function onlyJob(name: JobName): Enqueued {
  const jobs = enqueued.filter(job => job.name === name)
  expect(jobs).toHaveLength(1)
  enqueued = enqueued.filter(job => job.name !== name)
  return jobs[0] as Enqueued
}

async function run({ name, data }: Enqueued): Promise<void> {
  await jobHandlers(world.services)[name](data as never)
}

/** The search for lost jobs finds a waiting job by this key, and adds no second one. */
test('the job of a payout, a payment request and a refund carries its id as the key, at each try', async () => {
  const borrower = await world.borrower()
  const order = borrower.browser.calls(contract.order)
  const application = await order.apply(wish(borrower, { productId: 'saral-seven' }), key())
  if (!application.ok) throw new Error(application.reason)
  const { orderId } = application.data
  await run(onlyJob('decide-order'))
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  expect(await order.loan({ orderId, keyFactsHash }, key())).toMatchObject({ ok: true })

  const [payout] = await world.services.db.raw(
    'SELECT payout_id::text AS id FROM payout WHERE borrower_id = $1',
    [borrower.id],
  )
  const payoutId = String(payout?.id)
  const first = onlyJob('send-payout')
  expect(first).toMatchObject({ data: { payoutId, round: 0 }, singletonKey: payoutId })
  world.bank.next = { state: 'pending' }
  await run(first)
  const second = onlyJob('send-payout')
  expect(second).toMatchObject({ data: { payoutId, round: 1 }, singletonKey: payoutId })
  world.bank.set(payoutId, { state: 'succeeded', utr: '000000000001' })
  await run(second)
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned' })

  const { repay } = borrower.browser.calls(contract.repay)
  const page = await repay({ orderId, scope: 'all' }, key())
  if (!page.ok) throw new Error(page.reason)
  const { paymentId } = page.data
  expect(onlyJob('ask-payment')).toMatchObject({ data: { paymentId }, singletonKey: paymentId })
  for (const event of [world.provider.attempt(paymentId), world.provider.attempt(paymentId)])
    expect((await world.webhook(event)).status).toBe(200)
  const [refund] = await world.services.db.raw(
    'SELECT refund_id::text AS id FROM refund WHERE borrower_id = $1',
    [borrower.id],
  )
  const refundId = String(refund?.id)
  expect(onlyJob('send-refund')).toMatchObject({ data: { refundId }, singletonKey: refundId })
})
