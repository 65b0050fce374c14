import { useEffect, useState } from 'react'
import { canUsePasskeys } from '#web/device/passkey-support.ts'

/** Whether this browser can hold a passkey; false until it has answered. */
export function usePasskeySupport(): boolean {
  const [isPossible, setPossible] = useState(false)
  useEffect(() => {
    canUsePasskeys().then(setPossible, () => undefined)
  }, [])
  return isPossible
}
