import type * as v from 'valibot'
import type { Reason } from '#contract/codes.ts'

/** One API call, described once. The server's routes, every client and the published OpenAPI document are derived from it. */
export type Endpoint = {
  /** What the call is for, in one line. */
  readonly does: string
  readonly method: 'GET' | 'POST'
  /** Below the base path /api1. Parts such as `{stateId}` are taken from the input. */
  readonly path: `/${string}`
  /** `borrower`: a session is needed, and the handler is given its borrower. */
  readonly auth: 'public' | 'borrower'
  /** Where the input travels. */
  readonly sends: 'query' | 'json' | 'form'
  readonly input: Schema
  readonly output: Schema
  /** Every business refusal that this call may answer with, beside those that any call may (see codes.ts). */
  readonly refusals: readonly Reason[]
  /** Moves money or creates an order: takes an `Idempotency-Key` (product §2). */
  readonly idempotent?: true
  /** The same for everybody and rarely changed: kept by the client for an hour, and sent compressed. */
  readonly reference?: true
  /** Not in the specification: the call is ours alone (product §3). */
  readonly ours?: true
}

export type Endpoints = Readonly<Record<string, Endpoint>>

export type Schema = v.GenericSchema<unknown, unknown>

/** What a handler receives and a client passes: paise, days and dates, not their wire forms. */
export type Input<E extends Endpoint> = v.InferOutput<E['input']>
/** What a handler returns and a client receives. */
export type Output<E extends Endpoint> = v.InferOutput<E['output']>
/** The reasons a handler of this call may refuse with. */
export type RefusalOf<E extends Endpoint> = E['refusals'][number]
