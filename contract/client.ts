import * as v from 'valibot'
import { encode } from '#contract/codec.ts'
import { CODE, type Reason } from '#contract/codes.ts'
import type { Endpoint, Endpoints, Input, Output } from '#contract/endpoint.ts'
import type { ErrorColumn } from '#contract/envelope.ts'
import { fillPath } from '#contract/path.ts'
import { statedReason } from '#contract/wire.ts'
import { REQUEST_TIMEOUT_MS } from '#domain/limits.ts'
import { refusals } from '#words/reasons.ts'

/**
 * Thrown by `send` if no answer came, the only lost network. Every other error is a fault of our
 * own code.
 */
export class Unanswered extends Error {}

/** A failed call: a refusal of the contract, or `network` if no answer came. */
export type Failure = {
  readonly ok: false
  readonly code: number
  readonly msg: string
  readonly reason: Reason | 'network'
  readonly details: Readonly<Record<string, unknown>>
  readonly errorColumn: readonly ErrorColumn[]
  /** Only if a limit was reached. */
  readonly retryAfterSeconds?: number
}

export type Result<T> = { readonly ok: true; readonly data: T } | Failure

export type CallOptions = {
  /** One per user action, reused when that action is retried. */
  readonly idempotencyKey?: string
  /** The platform's own abort signal. */
  readonly signal?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Every call of an area as a function. It takes and returns inside forms, and never throws. */
export type Client<Es extends Endpoints> = {
  readonly [Name in keyof Es]: (
    input: Input<Es[Name]>,
    options?: CallOptions,
  ) => Promise<Result<Output<Es[Name]>>>
}

export type Body =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, unknown])[] }

/** One request to send with the platform's own fetch, forms and signals. */
export type Outgoing = {
  readonly method: Endpoint['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | null
  readonly timeoutMs: number
  readonly signal?: unknown
}
export type Incoming = {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
}

/**
 * What a platform provides: the server's address, the headers of every request, and a way to send
 * one.
 */
export type Connection = {
  readonly base: string
  readonly headers: () => Readonly<Record<string, string>>
  /** Rejects with `Unanswered` if none came. */
  readonly send: (request: Outgoing) => Promise<Incoming>
  /** Is notified of every failure before the caller. */
  readonly onFailure?: (failure: Failure, endpoint: Endpoint) => void
  /** Is notified of every error of our own code, which the caller gets as `failed-unexpectedly`. */
  readonly onFault?: (error: unknown) => void
}

/** Derives the functions of an area from its endpoints. */
export function client<Es extends Endpoints>(endpoints: Es, connection: Connection): Client<Es> {
  const calls = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (input: object, options: CallOptions = {}) => call(endpoint, input, options, connection),
  ])
  return Object.fromEntries(calls) as Client<Es>
}

async function call(
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
  connection: Connection,
): Promise<Result<unknown>> {
  const result = await exchange(endpoint, input, options, connection)
  if (!result.ok) connection.onFailure?.(result, endpoint)
  return result
}

async function exchange(
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
  connection: Connection,
): Promise<Result<unknown>> {
  try {
    return read(endpoint, await connection.send(outgoing(endpoint, input, options, connection)))
  } catch (error) {
    if (error instanceof Unanswered) return failure('network')
    connection.onFault?.(error)
    return failure('failed-unexpectedly')
  }
}

/** Builds the request for an input. */
export function outgoing(
  endpoint: Endpoint,
  input: object,
  options: CallOptions,
  { base, headers }: Pick<Connection, 'base' | 'headers'>,
): Outgoing {
  const { path, rest } = fillPath(
    endpoint.path,
    encode(endpoint.input, input) as Record<string, unknown>,
  )
  const key =
    options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }
  return {
    method: endpoint.method,
    url: base + path + (endpoint.sends === 'query' ? query(rest) : ''),
    headers: { ...headers(), ...key, ...options.headers },
    body: body(endpoint, rest),
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...(options.signal !== undefined && { signal: options.signal }),
  }
}

function body(endpoint: Endpoint, rest: Record<string, unknown>): Body | null {
  if (endpoint.sends === 'query') return null
  if (endpoint.sends === 'json') return { kind: 'json', text: JSON.stringify(rest) }
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  return { kind: 'form', fields }
}

function query(rest: Record<string, unknown>): string {
  const pairs = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const envelope = v.object({ code: v.number(), msg: v.string(), data: v.unknown() })
const refusalData = v.object({
  reason: v.picklist(Object.keys(refusals) as Reason[]),
  errorColumn: v.optional(v.array(v.object({ column: v.string(), ...statedReason.entries })), []),
})

function read(endpoint: Endpoint, { status, text, retryAfter }: Incoming): Result<unknown> {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), envelope), text)
  if (!answer.success)
    return failure(status >= 502 && status <= 504 ? 'network' : 'failed-unexpectedly')
  const { code, msg, data } = answer.output
  if (code !== CODE.success) return refusal(code, msg, data, retryAfter)
  const output = v.safeParse(endpoint.output, data)
  return output.success ? { ok: true, data: output.output } : failure('failed-unexpectedly')
}

function refusal(code: number, msg: string, data: unknown, retryAfter: string | null): Failure {
  const parsed = v.safeParse(refusalData, data)
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  return {
    ok: false,
    code,
    msg,
    reason: parsed.success
      ? parsed.output.reason
      : code === CODE.notLoggedIn
        ? 'not-logged-in'
        : 'failed-unexpectedly',
    details: typeof data === 'object' && data !== null ? { ...data } : {},
    errorColumn: parsed.success ? parsed.output.errorColumn : [],
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  }
}

/** A failure that no server described, so the message is the reason's own. */
function failure(reason: 'network' | 'failed-unexpectedly'): Failure {
  return { ok: false, code: CODE.refused, msg: reason, reason, details: {}, errorColumn: [] }
}
