import * as v from 'valibot'
import { StatedError } from '#server/platform/stated-error.ts'

/** More than any vendor's answer needs, and little enough to be harmless. */
const ANSWER_MAX_BYTES = 512 * 1024
const DEFAULT_TIMEOUT_MS = 10_000

/**
 * A vendor's answer: the requested data, or a refusal (4xx), which the adapter translates for its
 * port.
 */
export type VendorAnswer<T> = { readonly kind: 'ok'; readonly data: T } | VendorRefusal
export type VendorRefusal = {
  readonly kind: 'refused'
  readonly status: number
  readonly body: unknown
}

/**
 * The reason why a vendor gave no answer. `unreachable`: it may be asked again, and may have acted
 * on the request (timeout, 429, 5xx). `not-admitted`: it rejects our keys. `refused`: it will not
 * do this. `malformed`: its answer cannot be read.
 */
export type VendorFailureKind = 'unreachable' | 'not-admitted' | 'refused' | 'malformed'

/**
 * Names the vendor, the call by fixed words, and a status: never an address, a sent value, or the
 * answer's content.
 */
export class VendorFailure extends StatedError {
  readonly kind: VendorFailureKind
  /** The kind, also where errors are reported without their message. */
  readonly code: string
  constructor(vendor: string, what: string, kind: VendorFailureKind, detail: string) {
    super(`${vendor}, ${what}: ${kind} (${detail})`)
    this.name = 'VendorFailure'
    this.kind = kind
    this.code = kind.replace('-', '_')
  }
}

export type VendorRequest = {
  /** The call in fixed words, for the log. */
  readonly what: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Under the base address; it may carry a query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a form is sent as multipart. */
  readonly body?: object | FormData
  /** Aborts the request, as if the connection had failed. */
  readonly signal?: AbortSignal
}

export type VendorClient = {
  /**
   * Sends one request. Throws a `VendorFailure` where there is no answer; a refusal with 4xx is an
   * answer.
   */
  readonly ask: <T>(
    request: VendorRequest,
    schema: v.GenericSchema<unknown, T>,
  ) => Promise<VendorAnswer<T>>
  /** The failure for a refusal that fits no answer of the port. */
  readonly unexpected: (
    request: Pick<VendorRequest, 'what'>,
    refusal: VendorRefusal,
  ) => VendorFailure
}

export type VendorClientParts = {
  readonly vendor: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/**
 * The only HTTP client for vendors: with a timeout, no redirects, bounded answers, and errors that
 * carry no data.
 */
export function vendorClient({
  vendor,
  baseUrl,
  headers,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: VendorClientParts): VendorClient {
  const failure = (what: string, kind: VendorFailureKind, detail: string) =>
    new VendorFailure(vendor, what, kind, detail)
  const exchange = async ({
    what,
    method,
    path,
    headers: more,
    body,
    signal: brokenOff,
  }: VendorRequest) => {
    const isForm = body instanceof FormData
    const type = body !== undefined && !isForm && { 'content-type': 'application/json' }
    const content = isForm ? body : body === undefined ? null : JSON.stringify(body)
    const init = {
      method,
      headers: { accept: 'application/json', ...headers, ...type, ...more },
      body: content,
    }
    try {
      const signal = AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(brokenOff ? [brokenOff] : []),
      ])
      const response = await fetch(baseUrl + path, { ...init, redirect: 'manual', signal })
      return { status: response.status, text: await boundedText(response) }
    } catch (error) {
      if (error instanceof TooLong) throw failure(what, 'malformed', 'too long an answer')
      throw failure(what, 'unreachable', isTimeout(error) ? 'no answer in time' : 'no connection')
    }
  }
  return {
    ask: async (request, schema) => {
      const { what } = request
      const { status, text } = await exchange(request)
      if (status === 401 || status === 403) throw failure(what, 'not-admitted', `status ${status}`)
      if (status === 408 || status === 429 || status >= 500)
        throw failure(what, 'unreachable', `status ${status}`)
      const json = parsedJson(text)
      if (status >= 400) return { kind: 'refused', status, body: json }
      const parsed = v.safeParse(schema, json)
      if (status >= 300 || !parsed.success) throw failure(what, 'malformed', `status ${status}`)
      return { kind: 'ok', data: parsed.output }
    },
    unexpected: ({ what }, { status, body }) =>
      failure(what, 'refused', `status ${status}${codeIn(body)}`),
  }
}

class TooLong extends Error {}

/** The text of an answer; throws for one that is longer than any vendor needs. */
export async function boundedText({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new TooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const word = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z_]{1,60}$/))
const withCode = v.union([
  v.object({ code: word }),
  v.pipe(
    v.object({ error: v.object({ code: word }) }),
    v.transform(o => o.error),
  ),
])

/** The vendor's error code, if there is one: the sentence beside it may repeat what was sent. */
function codeIn(body: unknown): string {
  const parsed = v.safeParse(withCode, body)
  return parsed.success ? `, ${parsed.output.code}` : ''
}
