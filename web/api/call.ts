import {
  type CallOptions,
  type Client,
  client,
  type Failure,
  type Incoming,
  type Outgoing,
  type Result,
  Unanswered,
} from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { BASE_PATH } from '#contract/path.ts'
import { exchange } from '#web/api/exchange.ts'
import { reportFault } from '#web/api/faults.ts'
import { requestHeaders } from '#web/api/headers.ts'
import { takePrefetched } from '#web/api/prefetched.ts'
import { abortedAfter } from '#web/device/aborted-after.ts'
import { noteAnswer } from '#web/device/connection.ts'
import { clearCredentials, storedToken } from '#web/device/credentials.ts'
import { currentLanguage } from '#web/locales/i18n.ts'

/**
 * Calls the server with decoded values, and never throws. A lost session signs the borrower out.
 * `sendBy` sends the request when its progress must be observed.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
  sendBy: typeof send = send,
): Promise<Result<Output<E>>> {
  const token = storedToken()
  const onFailure = (failure: Failure) => {
    // Code -4 from any call clears the credentials, which closes every page that needs them
    // (specification §4, "Unauthenticated"). Credentials of a later sign-in are kept.
    if (failure.reason === 'not-logged-in' && storedToken() === token) clearCredentials()
  }
  const { request }: Client<{ request: E }> = client(
    { request: endpoint },
    { base: BASE_PATH, headers, send: sendBy, onFailure, onFault: reportFault },
  )
  return request(input, options)
}

const headers = () => requestHeaders(currentLanguage())

async function send({
  method,
  url,
  headers: common,
  body,
  timeoutMs,
  signal,
}: Outgoing): Promise<Incoming> {
  const callerSignal = signal as AbortSignal | undefined
  const timedSignal = abortedAfter(timeoutMs, callerSignal)
  const text = body?.kind === 'json' ? body.text : undefined
  const request = {
    method,
    headers: text === undefined ? common : { ...common, 'content-type': 'application/json' },
    body: bodyOf(body),
    signal: timedSignal,
    cache: 'no-store',
  } as const
  try {
    const answer = await exchange(url, request, takePrefetched(url, common, timedSignal, text))
    noteAnswer(true)
    return answer
  } catch (error) {
    // Our own abort says nothing about the network.
    if (error instanceof Unanswered && !callerSignal?.aborted) noteAnswer(false)
    throw error
  }
}

/** The body of a request, as the platform sends it. */
export function bodyOf(body: Outgoing['body']): string | FormData | null {
  if (body === null) return null
  if (body.kind === 'json') return body.text
  const form = new FormData()
  for (const [name, value] of body.fields)
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}
