import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Failure } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { messageOf } from '#web/api/failures.ts'

/** A call that did not succeed, as TanStack Query wants it: thrown. */
export class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.msg)
    this.name = failure.reason === 'network' ? 'NetworkFailure' : 'CallFailed'
    this.failure = failure
  }
}

type Options<T> = {
  enabled?: boolean
  /** How often to look again, which may depend on what was seen last; undefined is not at all. */
  lookAgainMs?: (data: T | undefined) => number | undefined
}

/** Reads from the server and keeps the answer in the cache, where every screen that asks the same finds it. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options<Output<E>> = {},
): UseQueryResult<Output<E>, CallFailed> {
  return useQuery<Output<E>, CallFailed>({
    ...readingOf(endpoint, input),
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.lookAgainMs?.(state.data) ?? false,
  })
}

/** Where the answer of a call is kept, and how it is read. */
export function readingOf<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return {
    queryKey: callKey(endpoint, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Output<E>> => {
      const result = await call(endpoint, input, { signal })
      if (result.ok) return result.data
      throw new CallFailed(result)
    },
  }
}

/** The address of an answer in the cache; without an input, of all answers of that call. */
export function callKey<E extends Endpoint>(endpoint: E, input?: Input<E>): QueryKey {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

/** What the borrower reads of a failed read, for a Loadable; nothing where the failure has no words of its own. */
export function messageOfError(error: unknown): string | undefined {
  return error instanceof CallFailed ? messageOf(error.failure) : undefined
}
