import { indiaDayOf } from '#domain/day.ts'
import type { Webhook } from '#server/testing/vendors/razorpay.ts'
import type { Chance } from './chance.ts'
import type { SimulatedClock } from './clock.ts'
import type { Faults } from './faults.ts'

const FORGES = 0.05
const REPEATS = 0.2
const DELAYS = 0.3
const DELAY_MAX_HOURS = 30
/** The vendor repeats a webhook for about a day. */
const REPEATS_FOR_MS = 40 * 3_600_000
const HOUR = 3_600_000

type Sending = {
  readonly path: string
  readonly webhook: Webhook
  /** When the money moved, for a payment. */
  readonly paidAt?: Date
}
type Task = { readonly dueMs: number; readonly run: () => Promise<void> }

/** The vendor's messages: late, twice, in any order, or never. It also runs later tasks. */
export type Webhooks = {
  /** Sends a message, unless it is lost, which has this probability. */
  readonly announce: (sending: Sending, lost: number) => Promise<void>
  /** Does something after a time in milliseconds. */
  readonly after: (ms: number, run: Task['run']) => void
  /** Does what is due, in random order. */
  readonly work: (serverOrigin: string) => Promise<void>
  readonly waiting: () => number
  /** When the next thing is due, in milliseconds; infinity if there is none. */
  readonly nextMs: () => number
  /** The number of messages accepted on a later India day than the one on which the money moved. */
  readonly late: () => number
}

export function webhooksOf(chance: Chance, faults: Faults, clock: SimulatedClock): Webhooks {
  const tasks: Task[] = []
  let origin = ''
  let late = 0
  const after: Webhooks['after'] = (ms, run) =>
    void tasks.push({ dueMs: clock.now().getTime() + ms, run })
  const deliver = async (sending: Sending, sinceMs: number): Promise<void> => {
    if (faults.strikes('webhook forged', FORGES)) {
      const body = sending.webhook.body.replace(/"(amount|created_at)":(\d+)/, '"$1":9$2')
      const forged = { ...sending, webhook: { ...sending.webhook, body } }
      if ((await post(origin, forged)) === 200)
        throw new Error('the server accepted a forged webhook')
    }
    const status = await post(origin, sending)
    if (status === 401) throw new Error('the server refused a genuine webhook')
    const now = clock.now()
    const { paidAt } = sending
    if (status === 200 && paidAt && indiaDayOf(now) > indiaDayOf(paidAt)) late += 1
    if (status !== 200 && now.getTime() - sinceMs < REPEATS_FOR_MS)
      after(HOUR, () => deliver(sending, sinceMs))
  }
  return {
    after,
    announce: async (sending, lost) => {
      if (faults.strikes('webhook never came', lost)) return
      const sinceMs = clock.now().getTime()
      const send = async () => {
        if (!faults.strikes('webhook delayed', DELAYS)) return deliver(sending, sinceMs)
        after(chance.between(1, DELAY_MAX_HOURS) * HOUR, () => deliver(sending, sinceMs))
      }
      await send()
      while (faults.strikes('webhook repeated', REPEATS)) await send()
    },
    work: async serverOrigin => {
      origin = serverOrigin
      const now = clock.now().getTime()
      const due = tasks.filter(({ dueMs }) => dueMs <= now)
      tasks.splice(0, tasks.length, ...tasks.filter(({ dueMs }) => dueMs > now))
      const shuffled = due.map(task => ({ task, place: chance.next() }))
      shuffled.sort((one, other) => one.place - other.place)
      await Promise.all(shuffled.map(({ task }) => task.run()))
    },
    waiting: () => tasks.length,
    nextMs: () => Math.min(...tasks.map(({ dueMs }) => dueMs)),
    late: () => late,
  }
}

/** Returns the status of the server's answer; undefined if there was none. */
async function post(
  origin: string,
  { path, webhook: { headers, body } }: Sending,
): Promise<number | undefined> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
  return fetch(`${origin}${path}`, init).then(
    ({ status }) => status,
    () => undefined,
  )
}
