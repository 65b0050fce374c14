import { useEffect } from 'react'
import { device } from '#contract/device.ts'
import { useCall } from '#web/api/useCall.ts'
import { collectLocation } from '#web/device/location.ts'

/**
 * The location call before an application (specification §4): sends the location if the borrower
 * has agreed and the browser already allows it. The next page asks for it.
 */
export function useLocationCollection(): void {
  const list = useCall(device.needUpload, {})
  const isDue = list.data?.some(({ type, needUpload }) => type === 'gps' && needUpload === 1)
  useEffect(() => {
    if (isDue) void collectLocation({ mayAsk: false })
  }, [isDue])
}
