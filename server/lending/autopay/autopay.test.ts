import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { addDays, type Day, startOfIndiaDay } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { sendDebit } from '#server/lending/autopay/debit.ts'
import { audit } from '#server/lending/books/audit.ts'
import {
  runCloseOfBusiness,
  startClosingBusiness,
} from '#server/lending/closing/close-of-business.ts'
import { recoverLostJobs } from '#server/lending/payout/recover-lost-jobs.ts'
import { measurements } from '#server/platform/metrics/prometheus.ts'
import { type MandateSimulator, mandateSimulator } from '#server/providers/mandate/simulator.ts'
import { signedHeaders } from '#server/providers/payment/simulated-webhook.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import { addendumRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  lendingWorld,
  pay,
  runningLoan,
} from '#server/testing/lending.ts'

let world: LendingWorld
let app: MandateSimulator
/** The calls that the holder of mandates receives; it can be unreachable. */
let isDown = false
/** It obeys, and its answer never arrives. */
let isCut = false
/** Runs while it answers with the state of a mandate. */
let duringQuery: ((ref: string) => Promise<void>) | undefined
/** The debits of which its payment was asked, once for each call. */
const debitQueries: string[] = []
/** The debits that it had to announce: when, and for which instant. */
const announcements: { readonly debitId: string; readonly at: Date; readonly debitAt: Date }[] = []
beforeAll(async () => {
  world = await lendingWorld({
    lending: usual => {
      app = mandateSimulator({
        db: usual.db,
        clock: usual.clock,
        ids: usual.ids,
        publicOrigin: () => 'http://saral.test',
        secret: 's',
      })
      const refuse = (): never => {
        throw new Error('unreachable')
      }
      const mandate: MandateSimulator = {
        ...app,
        // The test's payment provider has this name, and so has its holder of mandates.
        name: 'test',
        state: async ref => {
          const reply = isDown ? refuse() : await app.state(ref)
          await duringQuery?.(ref)
          return reply
        },
        setState: (ref, state) => (isDown ? refuse() : app.setState(ref, state)),
        announce: async debit => {
          const { debitId, debitAt } = debit
          announcements.push({ debitId, at: usual.clock.now(), debitAt })
          const announced = isDown ? refuse() : await app.announce(debit)
          return isCut ? refuse() : announced
        },
        debit: async debit => {
          if (isDown) refuse()
          debitQueries.push(debit.debitId)
          await app.debit(debit)
          if (isCut) refuse()
        },
      }
      return { mandate }
    },
  })
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const calls = (borrower: Borrower) => borrower.browser.calls(contract.autopay)
const statusOf = async (borrower: Borrower, orderId: string) => {
  const status = await calls(borrower).status({ orderId })
  if (!status.ok) throw new Error(status.reason)
  return status.data
}
const refOf = async (borrower: Borrower): Promise<string> => {
  const [row] = await world.services.db.raw(
    'SELECT vendor_ref FROM mandate WHERE borrower_id = $1 ORDER BY created_at DESC LIMIT 1',
    [borrower.id],
  )
  return String(row?.vendor_ref)
}
const textsTo = async (borrower: Borrower) => {
  const { db, cipher } = world.services
  const messages = await sandboxMessages({ db, cipher }, borrower.phone)
  return messages.map(({ text }) => text).filter(text => text.includes('AutoPay'))
}
/** The next instalment on home and on the order's page, which must be the same. */
const promised = async (borrower: Borrower, orderId: string) => {
  const [home, { next }] = await Promise.all([
    borrower.browser.calls(contract.home).index({}),
    statusOf(borrower, orderId),
  ])
  const card = home.ok ? home.data.undwayList[0] : undefined
  expect(card?.autoPayMsg).toEqual(next?.msg ?? null)
  return next
}
/** All texts to a borrower, the newest first. */
const allTextsTo = async (borrower: Borrower) => {
  const { db, cipher } = world.services
  return (await sandboxMessages({ db, cipher }, borrower.phone)).map(({ text }) => text)
}
const debitsOf = (borrower: Borrower) =>
  world.services.db.raw(
    `SELECT d.state, d.reason, d.amount::int, p.status FROM autopay_debit d
     JOIN payment p ON p.borrower_id = d.borrower_id AND p.payment_id = d.debit_id
     WHERE d.borrower_id = $1 ORDER BY d.due_day`,
    [borrower.id],
  )

/** Moves to an hour of a day in India, and runs the calendar and its jobs twice, as on two servers. */
async function at(day: Day, hour: number): Promise<void> {
  const targetMs = startOfIndiaDay(day).getTime() + hour * 3_600_000
  world.server.clock.advance({ seconds: (targetMs - world.server.clock.now().getTime()) / 1_000 })
  await runCloseOfBusiness(world.services)
  await world.runJobs()
  await runCloseOfBusiness(world.services)
  await world.runJobs()
}

/** Runs the jobs of a name that wait for later, each once. */
async function runLater(name: 'sync-mandate' | 'ask-payment' | 'send-debit'): Promise<void> {
  await world.runJobs()
  const count = world.jobs.filter(job => job.name === name && job.isLater).length
  for (let ran = 0; ran < count; ran += 1) await world.runJobs({ later: name })
  await world.runJobs()
}

/** The server's count of mandates that their service has not confirmed. */
async function measuredUnconfirmed(): Promise<string | undefined> {
  const metrics = measurements()
  await startClosingBusiness({ ...world.services, metrics }).stop()
  return /^saral_mandates_unconfirmed (\d+)$/m.exec(await metrics.text())?.[1]
}

/** Delivers the newest message of the UPI app's service. */
async function deliver(): Promise<number> {
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
  return rows.length
}

/** A running loan with AutoPay approved in the UPI app, its first due day, and what falls due. */
async function withAutoPay() {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const page = await calls(borrower).setUp({ orderId, isAgreed: true })
  if (!page.ok) throw new Error(page.reason)
  const ref = await refOf(borrower)
  await app.press(ref, 'approve')
  await deliver()
  const { position } = await detailOf(borrower, orderId)
  if (!position?.fallsDue) throw new Error('nothing falls due')
  const { day, amount } = position.fallsDue
  return { borrower, orderId, ref, day, amount }
}

async function payPart(borrower: Borrower, orderId: string, amount: number): Promise<void> {
  const { repay } = borrower.browser.calls(contract.repay)
  const part = { orderId, scope: 'part', amount: paise(amount) } as const
  const page = await repay(part, { idempotencyKey: randomUUID() })
  if (!page.ok) throw new Error(page.reason)
  await world.webhook(world.provider.attempt(page.data.paymentId))
  await world.runJobs()
}

describe('setting up', () => {
  test('is offered on a running loan, opens one page, and records the consent', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower)
    const { schedule } = await detailOf(borrower, orderId)
    const before = await statusOf(borrower, orderId)
    const largest = Math.max(...schedule.map(({ amount }) => amount))
    expect(before).toMatchObject({ isOffered: true, state: 'off', cap: largest, next: null })
    expect(before.endsOn).toBe(addDays(schedule.at(-1)?.dueDay as Day, 10))
    const first = await calls(borrower).setUp({ orderId, isAgreed: true })
    expect(await calls(borrower).setUp({ orderId, isAgreed: true })).toEqual(first)
    expect((await statusOf(borrower, orderId)).state).toBe('asked')
    const consents = await world.services.db.raw(
      "SELECT text_version, withdrawn_at FROM consent c LEFT JOIN consent_withdrawal w USING (borrower_id, consent_id) WHERE c.borrower_id = $1 AND purpose = 'autopay'",
      [borrower.id],
    )
    expect(consents).toEqual([{ text_version: '2026-11-24', withdrawn_at: null }])
    await app.press(await refOf(borrower), 'approve')
    expect(await deliver()).toBe(1)
    const after = await statusOf(borrower, orderId)
    expect(after).toMatchObject({ state: 'active', next: { debit: 'planned' } })
    expect(await calls(borrower).setUp({ orderId, isAgreed: true })).toMatchObject({
      reason: 'autopay-state',
    })
  })

  test('is not offered before the money came, nor on another borrower’s loan', async () => {
    const borrower = await world.borrower()
    const other = await world.borrower()
    const orderId = await runningLoan(world, other)
    const refusal = await calls(borrower).setUp({ orderId, isAgreed: true })
    expect(refusal).toMatchObject({ reason: 'order-not-found' })
    for (const to of ['pause', 'resume', 'revoke'] as const)
      expect(await calls(borrower).change({ orderId, to })).toMatchObject({
        reason: 'order-not-found',
      })
    expect(await calls(borrower).skip({ orderId })).toMatchObject({ reason: 'order-not-found' })
    expect(await calls(other).change({ orderId, to: 'pause' })).toMatchObject({
      reason: 'autopay-state',
    })
  })

  test('answers a text that is no id like a missing loan', async () => {
    const { setUp, change, skip, status } = calls(await world.borrower())
    for (const orderId of ['a', '0'.repeat(36), 'x'.repeat(64)])
      for (const answer of [
        await status({ orderId }),
        await setUp({ orderId, isAgreed: true }),
        await change({ orderId, to: 'pause' }),
        await skip({ orderId }),
      ])
        expect(answer).toMatchObject({ reason: 'order-not-found' })
  })

  test('a page refused in the UPI app, or not answered in time, leaves AutoPay off', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower)
    await calls(borrower).setUp({ orderId, isAgreed: true })
    await app.press(await refOf(borrower), 'refuse')
    await deliver()
    expect(await statusOf(borrower, orderId)).toMatchObject({ state: 'refused', isOffered: true })
    await calls(borrower).setUp({ orderId, isAgreed: true })
    world.server.clock.advance({ seconds: 1_800 })
    await runLater('sync-mandate')
    await runLater('sync-mandate')
    expect((await statusOf(borrower, orderId)).state).toBe('refused')
  })
})

describe('a debit', () => {
  test('is announced the day before, made on the due day after 13:00, and pays the instalment', async () => {
    const { borrower, orderId, day, amount } = await withAutoPay()
    await at(addDays(day, -2), 10)
    expect(await debitsOf(borrower)).toEqual([])
    await at(addDays(day, -1), 9)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'announced', amount }])
    const [notice, ...others] = await textsTo(borrower)
    expect(others).toEqual([])
    expect(notice).toMatch(/AutoPay will take Rs [\d,.]+ for your loan/)
    expect(notice).toContain('Skip this one')
    await at(day, 12.9)
    expect((await statusOf(borrower, orderId)).next).toMatchObject({
      day,
      amount,
      debit: 'announced',
    })
    await at(day, 13.1)
    expect((await statusOf(borrower, orderId)).next).toMatchObject({ debit: 'started' })
    await deliver()
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', status: 'paid' }])
    const { schedule, position } = await detailOf(borrower, orderId)
    expect(schedule[0]?.fallsDue).toBeNull()
    expect(position?.fallsDue?.day).toBe(addDays(day, 7))
    expect(await audit(world.services.db)).toMatchObject({ faults: [] })
  })

  test('is announced to its service for more than a day later, whose count begins when it has the request', async () => {
    const { borrower, day } = await withAutoPay()
    await at(addDays(day, -1), 15.5)
    const [debit] = await world.services.db.raw(
      'SELECT debit_id AS id FROM autopay_debit WHERE borrower_id = $1',
      [borrower.id],
    )
    const [announced] = announcements.filter(({ debitId }) => debitId === debit?.id)
    if (!announced) throw new Error('nothing was announced')
    const minutes = (announced.debitAt.getTime() - announced.at.getTime()) / 60_000 - 24 * 60
    expect(minutes).toBeGreaterThan(0)
    expect(minutes).toBeLessThanOrEqual(15)
    // Twenty-four hours after the request are fewer after the service's notice.
    await at(day, 15.5)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'announced' }])
    await at(day, 15.75)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started' }])
  })

  test('needs its notice: without a text that went out, nothing is taken', async () => {
    const { borrower, day, orderId } = await withAutoPay()
    await at(addDays(day, -1), 9)
    await world.services.db.raw(
      "UPDATE borrower_message SET was_texted = false WHERE borrower_id = $1 AND kind = 'autopay-notice'",
      [borrower.id],
    )
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'announced' }])
    await at(day, 17)
    expect(await debitsOf(borrower)).toMatchObject([
      { state: 'dropped', reason: 'not-announced', status: 'failed' },
    ])
    expect((await textsTo(borrower))[0]).toContain('AutoPay took nothing')
    expect((await statusOf(borrower, orderId)).next).toMatchObject({ debit: 'dropped' })
  })

  test('is not made when it was skipped, and the next one is', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    expect(await calls(borrower).skip({ orderId })).toMatchObject({ reason: 'autopay-no-debit' })
    await at(addDays(day, -1), 9)
    expect((await calls(borrower).skip({ orderId })).ok).toBe(true)
    expect((await calls(borrower).skip({ orderId })).ok).toBe(true)
    expect((await statusOf(borrower, orderId)).next).toMatchObject({ debit: 'skipped' })
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'skipped', status: 'failed' }])
    await pay(world, borrower, orderId)
    await at(addDays(day, 6), 9)
    await at(addDays(day, 7), 14)
    await deliver()
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'skipped' }, { status: 'paid' }])
  })

  test('is not made while paused, and is after a resumption in time', async () => {
    const { borrower, orderId, day, ref } = await withAutoPay()
    await at(addDays(day, -1), 9)
    await calls(borrower).change({ orderId, to: 'pause' })
    await runLater('sync-mandate')
    expect((await app.mandate(ref))?.state).toBe('paused')
    await calls(borrower).change({ orderId, to: 'resume' })
    await runLater('sync-mandate')
    await calls(borrower).change({ orderId, to: 'pause' })
    await runLater('sync-mandate')
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'dropped', reason: 'autopay-off' }])
    await calls(borrower).change({ orderId, to: 'resume' })
    await runLater('sync-mandate')
    await pay(world, borrower, orderId)
    await at(addDays(day, 6), 9)
    await at(addDays(day, 7), 14)
    await deliver()
    expect((await debitsOf(borrower)).at(-1)).toMatchObject({ state: 'started', status: 'paid' })
  })

  test('is not made after a payment by hand; after a part of it the borrower is notified of the rest', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    await at(addDays(day, -1), 9)
    await pay(world, borrower, orderId)
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'dropped', reason: 'nothing-due' }])

    const second = addDays(day, 7)
    await at(addDays(second, -1), 9)
    const page = await borrower.browser
      .calls(contract.repay)
      .repay({ orderId, scope: 'part', amount: paise(100_00) }, { idempotencyKey: randomUUID() })
    if (!page.ok) throw new Error(page.reason)
    await world.webhook(world.provider.attempt(page.data.paymentId))
    await at(second, 14)
    expect((await debitsOf(borrower)).at(-1)).toMatchObject({ reason: 'amount-changed' })
    const { position } = await detailOf(borrower, orderId)
    const rest = position?.fallsDue?.amount ?? 0
    expect((await textsTo(borrower))[0]).toContain(`Please pay Rs ${(rest / 100).toFixed(2)}`)
  })

  test('that meets a payment made by hand before is refunded', async () => {
    const { borrower, orderId, day, amount } = await withAutoPay()
    await at(addDays(day, -1), 9)
    await at(day, 12)
    const page = await borrower.browser
      .calls(contract.repay)
      .repay({ orderId, scope: 'due' }, { idempotencyKey: randomUUID() })
    if (!page.ok) throw new Error(page.reason)
    const byHand = { paidAt: world.services.clock.now() }
    // The message of the payment comes after the debit was started.
    await at(day, 13.5)
    await world.webhook(world.provider.attempt(page.data.paymentId, byHand))
    await deliver()
    const refunds = await world.services.db.raw(
      'SELECT amount::int, state FROM refund WHERE borrower_id = $1',
      [borrower.id],
    )
    expect(refunds).toEqual([{ amount, state: 'done' }])
    const [back] = await world.services.db.raw(
      `SELECT f.amount_paise::int AS amount FROM sandbox.refund f JOIN sandbox.mandate_debit d ON d.attempt_ref = f.attempt_ref
       JOIN autopay_debit a ON a.debit_id::text = d.debit_id WHERE a.borrower_id = $1`,
      [borrower.id],
    )
    expect(back).toEqual({ amount })
    expect(await audit(world.services.db)).toMatchObject({ faults: [] })
  })

  test('that fails takes nothing, is tried once, and the borrower is notified', async () => {
    const { borrower, orderId, day, ref, amount } = await withAutoPay()
    await app.press(ref, 'fail-debits')
    await at(addDays(day, -1), 9)
    await at(day, 13.5)
    await deliver()
    await at(day, 15)
    await recoverLostJobs(world.services)
    await world.runJobs()
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', status: 'failed' }])
    const attempts = await world.services.db.raw(
      'SELECT count(*)::int AS made FROM sandbox.mandate_debit WHERE mandate_ref = $1 AND attempt_ref IS NOT NULL',
      [ref],
    )
    expect(attempts).toEqual([{ made: 1 }])
    expect(await textsTo(borrower)).toHaveLength(2)
    expect((await textsTo(borrower))[0]).toContain(`Please pay Rs ${(amount / 100).toFixed(2)}`)
    expect((await statusOf(borrower, orderId)).next).toMatchObject({ debit: 'failed' })
  })

  test('whose service cannot be reached is given up at the end of the hours, with a notice', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    await at(addDays(day, -1), 9)
    isDown = true
    await at(day, 13.5)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', status: 'pending' }])
    await at(day, 17)
    await runLater('send-debit')
    isDown = false
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', status: 'failed' }])
    expect((await textsTo(borrower))[0]).toContain('AutoPay took nothing')
    expect((await statusOf(borrower, orderId)).next).toMatchObject({ debit: 'failed' })
    await runLater('send-debit')
    expect(await debitsOf(borrower)).toMatchObject([{ status: 'failed' }])
  })

  test('is announced and made once, though the answers of its service are lost', async () => {
    const { borrower, day, ref } = await withAutoPay()
    isCut = true
    await at(addDays(day, -1), 9)
    await runLater('send-debit')
    isCut = false
    await runLater('send-debit')
    await at(day, 12)
    isCut = true
    await at(day, 13.5)
    await runLater('send-debit')
    isCut = false
    world.server.clock.advance({ seconds: 121 })
    await runLater('send-debit')
    await deliver()
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', status: 'paid' }])
    const payments = await world.services.db.raw(
      'SELECT state FROM sandbox.mandate_debit WHERE mandate_ref = $1',
      [ref],
    )
    expect(payments).toEqual([{ state: 'paid' }])
    const receipts = await world.services.db.raw(
      'SELECT count(*)::int AS count FROM payment_receipt WHERE borrower_id = $1',
      [borrower.id],
    )
    expect(receipts).toEqual([{ count: 1 }])
  })

  test('is asked of its service by one job only, while the request may be on its way', async () => {
    const { borrower, day } = await withAutoPay()
    await at(addDays(day, -1), 9)
    isCut = true
    await at(day, 13.5)
    const [debit] = await world.services.db.raw(
      'SELECT debit_id AS id FROM autopay_debit WHERE borrower_id = $1',
      [borrower.id],
    )
    const debitId = String(debit?.id)
    const send = () => sendDebit(world.services, { borrowerId: borrower.id, debitId, round: 0 })
    const queryCount = () => debitQueries.filter(id => id === debitId).length
    await Promise.all([send(), send()])
    expect(queryCount()).toBe(1)
    isCut = false
    world.server.clock.advance({ seconds: 121 })
    await Promise.all([send(), send()])
    expect(queryCount()).toBe(2)
    await send()
    expect(queryCount()).toBe(2)
  })

  test('is not asked of its service once the borrower has stopped AutoPay meanwhile', async () => {
    const { borrower, day, orderId, ref } = await withAutoPay()
    await at(addDays(day, -1), 9)
    duringQuery = async polledRef => {
      if (polledRef !== ref) return
      duringQuery = undefined
      await calls(borrower).change({ orderId, to: 'pause' })
    }
    await at(day, 13.5)
    const [debit] = await world.services.db.raw(
      'SELECT debit_id AS id, state FROM autopay_debit WHERE borrower_id = $1',
      [borrower.id],
    )
    expect(debit?.state).toBe('started')
    expect(debitQueries).not.toContain(debit?.id)
  })

  test('whose message is lost is found by polling the service', async () => {
    const { borrower, day } = await withAutoPay()
    await at(addDays(day, -1), 9)
    await at(day, 13.5)
    await world.services.db.raw("UPDATE sandbox.webhook SET state = 'delivered'")
    await runLater('ask-payment')
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', status: 'paid' }])
  })

  test('is not made when its service could not announce it', async () => {
    const { borrower, day } = await withAutoPay()
    isDown = true
    await at(addDays(day, -1), 9)
    isDown = false
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'announced' }])
    await at(day, 17)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'dropped', reason: 'not-announced' }])
  })
})

/*
 * The first of thirteen weekly instalments is ₹399.86, of ₹5,000 at 0.08 % a day, the largest ₹399.87: seven
 * days more bear ₹28.00. The server says at once what AutoPay will not pay, and the jobs do the same.
 */
describe('what is promised', () => {
  test('after a granted plan is what the jobs do: the amount is above what was allowed', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    await at(addDays(day, -3), 10)
    expect(await promised(borrower, orderId)).toMatchObject({ day, debit: 'planned', why: null })
    expect((await allTextsTo(borrower))[0]).toContain('AutoPay pays it')
    const hardship = borrower.browser.calls(contract.hardship)
    const offer = await hardship.plans({ orderId })
    const plan = offer.ok ? offer.data.plans.find(({ moveDays }) => moveDays === 7) : undefined
    expect(plan?.autoPayMsg).toContain('it is more than the amount you allowed')
    const read = await hardship.keyFacts({ orderId, moveDays: 7 })
    if (!read.ok) throw new Error(read.reason)
    const terms = { orderId, moveDays: 7, keyFactsHash: read.data.hash }
    await hardship.request(terms, { idempotencyKey: randomUUID() })
    await world.runJobs()
    const moved = addDays(day, 7)
    const above = { day: moved, amount: 427_86, debit: 'none', why: 'above-cap' }
    expect(await promised(borrower, orderId)).toMatchObject(above)
    expect((await textsTo(borrower))[0]).toMatch(
      /^Saral: AutoPay cannot take the next payment .* more than you allowed\. Please pay Rs 427\.86 in the app by /,
    )
    const textCount = (await textsTo(borrower)).length
    await at(addDays(moved, -1), 9)
    const reminded = await allTextsTo(borrower)
    expect(reminded[0]).toMatch(/AutoPay does not pay .* Please pay Rs 427\.86 in the app by /)
    expect(reminded.filter(text => text.includes('cannot take'))).toHaveLength(1)
    expect(textCount).toBeGreaterThan(0)
    expect(await debitsOf(borrower)).toEqual([])
    await at(moved, 9)
    expect((await allTextsTo(borrower))[0]).toMatch(
      /AutoPay does not pay today's .* in the app today, /,
    )
    expect(await promised(borrower, orderId)).toMatchObject(above)
    await at(moved, 14)
    expect(await debitsOf(borrower)).toEqual([])
  })

  test('after a part payment is the whole debit again, once the rest is within what was allowed', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    await world.services.db.raw('UPDATE mandate SET cap = 30000 WHERE borrower_id = $1', [
      borrower.id,
    ])
    await at(addDays(day, -1), 9)
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'none', why: 'above-cap' })
    expect(await textsTo(borrower)).toContainEqual(expect.stringContaining('AutoPay cannot take'))
    // 24.00 of ₹100 are interest; a day's interest on the other 76.00 is 0.06.
    await payPart(borrower, orderId, 100_00)
    const rest = { amount: 299_80, debit: 'announced', why: null }
    expect(await promised(borrower, orderId)).toMatchObject(rest)
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'started', amount: 299_80 }])
  })

  test('of an announced debit ends with a part payment: a notice names the rest at once', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    await at(addDays(day, -1), 9)
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'announced', why: null })
    await payPart(borrower, orderId, 100_00)
    const rest = { amount: 299_80, debit: 'none', why: 'part-paid' }
    expect(await promised(borrower, orderId)).toMatchObject(rest)
    expect((await textsTo(borrower))[0]).toMatch(
      /takes nothing\. Please pay Rs 299\.80 in the app by /,
    )
    await at(day, 9)
    expect((await allTextsTo(borrower))[0]).toMatch(
      /AutoPay does not pay today's .* in the app today, /,
    )
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'dropped', reason: 'amount-changed' }])
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'dropped', why: 'not-taken' })
  })

  test('after a resumption is a debit in the hours of the notice, and none after them', async () => {
    const inTime = await withAutoPay()
    const { borrower, orderId, day } = await withAutoPay()
    for (const one of [inTime, { borrower, orderId }]) {
      await calls(one.borrower).change({ orderId: one.orderId, to: 'pause' })
      expect(await promised(one.borrower, one.orderId)).toMatchObject({
        debit: 'none',
        why: 'paused',
      })
    }
    await at(addDays(day, -1), 15.5)
    await calls(inTime.borrower).change({ orderId: inTime.orderId, to: 'resume' })
    const announced = { debit: 'announced', why: null }
    expect(await promised(inTime.borrower, inTime.orderId)).toMatchObject(announced)
    await at(addDays(day, -1), 16)
    await calls(borrower).change({ orderId, to: 'resume' })
    await world.runJobs()
    const late = { day, amount: 399_86, debit: 'none', why: 'too-late' }
    expect(await promised(borrower, orderId)).toMatchObject(late)
    expect((await textsTo(borrower))[0]).toMatch(
      /^Saral: it is too late .* pay Rs 399\.86 in the app by /,
    )
    await at(day, 16.5)
    await deliver()
    expect(await debitsOf(inTime.borrower)).toMatchObject([{ status: 'paid' }])
    expect(await debitsOf(borrower)).toEqual([])
    expect(await promised(borrower, orderId)).toMatchObject(late)
    // The next one is announced again.
    await pay(world, borrower, orderId)
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'planned', why: null })
    await at(addDays(day, 6), 9)
    expect(await promised(borrower, orderId)).toMatchObject(announced)
  })

  test('of a mandate for an instalment of tomorrow is said before it is agreed to, and kept', async () => {
    const early = await world.borrower()
    const late = await world.borrower()
    const loans = [await runningLoan(world, early), await runningLoan(world, late)] as const
    const { repaymentDate } = await detailOf(early, loans[0])
    const day = repaymentDate as Day
    const approve = async (borrower: Borrower, orderId: string) => {
      await calls(borrower).setUp({ orderId, isAgreed: true })
      await app.press(await refOf(borrower), 'approve')
      await deliver()
    }
    await at(addDays(day, -1), 10)
    const before = await statusOf(early, loans[0])
    expect(before).toMatchObject({ next: null, first: { day, debit: 'planned', why: null } })
    await approve(early, loans[0])
    expect(await promised(early, loans[0])).toMatchObject({ debit: 'announced', why: null })
    await at(addDays(day, -1), 16.5)
    const tooLate = { day, debit: 'none', why: 'too-late' }
    expect(await statusOf(late, loans[1])).toMatchObject({ next: null, first: tooLate })
    await approve(late, loans[1])
    await world.runJobs()
    expect(await statusOf(late, loans[1])).toMatchObject({ next: tooLate, first: null })
    expect((await textsTo(late))[0]).toContain('it is too late for AutoPay')
    await at(day, 14)
    expect(await debitsOf(early)).toMatchObject([{ state: 'started' }])
    expect(await debitsOf(late)).toEqual([])
  })

  test('after two extensions ends where the permission does', async () => {
    const borrower = await world.borrower()
    const orderId = await runningLoan(world, borrower, { productId: 'saral-seven' })
    await calls(borrower).setUp({ orderId, isAgreed: true })
    await app.press(await refOf(borrower), 'approve')
    await deliver()
    const start = (await detailOf(borrower, orderId)).loanDate as Day
    const offered: (string | null)[] = []
    const extend = async () => {
      const extension = borrower.browser.calls(contract.extension)
      const shown = await extension.calculate({ id: orderId })
      if (!shown.ok) throw new Error(shown.reason)
      const { extensionId, orderRepayId, autoPayMsg } = shown.data
      offered.push(autoPayMsg)
      const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
      const application = { orderId, extensionId, orderRepayId, keyFactsHash }
      const page = await extension.apply(application, { idempotencyKey: randomUUID() })
      if (!page.ok) throw new Error(page.reason)
      expect(await promised(borrower, orderId)).toBeNull()
      await world.webhook(world.provider.attempt(page.data.paymentUrl.split('/').at(-1) ?? ''))
      await world.runJobs()
    }
    await at(addDays(start, 5), 10)
    await extend()
    const first = { day: addDays(start, 12), debit: 'planned', why: null }
    expect(await promised(borrower, orderId)).toMatchObject(first)
    await at(addDays(start, 11), 7)
    await extend()
    const second = { day: addDays(start, 18), debit: 'none', why: 'mandate-over' }
    expect(await promised(borrower, orderId)).toMatchObject(second)
    expect((await textsTo(borrower))[0]).toContain('ends before the next payment')
    expect(offered).toEqual([null, expect.stringContaining('AutoPay ends before this date')])
  })

  test('is nothing while a payment is overdue, from the first minute of the day after', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    await at(addDays(day, -1), 9)
    await calls(borrower).skip({ orderId })
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'skipped', why: 'skipped' })
    const midnight = startOfIndiaDay(addDays(day, 1)).getTime()
    world.server.clock.advance({ seconds: (midnight - world.server.clock.now().getTime()) / 1_000 })
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'none', why: 'overdue' })
    await runCloseOfBusiness(world.services)
    expect(await promised(borrower, orderId)).toBeNull()
  })

  test('is not kept where the service could announce nothing in time: the borrower is notified the evening before', async () => {
    const { borrower, orderId, day } = await withAutoPay()
    isDown = true
    await at(addDays(day, -1), 15.5)
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'announced', why: null })
    await at(addDays(day, -1), 17.5)
    await runLater('send-debit')
    isDown = false
    expect(await promised(borrower, orderId)).toMatchObject({ debit: 'none', why: 'too-late' })
    expect((await textsTo(borrower))[0]).toContain('it is too late for AutoPay')
    await at(day, 14)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'announced' }])
  })
})

describe('ending', () => {
  test('holds here at once, and is sent until its service confirms', async () => {
    const { borrower, orderId, ref, day } = await withAutoPay()
    isDown = true
    await at(addDays(day, -1), 9)
    expect((await calls(borrower).change({ orderId, to: 'revoke' })).ok).toBe(true)
    expect((await calls(borrower).change({ orderId, to: 'revoke' })).ok).toBe(true)
    await runLater('sync-mandate')
    expect((await app.mandate(ref))?.state).toBe('active')
    expect((await statusOf(borrower, orderId)).state).toBe('off')
    world.server.clock.advance({ seconds: 59 * 60 })
    expect(await measuredUnconfirmed()).toBe('0')
    world.server.clock.advance({ seconds: 2 * 60 })
    expect(await measuredUnconfirmed()).toBe('1')
    await at(day, 17)
    expect(await debitsOf(borrower)).toMatchObject([{ state: 'dropped', reason: 'autopay-off' }])
    isDown = false
    await recoverLostJobs(world.services)
    await world.runJobs()
    await runLater('sync-mandate')
    expect((await app.mandate(ref))?.state).toBe('revoked')
    expect(await measuredUnconfirmed()).toBe('0')
    const [consent] = await world.services.db.raw(
      "SELECT withdrawn_at IS NOT NULL AS ended FROM consent c LEFT JOIN consent_withdrawal w USING (borrower_id, consent_id) WHERE c.borrower_id = $1 AND purpose = 'autopay'",
      [borrower.id],
    )
    expect(consent).toEqual({ ended: true })
  })

  test('in the UPI app is known from its message, and the borrower is notified', async () => {
    const { borrower, orderId, ref, day } = await withAutoPay()
    await at(addDays(day, -2), 9)
    await app.press(ref, 'pause')
    await deliver()
    expect(await statusOf(borrower, orderId)).toMatchObject({
      state: 'paused',
      isPausedInApp: true,
    })
    expect(await calls(borrower).change({ orderId, to: 'resume' })).toMatchObject({
      reason: 'autopay-paused-in-app',
    })
    await app.press(ref, 'revoke')
    await deliver()
    expect((await statusOf(borrower, orderId)).state).toBe('off')
    expect((await textsTo(borrower))[0]).toContain('was ended in your UPI app')
  })

  test('comes with the reversal of the payout, and the order’s record ends as failed', async () => {
    const { borrower, orderId } = await withAutoPay()
    world.bank.set(world.bank.sent.at(-1)?.key ?? '', { state: 'reversed', reason: 'returned' })
    world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(world.services)
    await world.runJobs()
    expect(await statusOf(borrower, orderId)).toMatchObject({ state: 'off', next: null })
    const events = await world.services.db.raw(
      'SELECT event, state FROM order_event WHERE borrower_id = $1 AND order_id = $2 ORDER BY number',
      [borrower.id, orderId],
    )
    expect(events.slice(-2)).toEqual([
      { event: 'payoutReversed', state: 'failed' },
      { event: 'autopayEnded', state: 'failed' },
    ])
  })

  test('comes with the end of the loan', async () => {
    const { borrower, orderId, ref } = await withAutoPay()
    await pay(world, borrower, orderId, 'all')
    await runLater('sync-mandate')
    expect((await app.mandate(ref))?.state).toBe('revoked')
    expect(await statusOf(borrower, orderId)).toMatchObject({ state: 'off', isOffered: false })
  })
})
