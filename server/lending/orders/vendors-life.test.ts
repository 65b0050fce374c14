/**
 * A loan's life with real vendors behind the ports, simulated in their own wire formats on this
 * machine.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { cashfreePayments } from '#server/providers/payment/cashfree.ts'
import { razorpayPayments } from '#server/providers/payment/razorpay.ts'
import { cashfreePayouts } from '#server/providers/payout/cashfree.ts'
import { razorpayPayouts } from '#server/providers/payout/razorpay.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import {
  type Borrower,
  detailOf,
  type LendingWorld,
  ledgerOf,
  lendingWorld,
  wish,
} from '#server/testing/lending.ts'
import { cashfreeServer } from '#server/testing/vendors/cashfree.ts'
import { razorpayServer, type Webhook } from '#server/testing/vendors/razorpay.ts'
import type { Mishap } from '#server/testing/vendors/vendor-server.ts'

type Vendor = {
  readonly world: LendingWorld
  readonly mishaps: Mishap[]
  readonly pay: (paymentId: string) => Webhook
  readonly endPayout: (payoutId: string, state: 'succeeded' | 'reversed') => Webhook
  /** The payouts and refunds that the vendor has made. */
  readonly counts: () => { payouts: number; refunds: number }
  readonly close: () => Promise<void>
}

const vendors: Record<string, () => Promise<Vendor>> = {
  async razorpay() {
    const time = movedBy(() => world)
    const server = await razorpayServer(time.wall)
    const ports = {
      payment: razorpayPayments(server.settings, time),
      payout: razorpayPayouts(server.settings, time),
    }
    const world: LendingWorld = await lendingWorld({
      lending: () => ports,
      config: { paymentHosts: ['rzp.io'] },
    })
    const { mishaps, pay, payouts, refunds } = server
    return {
      world,
      mishaps,
      pay,
      endPayout: (id, state) =>
        server.endPayout(id, state === 'succeeded' ? 'processed' : 'reversed'),
      counts: () => ({ payouts: payouts.length, refunds: refunds.length }),
      close: () => Promise.all([world.close(), server.close()]).then(() => undefined),
    }
  },
  async cashfree() {
    const time = movedBy(() => world)
    const server = await cashfreeServer(time.wall)
    const webhookUrl = () => 'https://saral.test/webhook/payment'
    const ports = {
      payment: cashfreePayments({ ...server.settings, webhookUrl }, time),
      payout: cashfreePayouts({ ...server.settings, fundsourceId: undefined }, time),
    }
    const world: LendingWorld = await lendingWorld({
      lending: () => ports,
      config: { paymentHosts: ['payments-test.cashfree.com'] },
    })
    const { mishaps, pay, transfers, refunds } = server
    return {
      world,
      mishaps,
      pay,
      endPayout: (id, state) =>
        server.endTransfer(id.replaceAll('-', ''), state === 'succeeded' ? 'SUCCESS' : 'REVERSED'),
      counts: () => ({ payouts: transfers.length, refunds: refunds.length }),
      close: () => Promise.all([world.close(), server.close()]).then(() => undefined),
    }
  },
}

/** The vendor uses the product's time, which the test moves. */
function movedBy(world: () => LendingWorld): { wall: () => Date } {
  return { wall: () => world().services.clock.now() }
}

describe.each(Object.keys(vendors))('with %s', name => {
  let vendor: Vendor
  beforeAll(async () => {
    vendor = await (vendors[name] as () => Promise<Vendor>)()
  })
  afterAll(() => vendor.close())
  afterEach(() => vendor.mishaps.splice(0))

  const deliver = async (kind: 'payment' | 'payout', { body, headers }: Webhook) =>
    (
      await fetch(`${vendor.world.server.origin}/webhook/${kind}`, {
        method: 'POST',
        body,
        headers,
      })
    ).status
  const key = () => ({ idempotencyKey: randomUUID() })

  /** Up to Get Money: the payout was sent and has not ended. */
  async function lending(productId = 'saral-seven') {
    const borrower = await vendor.world.borrower()
    const order = borrower.browser.calls(contract.order)
    const applied = await order.apply(wish(borrower, { productId }), key())
    if (!applied.ok) throw new Error(applied.reason)
    const { orderId } = applied.data
    await vendor.world.runJobs()
    const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
    expect(await order.loan({ orderId, keyFactsHash }, key())).toMatchObject({ ok: true })
    await vendor.world.runJobs()
    const [payout] = await vendor.world.services.db.raw(
      'SELECT payout_id FROM payout WHERE order_id = $1',
      [orderId],
    )
    return { borrower, orderId, payoutId: String(payout?.payout_id) }
  }

  async function running() {
    const loan = await lending()
    expect(await deliver('payout', vendor.endPayout(loan.payoutId, 'succeeded'))).toBe(200)
    return loan
  }

  async function requestPayment(
    borrower: Borrower,
    orderId: string,
    scope: 'due' | 'all' = 'all',
  ): Promise<string> {
    const page = await borrower.browser.calls(contract.repay).repay({ orderId, scope }, key())
    if (!page.ok) throw new Error(page.reason)
    expect(page.data.paymentUrl).toMatch(/^https:\/\/(rzp\.io|payments-test\.cashfree\.com)\//)
    return page.data.paymentId
  }

  /** Runs the waiting jobs of this order only. */
  function keepJobsOf(id: string): void {
    const { jobs } = vendor.world
    jobs.splice(0, jobs.length, ...jobs.filter(({ data }) => JSON.stringify(data).includes(id)))
  }

  const stateOf = async (borrower: Borrower, orderId: string) =>
    (await detailOf(borrower, orderId)).orderState

  test('webhooks report payout and payments, each of them twice and at once', async () => {
    const { borrower, orderId, payoutId } = await lending()
    expect(await stateOf(borrower, orderId)).toBe('lending')
    const arrived = vendor.endPayout(payoutId, 'succeeded')
    expect(await Promise.all([deliver('payout', arrived), deliver('payout', arrived)])).toEqual([
      200, 200,
    ])
    expect(await stateOf(borrower, orderId)).toBe('loaned')
    const paid = vendor.pay(await requestPayment(borrower, orderId))
    expect(
      await Promise.all([
        deliver('payment', paid),
        deliver('payment', paid),
        deliver('payment', paid),
      ]),
    ).toEqual([200, 200, 200])
    expect(await stateOf(borrower, orderId)).toBe('settled')
    expect(await ledgerOf(vendor.world, borrower, orderId)).toMatchObject({
      principal_receivable: 0,
      refunds_payable: 0,
    })
  })

  test('without webhooks the vendor is asked, and knows the outcome', async () => {
    const { borrower, orderId, payoutId } = await lending()
    vendor.endPayout(payoutId, 'succeeded')
    keepJobsOf(payoutId)
    await vendor.world.runJobs({ later: 'send-payout' })
    expect(await stateOf(borrower, orderId)).toBe('loaned')
    const paymentId = await requestPayment(borrower, orderId)
    keepJobsOf(paymentId)
    vendor.pay(paymentId)
    vendor.mishaps.push('down')
    await vendor.world.runJobs({ later: 'ask-payment' })
    expect(await stateOf(borrower, orderId)).toBe('loaned')
    await vendor.world.runJobs({ later: 'ask-payment' })
    expect(await stateOf(borrower, orderId)).toBe('settled')
  })

  test('a vendor that loses its answers pays out once', async () => {
    const before = vendor.counts().payouts
    vendor.mishaps.push('none', 'done-but-cut')
    const { borrower, orderId, payoutId } = await lending()
    expect(vendor.counts().payouts).toBe(before + 1)
    vendor.endPayout(payoutId, 'succeeded')
    keepJobsOf(payoutId)
    await vendor.world.runJobs({ later: 'send-payout' })
    expect(await stateOf(borrower, orderId)).toBe('loaned')
    expect(vendor.counts().payouts).toBe(before + 1)
  })

  test('of payments on two pages the second is refunded, once, also if the answer is lost', async () => {
    const { borrower, orderId } = await running()
    const one = await requestPayment(borrower, orderId)
    const two = await requestPayment(borrower, orderId)
    await deliver('payment', vendor.pay(one))
    const before = vendor.counts().refunds
    await deliver('payment', vendor.pay(two))
    vendor.mishaps.push('none', 'done-but-cut')
    await vendor.world.runJobs()
    await vendor.world.runJobs({ later: 'send-refund' })
    expect(vendor.counts().refunds).toBe(before + 1)
    expect(await ledgerOf(vendor.world, borrower, orderId)).toMatchObject({
      refunds_payable: 0,
      principal_receivable: 0,
    })
    expect(await stateOf(borrower, orderId)).toBe('settled')
  })

  test('a payment reported a day late, after the due date, counts as paid in time', async () => {
    const { borrower, orderId } = await running()
    vendor.world.server.clock.advance({ days: 7 })
    await runCloseOfBusiness(vendor.world.services)
    const paid = vendor.pay(await requestPayment(borrower, orderId))
    vendor.world.server.clock.advance({ days: 1 })
    await runCloseOfBusiness(vendor.world.services)
    expect(await stateOf(borrower, orderId)).toBe('overdue')
    expect(await deliver('payment', paid)).toBe(200)
    expect(await detailOf(borrower, orderId)).toMatchObject({
      orderState: 'settled',
      position: { paid: { penal: 0 } },
    })
  })

  test('after a payout reversed once the loan was repaid nothing is owed, and the payment is refunded', async () => {
    const { borrower, orderId, payoutId } = await running()
    await deliver('payment', vendor.pay(await requestPayment(borrower, orderId)))
    const before = vendor.counts().refunds
    const returned = vendor.endPayout(payoutId, 'reversed')
    expect(await Promise.all([deliver('payout', returned), deliver('payout', returned)])).toEqual([
      200, 200,
    ])
    await vendor.world.runJobs()
    expect(await detailOf(borrower, orderId)).toMatchObject({
      orderState: 'failed',
      reasons: [{ reason: 'payout-reversed' }],
    })
    expect(vendor.counts().refunds).toBe(before + 1)
    expect(
      Object.values(await ledgerOf(vendor.world, borrower, orderId)).every(
        balance => balance === 0,
      ),
    ).toBe(true)
  })

  test('of payout messages in the wrong order the final state counts', async () => {
    const { borrower, orderId, payoutId } = await lending()
    const arrived = vendor.endPayout(payoutId, 'succeeded')
    const returned = vendor.endPayout(payoutId, 'reversed')
    await deliver('payout', returned)
    expect(await deliver('payout', arrived)).toBe(200)
    expect(await stateOf(borrower, orderId)).toBe('failed')
    expect(
      Object.values(await ledgerOf(vendor.world, borrower, orderId)).every(
        balance => balance === 0,
      ),
    ).toBe(true)
  })

  test('a forged message changes nothing', async () => {
    const { borrower, orderId, payoutId } = await lending()
    const { body, headers } = vendor.endPayout(payoutId, 'succeeded')
    expect(await deliver('payout', { body: body.replace('4', '5'), headers })).toBe(401)
    expect(await deliver('payout', { body, headers: {} })).toBe(401)
    expect(await deliver('payment', { body, headers: {} })).toBe(401)
    expect(await stateOf(borrower, orderId)).toBe('lending')
  })

  test('the log contains no number, name or secret of any request or answer', async () => {
    const logged = JSON.stringify(vendor.world.server.logged)
    expect(logged).not.toMatch(/91982\d{7}|1234567\d{4}|key-secret|webhook-secret|cfsk_test_secret/)
  })
})
