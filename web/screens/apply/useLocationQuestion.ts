import { useEffect, useState } from 'react'
import { device } from '#contract/device.ts'
import { useCall } from '#web/api/useCall.ts'
import { answerOptional } from '#web/consent/OptionalQuestion.tsx'
import { collectLocation } from '#web/device/location.ts'

/**
 * Asks for the location once before an application (specification §4). The browser asks only after
 * a yes. Applying without an answer counts as no, and the question is not repeated.
 */
export function useLocationQuestion() {
  const list = useCall(device.needUpload, {})
  const gps = list.data?.find(({ type }) => type === 'gps')
  const [isAnswered, setAnswered] = useState(false)
  const isOpen = gps?.consent === 'not-asked' && !isAnswered
  const isDue = gps?.needUpload === 1
  useEffect(() => {
    if (isDue) void collectLocation({ mayAsk: false })
  }, [isDue])

  function answered(isGiven: boolean) {
    setAnswered(true)
    if (isGiven) void collectLocation({ mayAsk: true })
  }
  const applied = () => (isOpen ? void answerOptional('location', false) : undefined)
  return { isOpen, answered, applied }
}
