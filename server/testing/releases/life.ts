/** A small life of a lender: loans in every state that an upgrade may meet, lived through the product's own calls. */
import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import type { Browser } from '#server/testing/browser.ts'
import { addendumRead, keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  type LendingWorld,
  pay,
  runningLoan,
  wish,
} from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

export type Loan = { readonly borrower: Borrower; readonly orderId: string }

export type Life = {
  /** Each of another borrower. */
  readonly loans: readonly Loan[]
  readonly returned: readonly string[]
  readonly staff: readonly { readonly role: 'collections' | 'finance'; readonly browser: Browser }[]
  readonly proposals: readonly string[]
}

const key = () => ({ idempotencyKey: randomUUID() })

type Answer<Data> = { readonly ok: true; readonly data: Data } | { ok: false; reason: string }
function dataOf<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}

/** Lives it; the jobs that wait at the end are in the queue. */
export async function live(world: LendingWorld): Promise<Life> {
  const loans: Loan[] = []
  const loan = async (productId = 'saral-seven') => {
    const borrower = await world.borrower()
    loans.push({ borrower, orderId: await runningLoan(world, borrower, { productId }) })
    return loans.at(-1) as Loan
  }
  const applied = async (about: { monthlyIncome?: string } = {}) => {
    const borrower = await world.borrower(about)
    const order = borrower.browser.calls(contract.order)
    const application = wish(borrower, { productId: 'saral-seven' })
    loans.push({ borrower, orderId: dataOf(await order.apply(application, key())).orderId })
    return loans.at(-1) as Loan
  }
  const running = await loan('saral-weekly')
  const overdue = await loan()
  const extended = await loan()
  const awaiting = await loan()
  const paidTwice = await loan()
  await loan()
  world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
  const returned = await loan()
  await later(world, 1)
  await pay(world, returned.borrower, returned.orderId, 'all')
  await later(world, 6)
  await pay(world, running.borrower, running.orderId)
  await world.webhook(world.provider.attempt(await requestExtension(extended)))
  const page = paidTwice.borrower.browser.calls(contract.repay)
  const { paymentId } = dataOf(
    await page.repay({ orderId: paidTwice.orderId, scope: 'all' }, key()),
  )
  await world.webhook(world.provider.attempt(paymentId))
  await world.webhook(world.provider.attempt(paymentId))
  await later(world, 1)
  await requestExtension(awaiting)
  const byStaff = await waive(world, overdue)
  await applied({ monthlyIncome: '1' })
  await world.runJobs()
  world.bank.next = { state: 'pending' }
  const paying = await applied()
  await world.runJobs()
  await takeMoney(world, paying)
  await applied()
  await enqueueForReal(world)
  return { loans, returned: [returned.orderId], ...byStaff }
}

/** Closes each of the days. */
export async function later(world: LendingWorld, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
    await world.runJobs()
  }
}

/** Requests the offered extension, and returns its payment. */
async function requestExtension({ borrower, orderId }: Loan): Promise<string> {
  const calls = borrower.browser.calls(contract.extension)
  const { extensionId, orderRepayId } = dataOf(await calls.calculate({ id: orderId }))
  const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
  const extension = { orderId, extensionId, orderRepayId, keyFactsHash }
  const { paymentUrl } = dataOf(await calls.apply(extension, key()))
  return paymentUrl.slice(paymentUrl.lastIndexOf('/') + 1)
}

/** One waiver by two persons, and one that waits for the second. */
async function waive(world: LendingWorld, { orderId }: Loan) {
  const collector = await staffBrowser(world.server, 'collections')
  const finance = await staffBrowser(world.server, 'finance')
  const propose = async () => {
    const act = { orderId, amount: paise(100), why: 'Their wages came late.' }
    return dataOf(await collector.calls(staffContract.proposal).waivePenal(act)).proposalId
  }
  const proposalId = await propose()
  dataOf(await finance.calls(staffContract.proposal).approve({ proposalId, reason: 'I read it.' }))
  const staff = [
    { role: 'collections', browser: collector },
    { role: 'finance', browser: finance },
  ] as const
  return { staff, proposals: [await propose()] }
}

async function takeMoney(world: LendingWorld, { borrower, orderId }: Loan): Promise<void> {
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  dataOf(await borrower.browser.calls(contract.order).loan({ orderId, keyFactsHash }, key()))
  await world.runJobs()
}

async function enqueueForReal({ server, jobs }: LendingWorld): Promise<void> {
  const { db, queue } = server.services
  await db.transaction(async tx => {
    for (const { name, data } of jobs) await queue.enqueue(tx, name, data as never)
  })
}
