import { type Incoming, Unanswered } from '#contract/client.ts'

/**
 * Sends a request, unless `prefetched` is its pending answer, and reads the answer. Throws `Unanswered`
 * if none comes. A request that cannot be built is a fault of our own, and throws its own error.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  prefetched?: Promise<Response>,
): Promise<Incoming> {
  const pending = prefetched ?? fetch(new Request(url, init))
  try {
    const answer = await pending
    const text = await answer.text()
    return { status: answer.status, text, retryAfter: answer.headers.get('retry-after') }
  } catch {
    throw new Unanswered()
  }
}
