import { useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from '#web/device/storage.ts'

const STORED_AS = 'shows-cash'
const listeners = new Set<() => void>()

/** True if the borrower chose to see amounts as cash, on every page. */
export function useShowsCash(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readStored(STORED_AS) !== null,
    () => false,
  )
}

/** Remembers the choice on this device. */
export function showCash(isShown: boolean): void {
  if (isShown) writeStored(STORED_AS, 'yes')
  else removeStored(STORED_AS)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
