import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Failure } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { messageOf } from '#web/api/failures.ts'
import { isUnconfirmed, ownerConfirms } from '#web/api/owner-check.ts'

/** The error names of failures that other code handles specially. */
const NAMES: Partial<Record<Failure['reason'], string>> = {
  network: 'NetworkFailure',
  'confirm-code-required': 'OwnerUnconfirmed',
}

/** A failed call as a thrown error, which TanStack Query expects. */
export class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.msg)
    this.name = NAMES[failure.reason] ?? 'CallFailed'
    this.failure = failure
  }
}

type Options<T> = {
  enabled?: boolean
  /** The polling interval, which may depend on the latest data; undefined means no polling. */
  pollMs?: (data: T | undefined) => number | undefined
}

/**
 * Reads from the server and caches the answer for every screen with the same request. Where an
 * unknown device may not read it, `refetch` asks for the second code first.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options<Output<E>> = {},
): UseQueryResult<Output<E>, CallFailed> {
  const query = useQuery<Output<E>, CallFailed>({
    ...queryOf(endpoint, input),
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.pollMs?.(state.data) ?? false,
  })
  const { error, refetch } = query
  if (!error || !isUnconfirmed(error.failure)) return query
  return {
    ...query,
    refetch: async () => ((await ownerConfirms(error.failure)) ? refetch() : query),
  }
}

/** The cache key and the query function of a call. */
export function queryOf<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return {
    queryKey: callKey(endpoint, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Output<E>> => {
      const result = await call(endpoint, input, { signal })
      if (result.ok) return result.data
      throw new CallFailed(result)
    },
  }
}

/** The cache key of an answer; without an input, of all answers of that call. */
export function callKey<E extends Endpoint>(endpoint: E, input?: Input<E>): QueryKey {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

/**
 * The borrower's message for a failed read, for a Loadable; undefined if the failure has no message
 * of its own.
 */
export function messageOfError(error: unknown): string | undefined {
  return error instanceof CallFailed ? messageOf(error.failure) : undefined
}
