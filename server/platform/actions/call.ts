import type { Endpoint, Endpoints, Input, Output, RefusalOf } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/envelope.ts'
import type { Action } from '#server/platform/actions/idempotency.ts'
import type { Transaction } from '#server/platform/db/open.ts'
import type { CookieJar } from '#server/platform/http/cookies.ts'
import type { WithFragments } from '#server/platform/http/serialized.ts'
import type { Language } from '#words/language.ts'
import type { BoundTo, FindSessions, NativeDevice, SessionRow } from './session.ts'
import type { StaffSession } from './staff-session.ts'

/** The unverified claims of the caller's headers and connection: no right follows from them. */
export type Caller = {
  readonly os: string
  readonly webUuid: string | undefined
  readonly ip: string
  /** The secret of a link sent to somebody without an account (header `link-token`). */
  readonly linkToken: string | undefined
  /** The header `proof-of-work`, unread (decision 54). */
  readonly proofOfWork: string | undefined
  /** Present only where the request names a device. */
  readonly device: NativeDevice | undefined
}

/** The context of a public call's handler, besides its input. */
export type PublicCall = {
  readonly requestId: string
  /** The business time, read once, so that one request happens at one instant. */
  readonly now: Date
  readonly language: Language
  readonly client: Caller
  /** The thumbprint of the device's key that signed this request (decision 52). */
  readonly deviceKey: string | undefined
  readonly cookies: CookieJar
  /** The session that the request shows although the call needs none; undefined without a live one. */
  readonly presentSession: () => Promise<SessionRow | undefined>
  /** Notes for the log whose request it is, where the input does not say so. The log hashes it. */
  readonly noteSubject: (subject: string) => void
}

/** The context of a borrower's handler: the borrower, the session and the device. */
export type BorrowerCall = PublicCall & {
  readonly borrowerId: string
  readonly sessionId: string
  readonly deviceId: string
  readonly boundTo: BoundTo
  readonly isAppUser: boolean
  /** The session only sees and repays loans until its owner is confirmed. */
  readonly isLimited: boolean
}

/** The context of a staff handler: the person, their permissions and their session. */
export type StaffCall = PublicCall & { readonly staff: StaffSession }

/** A handler's answer: the output, or one of the refusals that its endpoint declares. */
export type Answer<E extends Endpoint> = Output<E> | Refusal<RefusalOf<E>>

/** A call that moves money or creates an order. */
export type IdempotentCall<E extends Endpoint> = BorrowerCall & {
  readonly idempotencyKey: string
  /** The action that the key names, for work that cannot use `once`. */
  readonly action: Action
  /**
   * Runs `work` in a transaction that also stores the key and the answer: all or nothing. A
   * repeated request gets the stored answer and `work` does not run. A refusal rolls back the
   * changes of `work`.
   */
  readonly once: (work: (tx: Transaction) => Promise<Answer<E>>) => Promise<Answer<E>>
}

export type CallOf<E extends Endpoint> = E['auth'] extends 'public'
  ? PublicCall
  : E['auth'] extends { readonly staff: string }
    ? StaffCall
    : E extends { readonly idempotent: true }
      ? IdempotentCall<E>
      : BorrowerCall

export type Handler<E extends Endpoint> = (input: Input<E>, call: CallOf<E>) => Promise<Answer<E>>

/** A handler whose data is read with its session: one query less, for the most frequent calls. */
export type HandlerWithSessionRows<E extends Endpoint> = {
  /** Finds the session, in place of the default statement. */
  readonly find: FindSessions<SessionRow>
  readonly handle: (
    input: Input<E>,
    call: CallOf<E>,
    row: SessionRow,
  ) => Promise<Answer<E> | WithFragments<Output<E>>>
}

/**
 * Reads data with the statement that finds the session: `handle` gets what `find` found, once the
 * caller is authenticated.
 */
export function withSessionRows<E extends Endpoint, Row extends SessionRow>(
  find: FindSessions<Row>,
  handle: (
    input: Input<E>,
    call: CallOf<E>,
    row: Row,
  ) => Promise<Answer<E> | WithFragments<Output<E>>>,
): HandlerWithSessionRows<E> {
  return { find, handle: (input, call, facts) => handle(input, call, facts as Row) }
}

/** One handler for every endpoint of an area; a missing one does not compile. */
export type Handlers<Es extends Endpoints> = {
  readonly [Name in keyof Es]: Handler<Es[Name]> | HandlerWithSessionRows<Es[Name]>
}

/** An endpoint and its handler, ready to be served. */
export type Route = Partial<Pick<HandlerWithSessionRows<Endpoint>, 'find'>> & {
  readonly endpoint: Endpoint
  readonly handle: (input: unknown, call: object, row?: SessionRow) => Promise<unknown>
}

/** Binds an area's endpoints to their handlers. */
export function routes<Es extends Endpoints>(endpoints: Es, handlers: Handlers<Es>): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const handler = handlers[name] as Route['handle'] | Omit<Route, 'endpoint'>
    return typeof handler === 'function' ? { endpoint, handle: handler } : { endpoint, ...handler }
  })
}
