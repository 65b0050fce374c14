import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Failure, Result } from '#contract/client.ts'

const RETRY_MS = 250

/** Counts the requests that got no answer and were sent again. */
export type Retries = { retries: number }

/**
 * Sends an action twice at once, as a double tap does, and again with its key until both are
 * answered. Returns the answer, which may be a refusal. Throws on two answers to one key, but a
 * provider that fails may open a page for only one of both.
 */
export async function insist<T>(
  counts: Retries,
  act: (options: { idempotencyKey: string }) => Promise<Result<T>>,
): Promise<Result<T>> {
  const options = { idempotencyKey: randomUUID() }
  const [first, second] = await Promise.all([
    untilAnswered(counts, () => act(options)),
    untilAnswered(counts, () => act(options)),
  ])
  if (isWithoutPage(first)) return second
  if (!isWithoutPage(second) && JSON.stringify(first) !== JSON.stringify(second))
    throw new Error(`One key, two answers: ${JSON.stringify(first)} and ${JSON.stringify(second)}`)
  return first
}

/** Sends a request again until it is answered, and its page is open. */
export async function untilOpened<T>(
  counts: Retries,
  send: () => Promise<Result<T>>,
): Promise<Result<T>> {
  for (;;) {
    const result = await untilAnswered(counts, send)
    if (!isWithoutPage(result)) return result
    await pause(RETRY_MS)
  }
}

/** Sends a request again until it is answered. */
export async function untilAnswered<T>(
  counts: Retries,
  send: () => Promise<Result<T>>,
): Promise<Result<T>> {
  for (;;) {
    const result = await send()
    if (result.ok || !isUnanswered(result)) return result
    counts.retries += 1
    await pause(RETRY_MS)
  }
}

/** Returns the data of an answer. Throws an error that names the refusal otherwise. */
export function dataOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Refused: ${result.reason} (${result.msg})`)
  return result.data
}

/** True if the payment provider did not open a page, or lost the database while it did. */
function isWithoutPage(result: Result<unknown>): boolean {
  return !result.ok && result.reason === 'payment-not-available'
}

/** True if the server was killed before it answered, or lacked what it needed to answer. */
function isUnanswered({ reason }: Failure): boolean {
  return ['network', 'failed-unexpectedly', 'server-busy'].includes(reason)
}
