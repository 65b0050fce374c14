import { useSyncExternalStore } from 'react'
import { storedToken, subscribeToCredentials } from '#web/device/credentials.ts'

/** The token, drawn again when it changes. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToCredentials, storedToken, () => null)
}
