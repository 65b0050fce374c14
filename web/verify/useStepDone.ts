import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { kyc } from '#contract/kyc.ts'
import { verify } from '#contract/verify.ts'
import { callKey } from '#web/api/useCall.ts'
import { paths } from '#web/paths.ts'

/**
 * The answers that step pages show. After a step they are fetched again, never shown from the
 * cache.
 */
const answersOfSteps = [
  verify.status,
  verify.baseInfoForm,
  verify.workInfoForm,
  verify.contacts,
  kyc.type,
  kyc.uploads,
  kyc.faceResult,
]

/**
 * Returns a function that continues after a step is saved: the dispatcher finds the next step
 * (specification §4). The face step goes by way of `/auth/kyc` (§2).
 */
export function useStepDone(by: 'auth' | 'kyc' = 'auth'): () => void {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const pid = search.get('pid') ?? ''
  return useCallback(() => {
    for (const endpoint of answersOfSteps) queries.removeQueries({ queryKey: callKey(endpoint) })
    void queries.invalidateQueries({ refetchType: 'none' })
    navigate(by === 'kyc' ? paths.kyc({ pid }) : paths.auth(pid))
  }, [queries, navigate, pid, by])
}
