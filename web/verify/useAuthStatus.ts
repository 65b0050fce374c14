import { useEffect } from 'react'
import { verify } from '#contract/verify.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { toast } from '#web/ui/toast.ts'

/** Reads which steps the borrower has done. A failure is a toast (specification §8). */
export function useAuthStatus() {
  const status = useCall(verify.status, {})
  const { error, isFetching } = status
  const message = error && !isFetching ? messageOfError(error) : undefined
  useEffect(() => {
    if (message !== undefined) toast(message, 'bad')
  }, [message])
  return status
}
