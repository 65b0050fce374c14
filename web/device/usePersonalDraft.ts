import { useCallback, useState } from 'react'
import { storedToken, subscribeToCredentials } from '#web/device/credentials.ts'

/** What was typed and not sent, by page. In memory only: personal data is never written to this device. */
const kept = new Map<string, object>()
let isListening = false

/**
 * What a borrower has typed about themselves and not sent yet, over what the server already knows (`known`). Going back and
 * forth within the app loses nothing; a reload, and signing out, forget it.
 */
export function usePersonalDraft<T extends object>(name: string, known: T): [T, (change: Partial<T>) => void, () => void] {
  const [typed, setTyped] = useState<Partial<T>>(() => (kept.get(name) ?? {}) as Partial<T>)
  const change = useCallback(
    (changed: Partial<T>) => {
      forgetAtSignOut()
      kept.set(name, { ...kept.get(name), ...changed })
      setTyped(before => ({ ...before, ...changed }))
    },
    [name],
  )
  const forget = useCallback(() => void kept.delete(name), [name])
  return [{ ...known, ...typed }, change, forget]
}

function forgetAtSignOut(): void {
  if (isListening) return
  isListening = true
  subscribeToCredentials(() => {
    if (storedToken() === null) kept.clear()
  })
}
