/** The contract's client, with the session's cookie and a header of this page. */
import { type Client, client, type Incoming, type Outgoing, type Result } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { BASE_PATH } from '#contract/path.ts'

const pageId = crypto.randomUUID()

/** Calls the server, and never throws. */
export function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Result<Output<E>>> {
  const headers = () => ({ web_uuid: pageId })
  const { request }: Client<{ request: E }> = client(
    { request: endpoint },
    { base: BASE_PATH, headers, send },
  )
  return request(input)
}

async function send({ method, url, headers, body, timeoutMs }: Outgoing): Promise<Incoming> {
  const response = await fetch(url, {
    method,
    headers: body?.kind === 'json' ? { ...headers, 'content-type': 'application/json' } : headers,
    body: body?.kind === 'json' ? body.text : null,
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'same-origin',
    cache: 'no-store',
  })
  const text = await response.text()
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
}
