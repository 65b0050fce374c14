/** Reads and acts of the console's pages. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#console/call.ts'
import { passkeyAnswer } from '#console/passkey.ts'
import { proveAtProvider } from '#console/provider.ts'
import { say } from '#console/words.ts'
import type { Failure } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { staffSession } from '#contract/staff/session.ts'

/** A failed read as a thrown error, which TanStack Query expects. */
class CallFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.msg)
    this.failure = failure
  }
}

/** Reads from the server; `everyMs` reads again. */
export function useRead<E extends Endpoint>(endpoint: E, input: Input<E>, everyMs?: number) {
  return useQuery<Output<E>, Error>({
    queryKey: [endpoint.path, input],
    queryFn: async () => {
      const result = await call(endpoint, input)
      if (result.ok) return result.data
      throw new CallFailed(result)
    },
    refetchInterval: everyMs ?? false,
  })
}

/** Reads a list page by page; `everyMs` reads all shown pages again. */
export function usePages<E extends Endpoint, Page extends Output<E> & { next: string | null }>(
  endpoint: E,
  input: Omit<Input<E>, 'after'>,
  everyMs: number,
) {
  return useInfiniteQuery({
    queryKey: [endpoint.path, input],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }): Promise<Page> => {
      const page = pageParam === null ? {} : { after: pageParam }
      const result = await call(endpoint, { ...input, ...page } as Input<E>)
      if (result.ok) return result.data as Page
      throw new CallFailed(result)
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
  })
}

/** True if a read failed because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallFailed && error.failure.reason === 'not-logged-in'
}

export function messageOf(error: Failure | Error): string {
  const failure = error instanceof CallFailed ? error.failure : error
  if ('reason' in failure && failure.reason === 'network') return say('network')
  return 'msg' in failure ? failure.msg : say('failed')
}

/** Runs acts one at a time, and says which one runs; where an act needs a recent proof, asks for the passkey and repeats it. */
export function useAct() {
  const queries = useQueryClient()
  const [running, setRunning] = useState<Endpoint>()
  const isPending = running !== undefined
  const [problem, setProblem] = useState<string>()

  /** Runs an act and returns the answer; undefined if it failed, for the reason in `problem`. */
  async function act<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
  ): Promise<{ data: Output<E> } | undefined> {
    if (isPending) return undefined
    setRunning(endpoint)
    setProblem(undefined)
    const first = await call(endpoint, input)
    const needsProof = !first.ok && first.reason === 'proof-required'
    const result = needsProof && (await reauthenticate()) ? await call(endpoint, input) : first
    await queries.invalidateQueries()
    setRunning(undefined)
    if (result.ok) return { data: result.data }
    setProblem(messageOf(result))
    return undefined
  }
  /** The state of a button: it spins during its own act, and is disabled during another. */
  function stateOf(endpoint: Endpoint): { readonly pending: boolean; readonly disabled: boolean } {
    return { pending: running === endpoint, disabled: isPending && running !== endpoint }
  }
  return { act, isPending, stateOf, problem }
}

/**
 * Proves the person again, in the way in which the session began: by passkey, or at the lender's
 * provider; in a demonstration the sandbox signs the same role in again.
 */
async function reauthenticate(): Promise<boolean> {
  const me = await call(staffSession.me, {})
  if (!me.ok) return false
  const [role] = me.data.roles
  if (me.data.isSimulated) return role !== undefined && (await signInAtSandbox(role))
  if (me.data.way === 'provider') return proveAtProvider()
  const answer = await passkeyAnswer()
  return answer !== undefined && (await call(staffSession.prove, answer)).ok
}

/** Lets the sandbox of a demonstration sign this browser in as a role. */
async function signInAtSandbox(role: string): Promise<boolean> {
  const response = await fetch('/sandbox/staff', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  })
  return response.ok
}
