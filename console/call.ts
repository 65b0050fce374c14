/** The contract's client, with the session's cookie and a header of this page. */
import {
  type Client,
  client,
  type Incoming,
  type Outgoing,
  type Result,
  Unanswered,
} from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { BASE_PATH } from '#contract/path.ts'
import { staffSession } from '#contract/staff/session.ts'

const pageId = crypto.randomUUID()

/** Calls the server, and never throws. */
export function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Result<Output<E>>> {
  const headers = () => ({ web_uuid: pageId })
  const { request }: Client<{ request: E }> = client(
    { request: endpoint },
    { base: BASE_PATH, headers, send, onFault: reportFailure },
  )
  return request(input)
}

const reported = new Set<string>()

/**
 * Reports the page and the name of an error of our own code to the operators; nothing else may leave
 * the page. Once only, since the report may fail for the same reason.
 */
export function reportFailure(error: unknown): void {
  const { pathname } = location
  const name = error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'unknown'
  if (reported.has(pathname + name)) return
  reported.add(pathname + name)
  void call(staffSession.pageFailed, { page: pathname.slice(0, 100), error: name })
}

async function send({ method, url, headers, body, timeoutMs }: Outgoing): Promise<Incoming> {
  const request = new Request(url, {
    method,
    headers: body?.kind === 'json' ? { ...headers, 'content-type': 'application/json' } : headers,
    body: body?.kind === 'json' ? body.text : null,
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'same-origin',
    cache: 'no-store',
  })
  try {
    const response = await fetch(request)
    const text = await response.text()
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
  } catch {
    throw new Unanswered()
  }
}
