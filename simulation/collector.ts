import { type Paise, paise } from '#domain/money.ts'
import type { PaymentEvent, PaymentPort } from '#server/providers/payment/port.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'

const UNREACHABLE = 0.05
const ANSWER_LOST = 0.05
const WEBHOOK_LOST = 0.1
const REPEATS = 0.2
const DELAYS = 0.3
const LONGEST_DELAY_HOURS = 20

type Link = { readonly paymentId: string; readonly amount: Paise; readonly expiresAt: Date }
type Attempt = Omit<PaymentEvent, 'eventId'>
type Message = { readonly event: PaymentEvent; readonly dueAt: number }
type Refund = { readonly attemptRef: string; readonly amount: Paise }

export type Collector = PaymentPort & {
  /** The provider's own books: attempts to pay, and refunds by key. */
  readonly ended: readonly Attempt[]
  readonly refunds: ReadonlyMap<string, Refund>
  /** Returns the webhooks that are due, each once, in random order. */
  readonly dueMessages: (now: number) => PaymentEvent[]
  /** Repeats a webhook that the server did not accept. */
  readonly sendAgain: (event: PaymentEvent, at: number) => void
  readonly waiting: () => number
  /**
   * Pays on a page, or fails to; nobody can pay on an expired page. `webhookLost` is the chance that
   * no webhook comes, so that the server has to ask.
   */
  readonly attempt: (
    paymentId: string,
    about: { state: 'paid' | 'failed'; amount?: Paise; now: number; webhookLost?: number },
  ) => void
}

/**
 * Simulates a payment provider that is sometimes unreachable, and whose webhooks come late, twice, in
 * any order, or never. A key always names the same refund.
 */
export function collectorOf(chance: Chance, faults: Faults): Collector {
  const links = new Map<string, Link>()
  const ended: Attempt[] = []
  const refunds = new Map<string, Refund>()
  const messages: Message[] = []
  let count = 0
  const id = (kind: string) => {
    count += 1
    return `${kind}-${count}`
  }
  const deliver = (attempt: Attempt, now: number) => {
    const event = { ...attempt, eventId: id('event') }
    const send = () => {
      const delay = faults.strikes('webhook delayed', DELAYS)
        ? chance.between(1, LONGEST_DELAY_HOURS)
        : 0
      messages.push({ event, dueAt: now + delay * 3_600_000 })
    }
    send()
    while (faults.strikes('webhook repeated', REPEATS)) send()
  }
  return {
    name: 'simulation',
    ended,
    refunds,
    waiting: () => messages.length,
    createLink: async ({ paymentId, amount, expiresAt }) => {
      if (faults.strikes('provider unreachable', UNREACHABLE)) throw new Error('connect ETIMEDOUT')
      const linkRef = `link-${paymentId}`
      if (!links.has(linkRef)) links.set(linkRef, { paymentId, amount, expiresAt })
      if (faults.strikes('link answer lost', ANSWER_LOST)) throw new Error('read ECONNRESET')
      return { linkRef, url: `http://saral.test/pay/${paymentId}` }
    },
    attempts: async linkRef => {
      if (faults.strikes('provider unreachable', UNREACHABLE)) throw new Error('connect ETIMEDOUT')
      return ended.filter(({ paymentId }) => linkRef === `link-${paymentId}`)
    },
    readWebhook: (rawBody, headers) => {
      if (headers['x-signature'] !== 'genuine') return { kind: 'forged' }
      return { kind: 'event', event: JSON.parse(Buffer.from(rawBody).toString()) }
    },
    refund: async ({ key, attemptRef, amount }) => {
      if (faults.strikes('provider unreachable', UNREACHABLE)) throw new Error('connect ETIMEDOUT')
      refunds.set(key, { attemptRef, amount })
      if (faults.strikes('refund answer lost', ANSWER_LOST)) throw new Error('read ECONNRESET')
      return { state: chance.happens(0.8) ? 'done' : 'pending' }
    },
    dueMessages: now => {
      const due = messages.filter(({ dueAt }) => dueAt <= now)
      messages.splice(0, messages.length, ...messages.filter(({ dueAt }) => dueAt > now))
      return due
        .map(message => ({ message, place: chance.next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ message }) => message.event)
    },
    sendAgain: (event, at) => void messages.push({ event, dueAt: at }),
    attempt: (paymentId, { state, amount, now, webhookLost = WEBHOOK_LOST }) => {
      const link = links.get(`link-${paymentId}`)
      if (!link) throw new Error(`no page was opened for ${paymentId}`)
      if (now >= link.expiresAt.getTime()) return void faults.strikes('page was over', 1)
      const attempt = {
        paymentId,
        attemptRef: id('attempt'),
        state,
        amount: amount ?? (state === 'paid' ? link.amount : paise(0)),
      }
      ended.push(attempt)
      if (faults.strikes('webhook never came', webhookLost)) return
      deliver(attempt, now)
    },
  }
}
