import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { saveWish } from '#server/lending/db/reminder.ts'
import { sendMessage } from '#server/lending/reminding/send-message.ts'
import { redactingPort } from '#server/platform/redaction.ts'
import { sandboxPushes } from '#server/providers/push/simulator.ts'
import { picture } from '#server/providers/simulated/person.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { VendorFailure } from '#server/providers/vendor-http.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, detailOf, lendingWorld, pay, runningLoan } from '#server/testing/lending.ts'

type Sent = { readonly to: string; readonly text: string }
let texts: Sent[]
let down: 'refused' | 'unreachable' | undefined

/** The simulated vendor, which can refuse a message, or take it without an answer. */
const sometimesDown = (vendor: SmsPort): SmsPort => ({
  send: async message => {
    if (down !== 'refused') {
      texts.push(message)
      await vendor.send(message)
    }
    if (down) throw new VendorFailure('test', 'send a message', down, 'as the test says')
  },
})
const world = forFile(() =>
  lendingWorld({
    lending: usual => ({ sms: redactingPort('sms', sometimesDown(usual.sms)) }),
  }),
)
beforeEach(() => world.reset())
beforeEach(() => {
  texts = []
  down = undefined
})

const textsTo = ({ phone }: Borrower) =>
  texts.filter(({ to, text }) => to === phone && text.startsWith('Saral: ')).map(({ text }) => text)
const remindersTo = (borrower: Borrower) =>
  textsTo(borrower).filter(text => /is due|please pay/.test(text))

/** Moves the clock to an hour of a day in India. */
function moveTo(dayOf: string, hour: number): void {
  const targetMs = startOfIndiaDay(dayOf as Day).getTime() + hour * 3_600_000
  world.server.clock.advance({ seconds: (targetMs - world.server.clock.now().getTime()) / 1_000 })
}

/** The same, and runs the calendar and its jobs twice, as on two servers. */
async function at(dayOf: string, hour: number): Promise<void> {
  moveTo(dayOf, hour)
  await Promise.all([runCloseOfBusiness(world.services), runCloseOfBusiness(world.services)])
  await world.runJobs()
}
const dueDayOf = async ({ id }: Borrower) => {
  const [row] = await world.services.db.raw(
    `SELECT next_due_day::text AS due FROM loan_order WHERE borrower_id = $1 ORDER BY applied_at DESC LIMIT 1`,
    [id],
  )
  return String(row?.due)
}
const plus = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
const sevenDays = { productId: 'saral-seven' }

async function owing(): Promise<{ borrower: Borrower; orderId: string; due: string }> {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower, sevenDays)
  return { borrower, orderId, due: await dueDayOf(borrower) }
}
async function subscribes({ browser, id }: Borrower): Promise<void> {
  const auth = Buffer.alloc(16, 7).toString('base64url')
  const userPublicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)]).toString('base64url')
  const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`
  expect(
    await browser.calls(contract.push).subscribe({ endpoint, auth, userPublicKey }),
  ).toMatchObject({ ok: true })
}

test('Get Money, the payout and each payment are notified at once, in the borrower’s language and to them alone', async () => {
  const { borrower, orderId } = await owing()
  expect(textsTo(borrower)).toEqual([
    expect.stringMatching(
      /^Saral: you took a loan of Rs 5,000.00 from Saral .*The Key Facts Statement you accepted is in the app/,
    ),
    expect.stringMatching(/^Saral: Rs [\d,.]+ of your loan .* arrived in your bank account/),
  ])
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect(textsTo(borrower).at(-1)).toMatch(
    /your last payment of Rs [\d,.]+ on .*you owe nothing on it/,
  )
  expect(texts.every(({ to, text }) => to === borrower.phone || !text.startsWith('Saral: '))).toBe(
    true,
  )
  expect(textsTo(borrower).some(text => /https?:|token/.test(text))).toBe(false)
})

test('an unpaid loan gets seven messages within the hours, each once, with the amount and the day, and later the charge and its reason', async () => {
  const { borrower, due } = await owing()
  for (let days = -4; days <= 30; days += 1)
    for (const hour of [0.5, 7.9, 8.1, 12, 18.9, 19.1]) {
      const before = remindersTo(borrower).length
      await at(plus(due, days), hour)
      const isDue = [-3, -1, 0, 1, 3, 7, 14].includes(days) && hour === 8.1
      expect(remindersTo(borrower).length - before, `${days} days, ${hour} h`).toBe(isDue ? 1 : 0)
    }
  const texts = remindersTo(borrower)
  expect(texts).toHaveLength(7)
  expect(texts[0]).toMatch(
    /Rs 5,035.00 of your loan .* is due on \d+ \w+ 2026.*Grievance officer: .*1800 000 0000$/,
  )
  expect(texts[2]).toMatch(/is due today.*a penal charge is added from tomorrow/)
  expect(texts[4]).toMatch(
    /please pay Rs [\d,.]+ .* today\. The oldest part was due on \d+ \w+ 2026\. It includes a penal charge of Rs \d+\.\d\d for late payment/,
  )
})

test('a borrower who pays gets no more reminders, even if one was recorded before', async () => {
  const { borrower, orderId, due } = await owing()
  moveTo(plus(due, -1), 9)
  await runCloseOfBusiness(world.services)
  expect(world.jobs.map(({ name }) => name)).toContain('send-message')
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  await at(plus(due, 1), 9)
  expect(remindersTo(borrower)).toEqual([])
})

test('an open complaint about the debt stops reminders, and its answer resumes them', async () => {
  const { borrower, due } = await owing()
  const about = {
    content: 'I do not owe this',
    problemType: 'charges',
    problemDesc: '',
    multipartFiles: picture(),
  }
  expect(await borrower.browser.calls(contract.feedback).save(about)).toMatchObject({ ok: true })
  await at(plus(due, 0), 9)
  expect(remindersTo(borrower)).toEqual([])
  await world.services.db.raw(
    `UPDATE feedback SET answered_at = created_at, answer_sealed = content_sealed WHERE borrower_id = $1`,
    [borrower.id],
  )
  await at(plus(due, 1), 9)
  expect(remindersTo(borrower)).toHaveLength(1)
})

test('notifications replace texts before the due day, name no amount, and never mention arrears', async () => {
  const { borrower, due } = await owing()
  await subscribes(borrower)
  await at(plus(due, -3), 9)
  expect(remindersTo(borrower)).toEqual([])
  await at(plus(due, 0), 9)
  expect(remindersTo(borrower)).toHaveLength(1)
  await at(plus(due, 1), 9)
  expect(remindersTo(borrower)).toHaveLength(2)
  const pushes = (await sandboxPushes(world.services.db)).map(
    ({ title, body }) => `${title}. ${body}`,
  )
  expect(pushes).toEqual([
    'You have a date in Saral today. Open Saral to see it.',
    'You have a date coming up in Saral. Open Saral to see it.',
  ])
})

test('a borrower can choose texts alone, in the evening, in Hindi', async () => {
  const { borrower, due } = await owing()
  await subscribes(borrower)
  await saveWish(
    world.services.db,
    borrower.id,
    { way: 'text', time: 'evening', language: 'hi' },
    world.server.clock.now(),
  )
  await at(plus(due, -1), 15.9)
  expect(textsTo(borrower).filter(text => text.includes('चुकाने हैं'))).toEqual([])
  await at(plus(due, -1), 16.1)
  expect(textsTo(borrower).filter(text => text.includes('चुकाने हैं'))).toEqual([
    expect.stringContaining('शिकायत अधिकारी'),
  ])
})

test('a text that its vendor refused is sent later on the same day; one without a known outcome never again', async () => {
  const one = await owing()
  const other = await owing()
  down = 'refused'
  await expect(at(plus(one.due, -1), 9)).rejects.toThrow('sms failed')
  world.jobs.length = 0
  down = undefined
  await at(plus(one.due, -1), 9.5)
  expect([remindersTo(one.borrower).length, remindersTo(other.borrower).length]).toEqual([1, 1])
  down = 'unreachable'
  await at(plus(one.due, 0), 9)
  down = undefined
  await at(plus(one.due, 0), 12)
  expect([remindersTo(one.borrower).length, remindersTo(other.borrower).length]).toEqual([2, 2])
})

test('two jobs for one message send it once, and a message left by a dead server is not sent on another day', async () => {
  const { borrower, due } = await owing()
  moveTo(plus(due, -1), 9)
  await runCloseOfBusiness(world.services)
  const job = world.jobs.find(({ name }) => name === 'send-message')
  if (job?.name !== 'send-message') throw new Error('no reminder was noted')
  await Promise.all([sendMessage(world.services, job.data), sendMessage(world.services, job.data)])
  await sendMessage(world.services, job.data)
  expect(remindersTo(borrower)).toHaveLength(1)
  await world.services.db.raw(
    `UPDATE borrower_message SET state = 'waiting', ended_at = NULL WHERE message_id = $1`,
    [job.data.messageId],
  )
  await at(plus(due, 2), 9)
  expect(remindersTo(borrower)).toHaveLength(1)
})

test('a payout reversed at night is notified in the morning', async () => {
  const { borrower } = await owing()
  const [row] = await world.services.db.raw(
    'SELECT payout_id::text AS id FROM payout WHERE borrower_id = $1',
    [borrower.id],
  )
  world.bank.set(String(row?.id), { state: 'reversed', reason: 'closed' })
  const tomorrow = plus(new Date(world.server.clock.now().getTime()).toISOString().slice(0, 10), 1)
  await at(tomorrow, 3)
  expect(textsTo(borrower).filter(text => text.includes('took back'))).toEqual([])
  await at(tomorrow, 8.1)
  expect(textsTo(borrower).filter(text => text.includes('took back'))).toHaveLength(1)
})

test('an act of a borrower at night is answered at once', async () => {
  const { borrower, orderId, due } = await owing()
  await at(plus(due, -5), 22)
  await pay(world, borrower, orderId, 'all')
  await world.runJobs()
  expect(textsTo(borrower).at(-1)).toMatch(/you owe nothing on it/)
})

test('a reminder of an instalment that was paid meanwhile is dropped, even if another falls due on that day', async () => {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const due = await dueDayOf(borrower)
  moveTo(plus(due, 7), 9)
  await runCloseOfBusiness(world.services)
  expect(world.jobs.map(({ name }) => name)).toContain('send-message')
  const { position } = await detailOf(borrower, orderId)
  const { penal = 0, interest = 0, principal = 0 } = position?.instalments[0]?.owed ?? {}
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope: 'due' }, { idempotencyKey: 'oldest' })
  if (!page.ok) throw new Error(page.reason)
  const amount = paise(penal + interest + principal)
  await world.webhook(world.provider.attempt(page.data.paymentId, { amount }))
  await world.runJobs()
  const after = await detailOf(borrower, orderId)
  expect(after.position?.instalments.slice(0, 2)).toMatchObject([
    { state: 'paid' },
    { state: 'upcoming', dueDay: plus(due, 7) },
  ])
  expect(remindersTo(borrower)).toEqual([])
})

test('a message that could not be sent for three days is dropped', async () => {
  const { borrower } = await owing()
  const again = async () => {
    const [row] = await world.services.db.raw(
      `UPDATE borrower_message SET state = 'waiting', ended_at = NULL
       WHERE borrower_id = $1 AND kind = 'payout-arrived' RETURNING message_id::text AS id`,
      [borrower.id],
    )
    const before = textsTo(borrower).length
    await sendMessage(world.services, { borrowerId: borrower.id, messageId: String(row?.id) })
    return textsTo(borrower).length - before
  }
  const [noted] = await world.services.db.raw(
    `SELECT noted_at AS at FROM borrower_message WHERE borrower_id = $1 AND kind = 'payout-arrived'`,
    [borrower.id],
  )
  if (!(noted?.at instanceof Date)) throw new Error('no message was noted')
  const threeDaysLater = noted.at.getTime() + 3 * 86_400_000
  world.server.clock.set(new Date(threeDaysLater))
  expect(await again()).toBe(1)
  world.server.clock.set(new Date(threeDaysLater + 1))
  expect(await again()).toBe(0)
})
