import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { useCall } from '#web/api/useCall.ts'

/**
 * Loads the Key Facts Statement of the chosen terms, and holds whether it was acknowledged. Other
 * terms need another acknowledgement.
 */
export function useStatement(wish: Input<typeof order.keyFactsOffered>, isNeeded: boolean) {
  const query = useCall(order.keyFactsOffered, wish, { enabled: isNeeded })
  const [agreed, setAgreed] = useState<string>()
  const [isReminded, setReminded] = useState(false)
  const hash = isNeeded ? query.data?.hash : undefined
  const isAgreed = hash !== undefined && agreed === hash

  /** Whether the application may be sent; if not, scrolls to the statement. */
  function isReady(): boolean {
    setReminded(isNeeded && !isAgreed)
    if (isNeeded && !isAgreed)
      document.getElementById('key-facts')?.scrollIntoView({ block: 'end' })
    return !isNeeded || isAgreed
  }

  return {
    hash: isAgreed ? hash : undefined,
    isReady,
    refetch: () => (isNeeded ? void query.refetch() : undefined),
    shown: {
      query,
      isAgreed,
      isMissing: isReminded && !isAgreed,
      onAgree: (is: boolean) => setAgreed(is ? hash : undefined),
    },
  }
}
