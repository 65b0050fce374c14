import { useCallback, useEffect, useState } from 'react'
import type { Failure, Result } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { messageOf } from '#web/api/failures.ts'

/** The part of a query result that Loadable needs. */
export type Answer<T> = {
  data: T | undefined
  error: Failure | null
  isFetching: boolean
  refetch: () => void
}

/**
 * Reads from the server for a public page, which has no query cache. It is read once; the input
 * must not change.
 */
export function useAnswer<E extends Endpoint>(endpoint: E, input: Input<E>): Answer<Output<E>> {
  const [firstInput] = useState(input)
  const [result, setResult] = useState<Result<Output<E>>>()
  const refetch = useCallback(() => {
    setResult(undefined)
    void call(endpoint, firstInput).then(setResult)
  }, [endpoint, firstInput])
  useEffect(refetch, [refetch])
  return {
    data: result?.ok ? result.data : undefined,
    error: result && !result.ok ? result : null,
    isFetching: result === undefined,
    refetch,
  }
}

/** The visitor's message for a failed read, for a Loadable. */
export function messageOfFailure(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'reason' in error
    ? messageOf(error as Failure)
    : undefined
}
