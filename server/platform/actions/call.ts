import type { Endpoint, Endpoints, Input, Output, RefusalOf } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/envelope.ts'
import type { Action } from '#server/platform/actions/idempotency.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { CookieJar } from '#server/platform/http/cookies.ts'
import type { WithFragments } from '#server/platform/http/serialized.ts'
import type { Language } from '#words/language.ts'
import type { FindSessions, NativeDevice, SessionRow } from './session.ts'

/** What the caller's headers and connection say. Claims, not facts: nothing is granted for them. */
export type Caller = {
  readonly os: string
  readonly webUuid: string | undefined
  readonly ip: string
  /** The secret of a link that was sent to somebody without an account (header `link-token`). */
  readonly linkToken: string | undefined
  /** Only where the request names a device at all. */
  readonly device: NativeDevice | undefined
}

/** What the handler of a public call knows beside its input. */
export type PublicCall = {
  readonly requestId: string
  /** The time of the business, read once, so that one request happens at one instant. */
  readonly now: Date
  readonly language: Language
  readonly client: Caller
  readonly cookies: CookieJar
}

/** What the handler of a borrower's call knows: who it is, by which session, from which device. */
export type BorrowerCall = PublicCall & {
  readonly borrowerId: string
  readonly sessionId: string
  readonly deviceId: string
  readonly isAppUser: boolean
}

/** What a handler answers: the output, or one of the refusals that its endpoint declares. */
export type Answer<E extends Endpoint> = Output<E> | Refusal<RefusalOf<E>>

/** A call that moves money or creates an order. */
export type IdempotentCall<E extends Endpoint> = BorrowerCall & {
  readonly idempotencyKey: string
  /** What the key names, for work that cannot be handed to `once`. */
  readonly action: Action
  /**
   * Runs `work` in a transaction that also stores the key and the answer: all of it is written, or nothing. A repeated
   * request gets the stored answer and `work` does not run. A refusal rolls back whatever `work` had done.
   */
  readonly once: (work: (tx: Transaction) => Promise<Answer<E>>) => Promise<Answer<E>>
}

export type CallOf<E extends Endpoint> = E['auth'] extends 'public'
  ? PublicCall
  : E extends { readonly idempotent: true }
    ? IdempotentCall<E>
    : BorrowerCall

export type Handler<E extends Endpoint> = (input: Input<E>, call: CallOf<E>) => Promise<Answer<E>>

/** A handler that spares the edge something, and so the database a question; what is asked most often is worth that. */
export type SparingHandler<E extends Endpoint> = {
  /** What finds the session, where not what finds that of every call. */
  readonly find?: FindSessions<SessionRow>
  /** It takes the key before anything happens, so nobody needs to look beforehand whether the key is that of another call. */
  readonly takesKeyFirst?: true
  readonly handle: (
    input: Input<E>,
    call: CallOf<E>,
    found: SessionRow,
  ) => Promise<Answer<E> | WithFragments<Output<E>>>
}

/** Has data read by the statement that finds the session: `handle` gets what `find` found, once it has proved to be whoever asks. */
export function along<E extends Endpoint, Found extends SessionRow>(
  find: FindSessions<Found>,
  handle: (
    input: Input<E>,
    call: CallOf<E>,
    found: Found,
  ) => Promise<Answer<E> | WithFragments<Output<E>>>,
): SparingHandler<E> {
  return { find, handle: (input, call, found) => handle(input, call, found as Found) }
}

/** One handler for every endpoint of an area; a missing one does not compile. */
export type Handlers<Es extends Endpoints> = {
  readonly [Name in keyof Es]: Handler<Es[Name]> | SparingHandler<Es[Name]>
}

/** An endpoint and what answers it, ready to be served. */
export type Route = Pick<SparingHandler<Endpoint>, 'find' | 'takesKeyFirst'> & {
  readonly endpoint: Endpoint
  readonly handle: (input: unknown, call: object, found?: SessionRow) => Promise<unknown>
}

/** Binds an area's endpoints to their handlers. */
export function routes<Es extends Endpoints>(endpoints: Es, handlers: Handlers<Es>): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const handler = handlers[name] as Route['handle'] | Omit<Route, 'endpoint'>
    return typeof handler === 'function' ? { endpoint, handle: handler } : { endpoint, ...handler }
  })
}
