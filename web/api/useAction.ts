import { useCallback, useRef, useState } from 'react'
import type { CallOptions, Result } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { forgetActionKey, keyOfAction } from '#web/api/idempotency.ts'
import { isUnconfirmed, ownerConfirms } from '#web/api/owner-check.ts'

export type Action<E extends Endpoint> = {
  /** Returns undefined while the same action is already running: a second tap does nothing. */
  readonly run: (input: Input<E>, options?: CallOptions) => Promise<Result<Output<E>> | undefined>
  readonly isPending: boolean
}

/**
 * An action of the borrower. It is never sent twice at once; if it moves money it carries a key
 * that stays the same through a lost network and a reload until the server answers. On an unknown
 * device it first asks for the second code, if the server requires it.
 */
export function useAction<E extends Endpoint>(endpoint: E): Action<E> {
  const isUnderWay = useRef(false)
  const [isPending, setIsPending] = useState(false)
  const run = useCallback(
    async (input: Input<E>, options: CallOptions = {}) => {
      if (isUnderWay.current) return undefined
      isUnderWay.current = true
      setIsPending(true)
      const first = await send(endpoint, input, options)
      const result =
        isUnconfirmed(first) && (await ownerConfirms(first))
          ? await send(endpoint, input, options)
          : first
      isUnderWay.current = false
      setIsPending(false)
      return result
    },
    [endpoint],
  )
  return { run, isPending }
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
): Promise<Result<Output<E>>> {
  if (!endpoint.idempotent) return call(endpoint, input, options)
  const idempotencyKey = keyOfAction(endpoint, input)
  const result = await call(endpoint, input, { ...options, idempotencyKey })
  if (isAnswered(result)) forgetActionKey(endpoint, input)
  return result
}

/**
 * Whether the outcome of the action is known. A lost answer may hide a success, so its key is kept
 * for the retry.
 */
function isAnswered(result: Result<unknown>): boolean {
  return (
    result.ok ||
    (result.reason !== 'network' &&
      result.reason !== 'failed-unexpectedly' &&
      result.reason !== 'rate-limited' &&
      result.reason !== 'server-busy')
  )
}
