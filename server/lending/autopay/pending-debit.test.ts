/** A debit whose end is not known when its due day is over. */
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day, startOfIndiaDay } from '#domain/day.ts'
import { audit } from '#server/lending/books/audit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { type MandateSimulator, mandateSimulator } from '#server/providers/mandate/simulator.ts'
import { signedHeaders } from '#server/providers/payment/simulated-webhook.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { forFile } from '#server/testing/for-file.ts'
import {
  type Borrower,
  detailOf,
  ledgerOf,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'

let app: MandateSimulator
const world = forFile(() =>
  lendingWorld({
    lending: usual => {
      app = mandateSimulator({
        db: usual.db,
        clock: usual.clock,
        ids: usual.ids,
        publicOrigin: () => 'http://saral.test',
        secret: 's',
      })
      // The test's payment provider has this name, and so has its holder of mandates.
      return { mandate: { ...app, name: 'test' } }
    },
  }),
)

async function at(day: Day, hour: number): Promise<void> {
  const targetMs = startOfIndiaDay(day).getTime() + hour * 3_600_000
  world.server.clock.advance({ seconds: (targetMs - world.server.clock.now().getTime()) / 1_000 })
  await runCloseOfBusiness(world.services)
  await world.runJobs()
}

/** Delivers the messages of the UPI app's service. */
async function deliver(): Promise<void> {
  const rows = await world.services.db.raw(
    "SELECT event_id, body FROM sandbox.webhook WHERE path = 'mandate' AND state = 'waiting' ORDER BY event_id",
  )
  for (const row of rows as { event_id: string; body: string }[]) {
    const headers = signedHeaders(row.body, row.event_id, 's', world.services.clock.wall())
    const answer = await fetch(`${world.server.origin}/webhook/mandate`, {
      method: 'POST',
      headers,
      body: row.body,
    })
    expect(answer.status).toBe(200)
  }
  await world.services.db.raw("UPDATE sandbox.webhook SET state = 'delivered'")
  await world.runJobs()
}

const textsTo = async ({ phone }: Borrower) => {
  const { db, cipher } = world.services
  return (await sandboxMessages({ db, cipher }, phone)).map(({ text }) => text)
}

/** A loan with AutoPay, whose first debit was started on its due day and has not been reported. */
async function withPendingDebit(press?: 'fail-debits') {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const calls = borrower.browser.calls(contract.autopay)
  const page = await calls.setUp({ orderId, isAgreed: true })
  if (!page.ok) throw new Error(page.reason)
  const [row] = await world.services.db.raw(
    'SELECT vendor_ref FROM mandate WHERE borrower_id = $1',
    [borrower.id],
  )
  const ref = String(row?.vendor_ref)
  await app.press(ref, 'approve')
  if (press) await app.press(ref, press)
  await deliver()
  const { position } = await detailOf(borrower, orderId)
  const day = position?.fallsDue?.day as Day
  await at(addDays(day, -1), 9)
  await at(day, 13.5)
  const status = await calls.status({ orderId })
  expect(status).toMatchObject({ data: { next: { debit: 'started' } } })
  return { borrower, orderId, day, amount: position?.fallsDue?.amount ?? 0 }
}

test('nobody is asked for money, or called late, while AutoPay’s debit is under way overnight', async () => {
  const { borrower, orderId, day } = await withPendingDebit()
  const before = await textsTo(borrower)
  await at(addDays(day, 1), 10)
  expect(await textsTo(borrower)).toEqual(before)
  await deliver()
  expect(await detailOf(borrower, orderId)).toMatchObject({ orderState: 'loaned', overdueDays: 0 })
})

test('the borrower is notified at once of a debit whose failure becomes known on the next day', async () => {
  const { borrower, day } = await withPendingDebit('fail-debits')
  await at(addDays(day, 1), 10)
  await deliver()
  await at(addDays(day, 1), 10.5)
  const texts = (await textsTo(borrower)).slice(0, 2).toSorted()
  expect(texts).toMatchObject([
    expect.stringContaining('AutoPay took nothing'),
    expect.stringContaining('please pay Rs 400.56'),
  ])
})

test('a debit of the due day that becomes known after a payment by hand keeps the borrower in time, and the payment by hand goes back', async () => {
  const { borrower, orderId, day, amount } = await withPendingDebit()
  await at(addDays(day, 1), 10)
  const byHand = await pay(world, borrower, orderId)
  expect(byHand.amount).toBe(400_56)
  await world.runJobs()
  await deliver()
  const refunds = world.provider.refunds.filter(each => each.attemptRef === byHand.attemptRef)
  expect(refunds).toMatchObject([{ amount: 400_56 }])
  expect(await detailOf(borrower, orderId)).toMatchObject({
    orderState: 'loaned',
    position: { paid: { penal: 0 } },
  })
  expect(await ledgerOf(world, borrower, orderId)).toMatchObject({
    penal_income: 0,
    bank: amount - 4_882_00,
  })
  await pay(world, borrower, orderId, 'all')
  const home = await borrower.browser.calls(contract.home).index({})
  expect(home).toMatchObject({ data: { loansRepaid: 1, loansRepaidOnTime: 1 } })
  expect((await audit(world.services.db)).faults).toEqual([])
})
