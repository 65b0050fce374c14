import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { type ApplyRequest, applyOnce } from '#server/lending/borrowing/apply.ts'
import { batchedApply } from '#server/lending/borrowing/apply-batched.ts'
import { bodyHashOf } from '#server/platform/actions/idempotency.ts'
import type { Database } from '#server/platform/db/open.ts'
import { type Borrower, type LendingWorld, lendingWorld, wish } from '#server/testing/lending.ts'

let world: LendingWorld
let crowd: Borrower[]
beforeAll(async () => {
  world = await lendingWorld()
  crowd = []
  for (let count = 0; count < 6; count += 1) crowd.push(await world.borrower())
})
afterAll(() => world.close())

const apply = ({ browser }: Borrower, wished: ReturnType<typeof wish>, idempotencyKey: string) =>
  browser.calls(contract.order).apply(wished, { idempotencyKey })
const ordersOf = async ({ browser }: Borrower) => {
  const orders = await browser.calls(contract.order).list({})
  return orders.ok ? orders.data.map(({ orderId }) => orderId) : []
}
const keysOf = async (borrowerId: string) =>
  (
    await world.services.db.raw(
      'SELECT key FROM idempotency_key WHERE borrower_id = $1 ORDER BY key',
      [borrowerId],
    )
  ).map(row => row.key)

/** Holds the borrower's lock for as long as `meanwhile` takes. */
async function whileLocked({ id }: Borrower, meanwhile: () => Promise<void>): Promise<void> {
  await world.services.db.transaction(async tx => {
    await tx.raw('SELECT 1 FROM borrower WHERE borrower_id = $1 FOR NO KEY UPDATE', [id])
    await meanwhile()
  })
}

test('each borrower of a batch gets their own order, and a refusal delays nobody else', async () => {
  const [refusedOne, ...others] = crowd as [Borrower, ...Borrower[]]
  const answers = await Promise.all([
    apply(refusedOne, { ...wish(refusedOne), cardId: others[0]?.cardId ?? '' }, 'crowd'),
    ...others.flatMap(borrower =>
      ['crowd', 'crowd'].map(key => apply(borrower, wish(borrower), key)),
    ),
  ])
  expect(answers[0]).toMatchObject({ ok: false, reason: 'bank-card-not-found' })
  expect(await ordersOf(refusedOne)).toEqual([])
  for (const [at, borrower] of others.entries()) {
    const [first, again] = answers.slice(1 + 2 * at, 3 + 2 * at)
    expect(first).toMatchObject({ ok: true })
    expect(again).toEqual(first)
    expect(await ordersOf(borrower)).toEqual([first?.ok ? first.data.orderId : 'none'])
  }
})

test('a refusal stores no key: the same key works for the next application', async () => {
  const [borrower] = crowd as [Borrower]
  expect(await keysOf(borrower.id)).not.toContain('crowd')
  const answer = await apply(borrower, wish(borrower), 'crowd')
  expect(answer).toMatchObject({ ok: true })
  expect(await apply(borrower, wish(borrower), 'crowd')).toEqual(answer)
  expect(await apply(borrower, wish(borrower, { rupees: 10_000 }), 'crowd')).toMatchObject({
    reason: 'idempotency-key-reused',
  })
})

test('a batch does not wait for a borrower whom other work has locked', async () => {
  const busy = await world.borrower()
  const free = await world.borrower()
  let late: ReturnType<typeof apply> | undefined
  await whileLocked(busy, async () => {
    late = apply(busy, wish(busy), 'busy')
    expect(await apply(free, wish(free), 'free')).toMatchObject({ ok: true })
    expect(await ordersOf(busy)).toEqual([])
  })
  expect(await late).toMatchObject({ ok: true })
  expect(await ordersOf(busy)).toHaveLength(1)
})

test('each order of a batch has its statement in all six languages, its event and its job', async () => {
  const rows = await world.services.db.raw(
    `SELECT (SELECT count(*)::int FROM key_facts k WHERE k.borrower_id = o.borrower_id AND k.order_id = o.order_id) AS statements,
       (SELECT array_agg(event) FROM order_event e WHERE e.borrower_id = o.borrower_id AND e.order_id = o.order_id) AS events FROM loan_order o`,
  )
  for (const row of rows) expect(row).toEqual({ statements: 6, events: ['apply'] })
  const jobs = world.jobs.filter(({ name }) => name === 'decide-order')
  expect(jobs).toHaveLength(rows.length)
})

describe('the wrapper around `applyOnce`', () => {
  const unexpected = () => Promise.reject(new Error('a request was not answered by its batch'))
  const requestOf = (borrower: Borrower): ApplyRequest => {
    const { cardId, borrowAmount, periods, productId } = wish(borrower)
    const terms = { termsHash: undefined, keyFactsHash: undefined, purpose: undefined }
    const loan = { cardId, productId, amount: borrowAmount, period: periods, autoGetMoney: false }
    const action = {
      endpoint: contract.order.apply,
      borrowerId: borrower.id,
      key: 'wrapped',
      bodyHash: bodyHashOf(wish(borrower)),
      now: world.services.clock.now(),
    }
    return { action, application: { ...loan, ...terms, borrowerId: borrower.id } }
  }
  const newBorrowers = async () => [await world.borrower(), await world.borrower()]

  test('applies for several borrowers in one transaction', async () => {
    const { db } = world.services
    const transaction = vi.fn(db.transaction)
    // Also on a database that cannot batch.
    const services = { ...world.services, db: { ...db, transaction, canBatch: true } as Database }
    const borrowers = await newBorrowers()
    const apply = batchedApply(services, unexpected)
    const answers = await Promise.all(borrowers.map(borrower => apply(requestOf(borrower))))
    expect(transaction).toHaveBeenCalledOnce()
    for (const [at, borrower] of borrowers.entries())
      expect(await ordersOf(borrower)).toEqual([(answers[at] as { orderId: string }).orderId])
  })

  test('takes one application of a borrower, and leaves the others to `applyOnce`', async () => {
    const borrower = await world.borrower()
    const alone: string[] = []
    const apply = batchedApply(world.services, async request => {
      alone.push(request.action.key)
      return applyOnce(world.services, request)
    })
    const { action, application } = requestOf(borrower)
    const answers = await Promise.all(
      ['first', 'second'].map(key => apply({ action: { ...action, key }, application })),
    )
    expect(alone).toEqual(['second'])
    expect(answers).toMatchObject([{ orderState: 'auditing' }, { refused: 'order-in-progress' }])
    expect(await ordersOf(borrower)).toHaveLength(1)
  })

  test('leaves each request of a batch that fails to `applyOnce`', async () => {
    const transaction = () => Promise.reject(new Error('the batch fails'))
    const services = { ...world.services, db: { ...world.services.db, transaction } }
    const borrowers = await newBorrowers()
    const apply = batchedApply(services, request => applyOnce(world.services, request))
    const answers = await Promise.all(borrowers.map(borrower => apply(requestOf(borrower))))
    for (const [at, borrower] of borrowers.entries())
      expect(await ordersOf(borrower)).toEqual([(answers[at] as { orderId: string }).orderId])
  })
})
