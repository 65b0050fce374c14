import type * as v from 'valibot'
import type { Reason } from '#contract/codes.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/**
 * The description of one API call. The server's routes, every client and the published OpenAPI
 * document are derived from it.
 */
export type Endpoint = {
  /** The purpose of the call, in one line. */
  readonly does: string
  readonly method: 'GET' | 'POST'
  /** Relative to the base path /api1. Parts such as `{stateId}` are taken from the input. */
  readonly path: `/${string}`
  /**
   * `borrower`: requires a session, and passes its borrower to the handler. `{ staff }`: requires a
   * session of a member of staff who has this permission (decision 56).
   */
  readonly auth: 'public' | 'borrower' | { readonly staff: Permission }
  /** An act of staff on money or rules: the last passkey proof must be recent. */
  readonly reauthenticates?: true
  /**
   * A limited session may make this call, too: it shows or repays loans, signs out, or confirms the
   * owner (product §10).
   */
  readonly limited?: true
  /** The form in which the input is sent. */
  readonly sends: 'query' | 'json' | 'form'
  readonly input: Schema
  readonly output: Schema
  /**
   * Every business refusal that this call may return, in addition to those that any call may (see
   * codes.ts).
   */
  readonly refusals: readonly Reason[]
  /** Moves money or creates an order, so it requires an `Idempotency-Key` (product §2). */
  readonly idempotent?: true
  /**
   * The same for everybody and rarely changed: cached by the client for an hour, and sent
   * compressed.
   */
  readonly reference?: true
  /**
   * Changes something although it is a GET, so it requires the header `web_uuid`, which a page of
   * another site cannot send.
   */
  readonly acts?: true
  /** Our own call, not in the specification (product §3). */
  readonly ours?: true
}

export type Endpoints = Readonly<Record<string, Endpoint>>

export type Schema = v.GenericSchema<unknown, unknown>

/**
 * The input that a handler receives and a client passes: paise, days and dates, not their wire
 * forms.
 */
export type Input<E extends Endpoint> = v.InferOutput<E['input']>
/** The output that a handler returns and a client receives. */
export type Output<E extends Endpoint> = v.InferOutput<E['output']>
/** The reasons with which a handler of this call may refuse. */
export type RefusalOf<E extends Endpoint> = E['refusals'][number]
