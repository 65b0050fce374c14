import {
  type CallOptions,
  type Incoming,
  type Outgoing,
  type Result,
  Unanswered,
} from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { bodyOf, call } from '#web/api/call.ts'
import { noteAnswer } from '#web/device/connection.ts'

/** The bytes of an upload that have been sent. */
export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number }

/**
 * A call whose upload progress can be observed and which `options.signal` can abort. Only
 * XMLHttpRequest reports upload progress.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  onProgress: (sent: UploadProgress) => void,
  options: CallOptions = {},
): Promise<Result<Output<E>>> {
  return call(endpoint, input, options, request => sendWithProgress(request, onProgress))
}

function sendWithProgress(
  { method, url, headers, body, timeoutMs, signal }: Outgoing,
  onProgress: (sent: UploadProgress) => void,
): Promise<Incoming> {
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Unanswered())
    const failOnTheWay = () => {
      noteAnswer(false)
      fail()
    }
    request.open(method, url)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total })
    request.onload = () => {
      noteAnswer(true)
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      })
    }
    request.onerror = failOnTheWay
    request.ontimeout = failOnTheWay
    // Our own abort says nothing about the network.
    request.onabort = fail
    if (signal instanceof AbortSignal)
      signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(bodyOf(body))
  })
}
