import { useCallback, useEffect, useState } from 'react'
import { storedToken, subscribeToCredentials } from '#web/device/credentials.ts'

/** Comes when a page first has something to keep, and not with every page. */
const sealed = () => import('#web/device/sealed-drafts.ts')

/** What was typed and not sent, by page. In clear it is in memory only; for a reload its texts are kept sealed. */
const kept = new Map<string, object>()
let isListening = false

/**
 * What a borrower has typed about themselves and not sent yet, over what the server already knows (`known`). Going back and
 * forth within the app, and a reload, lose nothing; signing out forgets it, and so does the end of the tab.
 */
export function usePersonalDraft<T extends object>(name: string, known: T): [T, (change: Partial<T>) => void, () => void] {
  const [typed, setTyped] = useState<Partial<T>>(() => (kept.get(name) ?? {}) as Partial<T>)

  useEffect(() => {
    if (kept.has(name)) return
    let isHere = true
    async function recall() {
      const opened = await (await sealed()).openDraft(name)
      if (!isHere || !opened) return
      // What was typed meanwhile is newer.
      setTyped(before => ({ ...(opened as Partial<T>), ...before }))
      kept.set(name, { ...opened, ...kept.get(name) })
    }
    recall().catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [name])

  const change = useCallback(
    (changed: Partial<T>) => {
      forgetAtSignOut()
      const draft = { ...kept.get(name), ...changed }
      kept.set(name, draft)
      afterwards(({ sealDraft }) => sealDraft(name, draft))
      setTyped(before => ({ ...before, ...changed }))
    },
    [name],
  )
  const forget = useCallback(() => {
    kept.delete(name)
    afterwards(({ forgetDraft }) => forgetDraft(name))
  }, [name])
  return [{ ...known, ...typed }, change, forget]
}

function forgetAtSignOut(): void {
  if (isListening) return
  isListening = true
  subscribeToCredentials(() => {
    if (storedToken() !== null) return
    kept.clear()
    afterwards(({ forgetKey }) => forgetKey())
  })
}

/** Off the path of typing; without a network the page's own memory has to do. */
function afterwards(act: (drafts: Awaited<ReturnType<typeof sealed>>) => void): void {
  sealed()
    .then(act)
    .catch(() => undefined)
}
