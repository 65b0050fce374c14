import { useCallback, useEffect, useState } from 'react'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { storedToken } from '#web/device/credentials.ts'

/**
 * How long a page waits for stored drafts: a form that does not appear is worse than an empty one.
 */
const WAIT_FOR_DRAFTS_MS = 1500

/** The prefix of the session storage items that hold encrypted drafts. */
const PREFIX = 'sealed:'

/** Loaded when a page first has something to store, not with every page. */
const encryptedDrafts = () => import('#web/device/encrypted-drafts.ts')

/**
 * Unsent input by page. In clear it is in memory only; its texts are stored encrypted for a reload.
 */
const drafts = new Map<string, object>()
let isListening = false
let recalled: Promise<void> | undefined
let recalling: Promise<void> | undefined

/**
 * Restores the drafts from before a reload. Awaited before a borrower's first screen is rendered,
 * so that no field changes while it is being used.
 */
export function recallDrafts(): Promise<void> {
  recalled ??= recall()
  recalling ??= Promise.race([
    recalled,
    new Promise<void>(resolve => setTimeout(resolve, WAIT_FOR_DRAFTS_MS)),
  ]).catch(() => undefined)
  return recalling
}

async function recall(): Promise<void> {
  const items = Object.keys(sessionStorage).filter(item => item.startsWith(PREFIX))
  if (items.length === 0) return
  forgetWithBorrower()
  const owner = storedToken()
  const { decryptDraft } = await encryptedDrafts()
  for (const item of items) {
    const draft = await decryptDraft(item)
    if (storedToken() !== owner) return
    const name = item.slice(PREFIX.length)
    if (draft && !drafts.has(name)) drafts.set(name, draft)
  }
}

/**
 * A borrower's unsent personal input, on top of what the server has (`saved`). Navigating
 * within the app and a reload lose nothing; signing out and closing the tab delete it.
 */
export function usePersonalDraft<T extends object>(
  name: string,
  saved: T,
): [T, (change: Partial<T>) => void, () => void] {
  const [typed, setTyped] = useState<Partial<T>>(() => (drafts.get(name) ?? {}) as Partial<T>)

  // On a slow phone the form may be there before its draft.
  useEffect(() => {
    const fill = () =>
      setTyped(now => (isEmpty(now) && drafts.has(name) ? { ...drafts.get(name) } : now))
    recalled?.then(fill, () => undefined)
  }, [name])

  const change = useCallback(
    (changed: Partial<T>) => {
      forgetWithBorrower()
      const draft = { ...drafts.get(name), ...changed }
      drafts.set(name, draft)
      afterwards(({ encryptDraft }) => encryptDraft(PREFIX + name, draft))
      setTyped(before => ({ ...before, ...changed }))
    },
    [name],
  )
  const forget = useCallback(() => {
    drafts.delete(name)
    afterwards(({ deleteDraft }) => deleteDraft(PREFIX + name))
  }, [name])
  return [{ ...saved, ...typed }, change, forget]
}

function isEmpty(draft: object): boolean {
  return Object.keys(draft).length === 0
}

function forgetWithBorrower(): void {
  if (isListening) return
  isListening = true
  whenBorrowerChanges(before => {
    if (before !== null) drafts.clear()
    afterwards(({ forgetKey }) => forgetKey())
  })
}

/** Acts once the store is loaded. Without a network only the page's memory is used. */
function afterwards(act: (store: Awaited<ReturnType<typeof encryptedDrafts>>) => void): void {
  encryptedDrafts()
    .then(act)
    .catch(() => undefined)
}
