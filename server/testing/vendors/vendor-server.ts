/**
 * A vendor on this machine, for tests: it speaks the documented wire format, records the requests,
 * and misbehaves on demand.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type VendorCall = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly raw: Buffer
  /** The body if it is JSON, else undefined. */
  readonly body: Record<string, unknown>
  /** The fields and files of a multipart body. */
  readonly form?: FormData | undefined
}

export type VendorReply = { readonly status?: number; readonly json: unknown }

/**
 * The fault of an answer. `done-but-cut`: the vendor does what was requested, and the connection
 * breaks before its answer.
 */
export type Mishap =
  | 'none'
  | 'down'
  | 'busy'
  | 'slow'
  | 'malformed'
  | 'redirect'
  | 'huge'
  | 'cut'
  | 'done-but-cut'
  | 'refused'

export type VendorServer = {
  readonly origin: string
  readonly calls: VendorCall[]
  /** The faults of the next answers, in order. */
  readonly mishaps: Mishap[]
  /** Chooses the fault of an answer just before it is given; at first the next of `mishaps`. */
  mishapOf: (call: VendorCall) => Mishap
  readonly close: () => Promise<void>
}

const HUGE_CHARS = 2_000_000

export async function vendorServer(
  answer: (call: VendorCall) => VendorReply | Promise<VendorReply>,
): Promise<VendorServer> {
  const calls: VendorCall[] = []
  const mishaps: Mishap[] = []
  const server = createServer((request, response) => {
    void readCall(request).then(async call => {
      calls.push(call)
      const mishap = vendor.mishapOf(call)
      if (mishap === 'done-but-cut') await answer(call)
      if (mishap !== 'none') return misbehave(mishap, response)
      const { status = 200, json } = await answer(call)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const vendor: VendorServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    mishaps,
    mishapOf: () => mishaps.shift() ?? 'none',
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return vendor
}

function misbehave(mishap: Mishap, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  if (mishap === 'down') response.writeHead(503).end('upstream is down')
  else if (mishap === 'busy') response.writeHead(429).end('{}')
  else if (mishap === 'malformed')
    response.writeHead(200, json).end('<html>not what was asked for</html>')
  else if (mishap === 'redirect')
    response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
  else if (mishap === 'huge')
    response.writeHead(200, json).end(JSON.stringify({ id: 'x'.repeat(HUGE_CHARS) }))
  else if (mishap === 'refused') response.writeHead(400, json).end('{}')
  else if (mishap === 'cut' || mishap === 'done-but-cut') response.destroy()
  // `slow` never answers: the client stops waiting.
}

async function readCall(request: IncomingMessage): Promise<VendorCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks)
  const url = new URL(request.url ?? '/', 'http://vendor')
  const type = request.headers['content-type'] ?? ''
  const isJson = type.startsWith('application/json')
  const body = isJson ? (JSON.parse(raw.toString()) as Record<string, unknown>) : {}
  const isForm = type.startsWith('multipart/form-data')
  const form = isForm
    ? await new Response(raw, { headers: { 'content-type': type } }).formData()
    : undefined
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    raw,
    body,
    form,
  }
}
