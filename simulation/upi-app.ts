import type { RazorpayServer } from '#server/testing/vendors/razorpay.ts'
import type { VendorCall } from '#server/testing/vendors/vendor-server.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Webhooks } from './webhooks.ts'

const WEBHOOK_LOST = 0.2
const ENDS_NOW = 0.7
const DEBIT_FAILS = 0.25
/** Banks end every debit within this time. */
const DURATION_MAX_SECONDS = 20 * 3_600
const PATH = '/webhook/mandate'

/** A borrower's command on a mandate in the UPI app. */
export type AppCommand = Parameters<RazorpayServer['mandates']['act']>[1]

/** A mandate as its service holds it. Amounts are paise. */
type Mandate = {
  readonly id: string
  readonly cap: number
  readonly isOver: boolean
  /** Its registration took a rupee, which came back. */
  readonly registration: 'none' | 'kept' | 'returned' | 'given up'
}

/** A debit that its service was instructed to make. Instants are ISO 8601 texts in UTC. */
type Debit = {
  /** Our payment request. */
  readonly id: string
  readonly mandateId: string
  readonly amount: number
  /** When its service was instructed, to announce it in the app. */
  readonly announcedAt: string
  readonly at: string
  /** The time before the clock was moved if that was just then: the server may have asked then. */
  readonly earliest: string
  readonly state: 'paid' | 'failed'
}

/** The service's own books of mandates. */
export type MandateBooks = {
  readonly mandates: readonly Mandate[]
  readonly debits: readonly Debit[]
}

/** The borrowers' UPI app with the mandates in it, and the banks that end the debits. */
export type UpiApp = {
  /** Does something with the mandate of a page; false if the app does not offer it now. */
  readonly press: (url: string, command: AppCommand) => Promise<boolean>
  /** Notes when a debit was asked for. */
  readonly note: (call: VendorCall) => void
  /** Ends some of the debits that were started. */
  readonly endDebits: () => Promise<void>
  /** The number of debits that have not ended. */
  readonly waiting: () => number
  readonly books: () => MandateBooks
}

type Parts = {
  readonly server: RazorpayServer
  readonly webhooks: Webhooks
  readonly chance: Chance
  readonly faults: Faults
  readonly clock: SimulatedClock
}

/** The states of a token in which the app offers a command. */
const OFFERED: Readonly<Record<AppCommand, readonly string[]>> = {
  approve: ['initiated'],
  refuse: ['initiated'],
  pause: ['confirmed'],
  resume: ['paused'],
  revoke: ['confirmed', 'paused'],
}

export function upiAppOf({ server, webhooks, chance, faults, clock }: Parts): UpiApp {
  const { mandates, deliver } = server
  const earliest = new Map<unknown, Date>()
  const started = () => mandates.charges.filter(({ status }) => status === 'created')
  return {
    press: async (url, command) => {
      const link = mandates.links.find(({ short_url }) => short_url === url)
      if (!link) throw new Error('a borrower was sent to a page that the vendor did not make')
      const isAnswer = command === 'approve' || command === 'refuse'
      const isOver = link.status !== 'issued' || nowSeconds(clock) >= link.expire_by
      if (!OFFERED[command].includes(link.token_status) || (isAnswer && isOver)) return false
      const { event, payload } = mandates.act(link.receipt, command)
      await webhooks.announce({ path: PATH, webhook: deliver(event, payload) }, WEBHOOK_LOST)
      return true
    },
    note: ({ method, path, body }) => {
      if (method === 'POST' && path.endsWith('/payments/create/recurring'))
        earliest.set(body.order_id, clock.earliest())
    },
    endDebits: async () => {
      for (const { order, created_at } of started()) {
        const isLong = nowSeconds(clock) - created_at >= DURATION_MAX_SECONDS
        if (!order || !(isLong || chance.happens(ENDS_NOW))) continue
        const status = faults.strikes('debit failed', DEBIT_FAILS) ? 'failed' : 'captured'
        const { event, payload } = mandates.end(order.receipt, status)
        const paidAt = new Date(created_at * 1_000)
        const sending = { path: PATH, webhook: deliver(event, payload), paidAt }
        await webhooks.announce(sending, WEBHOOK_LOST)
      }
    },
    waiting: () => started().length,
    books: () => ({
      mandates: mandates.links.map(link => mandateOf(server, link, nowSeconds(clock))),
      debits: mandates.charges.flatMap(({ order, amount, created_at, status }) => {
        const link = mandates.links.find(({ token_id }) => token_id === order?.token_id)
        return order && link && status !== 'created'
          ? [
              {
                id: order.receipt,
                mandateId: link.receipt,
                amount,
                announcedAt: isoOf(order.created_at),
                at: isoOf(created_at),
                earliest: (earliest.get(order.id) ?? new Date(created_at * 1_000)).toISOString(),
                state: status === 'captured' ? 'paid' : 'failed',
              },
            ]
          : []
      }),
    }),
  }
}

function mandateOf(
  { mandates, refunds }: RazorpayServer,
  {
    receipt,
    max_amount,
    status,
    token_status,
    payment_id,
    expire_by,
  }: RazorpayServer['mandates']['links'][number],
  atSeconds: number,
): Mandate {
  const paid = mandates.charges.find(({ id }) => id === payment_id)
  const returned = refunds.filter(refund => refund.payment_id === payment_id)
  const isReturned = paid !== undefined && paid.refunded === paid.amount
  const isAsked = token_status === 'initiated' && status === 'issued' && atSeconds < expire_by
  const ended = isReturned ? 'returned' : returned.length > 0 ? 'given up' : 'kept'
  return {
    id: receipt,
    cap: max_amount,
    isOver: !(isAsked || token_status === 'confirmed' || token_status === 'paused'),
    registration: paid?.status === 'captured' ? ended : 'none',
  }
}

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

function nowSeconds(clock: SimulatedClock): number {
  return Math.floor(clock.now().getTime() / 1_000)
}
