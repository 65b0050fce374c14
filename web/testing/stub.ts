import type { Endpoint, Input, Output, RefusalOf } from '#contract/endpoint.ts'
import type { Refusal } from '#contract/envelope.ts'

/** The refusals that any call may return, and that its own list therefore leaves out. */
type OfAnyCall =
  | 'not-logged-in'
  | 'rate-limited'
  | 'server-busy'
  | 'not-found'
  | 'failed-unexpectedly'
  | 'confirm-code-required'

/** The refusals that any call of staff may return, too. */
type OfStaffCall<E extends Endpoint> =
  | (E extends { readonly auth: { readonly staff: string } } ? 'not-permitted' : never)
  | (E extends { readonly reauthenticates: true } ? 'proof-required' : never)

/** No answer comes: the network is lost. */
export const lost = Symbol('lost')

export type Answer<E extends Endpoint> =
  | Output<E>
  | Refusal<RefusalOf<E> | OfAnyCall | OfStaffCall<E>>
  | typeof lost

export type Stub<E extends Endpoint = Endpoint> = {
  /** The inputs of the calls so far, as the server would read them. */
  readonly inputs: Input<E>[]
  /** The headers of the last call. */
  headers: Headers | undefined
}

export type Stubbed = Stub & {
  readonly endpoint: Endpoint
  readonly answer: (input: unknown) => unknown
}

const stubsByCall = new Map<Endpoint, Stubbed>()

/**
 * Answers a call of the contract until the end of the test; a later stub of the same call takes its
 * place. An answer that does not fit the contract does not compile.
 */
export function stub<E extends Endpoint>(
  endpoint: E,
  answer: Answer<E> | ((input: Input<E>) => Answer<E> | Promise<Answer<E>>),
): Stub<E> {
  const give = typeof answer === 'function' ? answer : () => answer
  const stubbed = {
    endpoint,
    answer: give as (input: unknown) => unknown,
    inputs: [] as Input<E>[],
    headers: undefined as Headers | undefined,
  }
  stubsByCall.set(endpoint, stubbed)
  return stubbed
}

/** The stubs of this test. */
export const stubs = (): readonly Stubbed[] => [...stubsByCall.values()]

export const removeStubs = (): void => stubsByCall.clear()

/** An answer that comes when the test gives it. */
export function deferred<T>(): { readonly answer: Promise<T>; readonly give: (answer: T) => void } {
  let give: (answer: T) => void = () => undefined
  const answer = new Promise<T>(resolve => {
    give = resolve
  })
  return { answer, give }
}
