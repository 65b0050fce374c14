import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import { statement } from '#server/platform/db/statement.ts'
import { signedHeaders } from '#server/providers/payment/simulated-webhook.ts'

const PAUSE_BETWEEN_LOOKS_MS = 500
/** Long enough that no second sender repeats a webhook whose answer is still awaited. */
const CLAIM_MS = 10_000
const ANSWER_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 500
const RETRY_MAX_MS = 60_000
/** About a day at one per minute: as long as the real provider tries. */
const TRIES_MAX = 1_440
const BATCH = 10

type Waiting = {
  readonly eventId: string
  readonly copy: number
  readonly body: string
  readonly path: string
  readonly tries: number
}

const claimDue = statement(
  'sandbox-webhook-claim-due',
  `UPDATE sandbox.webhook AS webhook SET tries = webhook.tries + 1, due_at = $2
   FROM (SELECT event_id, copy FROM sandbox.webhook WHERE state = 'waiting' AND due_at <= $1
         ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due
   WHERE webhook.event_id = due.event_id AND webhook.copy = due.copy
   RETURNING webhook.event_id AS "eventId", webhook.copy, webhook.body, webhook.path, webhook.tries`,
)
const markDelivered = statement(
  'sandbox-webhook-delivered',
  `UPDATE sandbox.webhook SET state = 'delivered' WHERE event_id = $1 AND copy = $2`,
)
const putOff = statement(
  'sandbox-webhook-put-off',
  `UPDATE sandbox.webhook SET state = $3, due_at = $4 WHERE event_id = $1 AND copy = $2`,
)

export type WebhookSenderParts = {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
  /** Our own address for messages about payments, as reached from this machine; the others stand beside it. */
  readonly webhookUrl: () => string
  readonly fetch?: typeof fetch
}

export type WebhookSender = {
  /** Sends the webhooks that are due now; returns how many. */
  readonly sendDue: () => Promise<number>
  readonly start: () => void
  /** Waits for current deliveries. */
  readonly stop: () => Promise<void>
}

/**
 * Posts the webhooks of the simulated payment provider over HTTP, repeatedly until each is answered
 * with 2xx.
 */
export function webhookSender(parts: WebhookSenderParts): WebhookSender {
  const sendDue = async () => {
    const now = parts.clock.wall()
    const due = await parts.db.query(claimDue, [now, new Date(now.getTime() + CLAIM_MS)])
    await Promise.all(due.map(webhook => sendOne(parts, webhook)))
    return due.length
  }
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  return {
    sendDue,
    start: () => {
      running = keepSending(sendDue, stopping.signal)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function keepSending(sendDue: () => Promise<number>, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    // A brief database outage must not end the sending: the next round finds the waiting webhooks.
    await sendDue().catch(() => 0)
    await sleep(PAUSE_BETWEEN_LOOKS_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function sendOne(
  { db, clock, secret, webhookUrl, fetch: post = fetch }: WebhookSenderParts,
  webhook: Waiting,
): Promise<void> {
  const { eventId, copy, body, tries } = webhook
  const headers = signedHeaders(body, eventId, secret, clock.wall())
  const isTaken = await post(new URL(webhook.path, webhookUrl()).href, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).then(
    async answer => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
  if (isTaken) {
    await db.query(markDelivered, [eventId, copy])
    return
  }
  const retryAt = new Date(
    clock.wall().getTime() + Math.min(RETRY_MAX_MS, FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 10)),
  )
  await db.query(putOff, [eventId, copy, tries >= TRIES_MAX ? 'given-up' : 'waiting', retryAt])
}
