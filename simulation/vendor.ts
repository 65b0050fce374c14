import { type Paise, paise } from '#domain/money.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import { type RazorpayServer, razorpayServer } from '#server/testing/vendors/razorpay.ts'
import type { VendorCall } from '#server/testing/vendors/vendor-server.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'
import type { Faults } from './faults.ts'
import { type UpiApp, upiAppOf } from './upi-app.ts'
import { type Webhooks, webhooksOf } from './webhooks.ts'

const UNREACHABLE = 0.04
const ANSWER_LOST = 0.05
const REFUSES_PAYOUT = 0.05
const PAYS_OUT_AT_ONCE = 0.5
const REVERSES = 0.05
const REVERSES_LATE = 0.05
const GIVES_REFUND_UP = 0.12
const REFUND_FAILS = 0.1
const REFUND_PENDING = 0.3
const WEBHOOK_LOST = 0.2
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Transfer = {
  readonly request: { readonly key: string; readonly amount: Paise }
  readonly outcome: 'succeeded' | 'refused'
  readonly isReversed: boolean
}

/** The bank's own books: the transfers that ended, by the key of the payout. */
export type Bank = { readonly transfers: ReadonlyMap<string, Transfer> }

/** The payment provider's own books: attempts to pay that ended, and refunds by key. */
export type Provider = {
  readonly ended: readonly Omit<PaymentEvent, 'eventId'>[]
  readonly refunds: ReadonlyMap<string, { readonly attemptRef: string; readonly amount: Paise }>
}

type Attempt = {
  readonly state?: 'captured' | 'failed'
  readonly amount?: number
  /** When it was paid; now if absent. */
  readonly at?: Date
  /** The chance that no webhook comes, so that the server has to ask. */
  readonly webhookLost?: number
}

/** Razorpay and RazorpayX as documented, but unreliable. */
export type Vendor = {
  readonly settings: RazorpayServer['settings']
  readonly bank: () => Bank
  readonly provider: () => Provider
  /** Returns the payment request whose page has this address. */
  readonly paymentIdOf: (url: string) => string | undefined
  /** Pays on a page, or fails to; false if the page has expired. */
  readonly attempt: (paymentId: string, about?: Attempt) => Promise<boolean>
  /** Pays what a link asks for, as a UPI app does; false if that request has ended. */
  readonly payInApp: (intent: string) => Promise<boolean>
  /** The app in which borrowers approve, pause and end AutoPay. */
  readonly upiApp: UpiApp
  /** Ends payouts and debits whose time has come, and delivers webhooks that are due. */
  readonly work: (serverOrigin: string) => Promise<void>
  /** The number of webhooks and ends of payouts and debits to come. */
  readonly waiting: () => number
  /** When the next of them comes, in milliseconds; infinity if there is none. */
  readonly nextMs: () => number
  /** The messages that were accepted on a later India day than the one on which the money moved. */
  readonly lateWebhooks: () => number
  readonly close: () => Promise<void>
}

type Luck = {
  readonly chance: Chance
  readonly faults: Faults
  readonly clock: SimulatedClock
  /** True for a run that lasts for months, as the bank's late reversals do. */
  readonly isLong: boolean
}

/** Starts the vendor on this machine. Its messages are dated by the simulated clock. */
export async function openVendor({ chance, faults, clock, isLong }: Luck): Promise<Vendor> {
  const server = await razorpayServer(clock.now)
  const webhooks = webhooksOf(chance, faults, clock)
  const upiApp = upiAppOf({ server, webhooks, chance, faults, clock })
  const misfortune = misfortuneOf({ server, webhooks, chance, faults, isLong })
  server.mishapOf = call => {
    upiApp.note(call)
    return misfortune(call)
  }
  return {
    upiApp,
    settings: server.settings,
    bank: () => booksOfBank(server),
    provider: () => booksOfProvider(server),
    paymentIdOf: url => server.links.find(link => link.short_url === url)?.reference_id,
    attempt: async (paymentId, { state = 'captured', amount, at, webhookLost } = {}) => {
      const paidAt = at ?? clock.now()
      const link = server.links.find(({ reference_id }) => reference_id === paymentId)
      if (!link) throw new Error(`no page was opened for ${paymentId}`)
      if (paidAt.getTime() >= link.expire_by * 1_000) {
        faults.strikes('page was over', 1)
        return false
      }
      const webhook = server.pay(paymentId, { state, at: paidAt, ...(amount && { amount }) })
      const sending = { path: '/webhook/payment', webhook, paidAt }
      await webhooks.announce(sending, webhookLost ?? WEBHOOK_LOST)
      return true
    },
    payInApp: async intent => {
      const paidAt = clock.now()
      const code = server.codes.find(({ image_content }) => image_content === intent)
      if (!code) throw new Error('a borrower was shown a link that the vendor did not make')
      if (code.status === 'closed' || paidAt.getTime() >= code.close_by * 1_000) return false
      const webhook = server.payUpi(code)
      await webhooks.announce({ path: '/webhook/payment', webhook, paidAt }, WEBHOOK_LOST)
      return true
    },
    work: async serverOrigin => {
      for (const refund of server.refunds)
        if (refund.status === 'pending' && chance.happens(0.3)) refund.status = 'processed'
      await upiApp.endDebits()
      await webhooks.work(serverOrigin)
    },
    waiting: () => webhooks.waiting() + upiApp.waiting(),
    nextMs: () => (upiApp.waiting() > 0 ? clock.now().getTime() : webhooks.nextMs()),
    lateWebhooks: webhooks.late,
    close: server.close,
  }
}

type Parts = Omit<Luck, 'clock'> & {
  readonly server: RazorpayServer
  readonly webhooks: Webhooks
}

/** Chooses the fault of each answer, and the fate of each payout and refund before it is answered. */
function misfortuneOf(parts: Parts): RazorpayServer['mishapOf'] {
  const { faults } = parts
  const decidePayout = fatesOfPayouts(parts)
  const decideRefund = fatesOfRefunds(parts)
  return call => {
    const isPayout = call.path.startsWith('/v1/payouts')
    const who = isPayout ? 'bank' : 'provider'
    if (faults.strikes(`${who} unreachable`, UNREACHABLE)) return 'down'
    if (call.method !== 'POST') return 'none'
    if (isPayout) decidePayout(String(call.body.reference_id))
    if (isRefund(call)) decideRefund(call.path.split('/')[3] ?? '')
    const isLost = faults.strikes(lostFault(call, isPayout), ANSWER_LOST)
    return isLost ? 'done-but-cut' : 'none'
  }
}

/** Decides once how a payout ends. */
function fatesOfPayouts({
  server,
  webhooks,
  chance,
  faults,
  isLong,
}: Parts): (key: string) => void {
  const keys = new Set<string>()
  const end = (key: string, status: string) => {
    const sending = { path: '/webhook/payout', webhook: server.endPayout(key, status) }
    return webhooks.announce(sending, WEBHOOK_LOST)
  }
  // A payout comes back only after it has arrived, in whichever order the messages come.
  const comesBack = (key: string) => {
    const back = (from: number, to: number) =>
      webhooks.after(chance.between(from, to) * DAY, () => end(key, 'reversed'))
    if (faults.strikes('payout reversed', REVERSES)) back(1, 6)
    else if (faults.strikes('payout reversed late', REVERSES_LATE)) back(15, isLong ? 45 : 18)
  }
  return key => {
    if (keys.has(key)) return
    keys.add(key)
    const isRefused = faults.strikes('payout refused', REFUSES_PAYOUT)
    const isImmediate = !isRefused && chance.happens(PAYS_OUT_AT_ONCE)
    server.next.payout = isImmediate ? 'processed' : 'processing'
    if (isImmediate) return comesBack(key)
    webhooks.after(chance.between(0, 18) * HOUR, async () => {
      await end(key, isRefused ? 'failed' : 'processed')
      if (!isRefused) comesBack(key)
    })
  }
}

/** Decides how a refund of a payment ends; a payment whose refund is given up never gets one. */
function fatesOfRefunds({ server, chance, faults }: Parts): (paymentId: string) => void {
  const doomed = new Set<string>()
  return paymentId => {
    if (faults.strikes('refund given up', GIVES_REFUND_UP)) doomed.add(paymentId)
    const isFailed = doomed.has(paymentId) || faults.strikes('refund failed', REFUND_FAILS)
    const usual = chance.happens(REFUND_PENDING) ? 'pending' : 'processed'
    server.next.refund = isFailed ? 'failed' : usual
  }
}

const isRefund = ({ path }: VendorCall) => path.endsWith('/refund')

function lostFault(call: VendorCall, isPayout: boolean) {
  if (isPayout) return 'bank answer lost'
  return isRefund(call) ? 'refund answer lost' : 'link answer lost'
}

function booksOfBank({ payouts }: RazorpayServer): Bank {
  const transfers = payouts.map(({ reference_id: key, amount, status }): [string, Transfer] => [
    key,
    {
      request: { key, amount: paise(amount) },
      outcome: status === 'failed' ? 'refused' : 'succeeded',
      isReversed: status === 'reversed',
    },
  ])
  return { transfers: new Map(transfers) }
}

/** A registration's own rupee is no payment on a loan, and its adapter alone knows of its refund. */
const REGISTRATION = 'registration-'

function booksOfProvider({ payments, refunds, mandates }: RazorpayServer): Provider {
  const debits = mandates.charges.flatMap(({ order, status, ...charge }) =>
    order && status !== 'created' ? [{ ...charge, paymentId: order.receipt, status }] : [],
  )
  return {
    ended: [...payments, ...debits].map(({ id, paymentId, amount, status, created_at }) => ({
      paymentId,
      attemptRef: id,
      state: status === 'captured' ? 'paid' : 'failed',
      amount: paise(amount),
      paidAt: new Date(created_at * 1_000),
    })),
    refunds: new Map(
      refunds
        .filter(({ status, receipt }) => status !== 'failed' && !receipt?.startsWith(REGISTRATION))
        .map(({ receipt, id, payment_id, amount }) => [
          receipt ?? id,
          { attemptRef: payment_id, amount: paise(amount) },
        ]),
    ),
  }
}
