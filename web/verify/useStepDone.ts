import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { kyc } from '#contract/kyc.ts'
import { verify } from '#contract/verify.ts'
import { callKey } from '#web/api/useCall.ts'
import { paths } from '#web/paths.ts'

/** What a step page shows of the server; after a step it is read anew, never shown as it was. */
const answersOfSteps = [
  verify.status,
  verify.baseInfoForm,
  verify.workInfoForm,
  verify.contacts,
  kyc.type,
  kyc.uploads,
  kyc.faceResult,
]

/** Goes on after a step is saved: the dispatcher finds the next one (specification §4). From the face by way of `/auth/kyc` (§2). */
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
