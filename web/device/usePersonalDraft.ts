import { useCallback, useState } from 'react'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { storedToken } from '#web/device/credentials.ts'
import { SEALED } from './sealed-names.ts'

/**
 * How long a page waits for stored drafts: a form that does not appear is worse than an empty one.
 */
const WAIT_FOR_DRAFTS_MS = 1500

/** Loaded when a page first has something to store, not with every page. */
const sealed = () => import('#web/device/sealed-drafts.ts')

/**
 * Unsent input by page. In clear it is in memory only; its texts are stored encrypted for a reload.
 */
const kept = new Map<string, object>()
let isListening = false
let recalled: Promise<void> | undefined

/**
 * Restores the drafts from before a reload. Awaited before a borrower's first screen is rendered,
 * so that no field changes while it is being used.
 */
export function recallDrafts(): Promise<void> {
  recalled ??= Promise.race([
    recall(),
    new Promise<void>(resolve => setTimeout(resolve, WAIT_FOR_DRAFTS_MS)),
  ]).catch(() => undefined)
  return recalled
}

async function recall(): Promise<void> {
  const items = Object.keys(sessionStorage).filter(item => item.startsWith(SEALED))
  if (items.length === 0) return
  forgetWithBorrower()
  const owner = storedToken()
  const { decryptDraft } = await sealed()
  for (const name of items.map(item => item.slice(SEALED.length))) {
    const draft = await decryptDraft(name)
    if (storedToken() !== owner) return
    if (draft && !kept.has(name)) kept.set(name, draft)
  }
}

/**
 * A borrower's unsent personal input, on top of what the server already knows (`known`). Navigating
 * within the app and a reload lose nothing; signing out and closing the tab delete it.
 */
export function usePersonalDraft<T extends object>(
  name: string,
  known: T,
): [T, (change: Partial<T>) => void, () => void] {
  const [typed, setTyped] = useState<Partial<T>>(() => (kept.get(name) ?? {}) as Partial<T>)

  const change = useCallback(
    (changed: Partial<T>) => {
      forgetWithBorrower()
      const draft = { ...kept.get(name), ...changed }
      kept.set(name, draft)
      afterwards(({ encryptDraft }) => encryptDraft(name, draft))
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

function forgetWithBorrower(): void {
  if (isListening) return
  isListening = true
  whenBorrowerChanges(before => {
    if (before !== null) kept.clear()
    afterwards(({ forgetKey }) => forgetKey())
  })
}

/** Runs off the typing path. Without a network only the page's memory is used. */
function afterwards(act: (drafts: Awaited<ReturnType<typeof sealed>>) => void): void {
  sealed()
    .then(act)
    .catch(() => undefined)
}
