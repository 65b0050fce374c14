/**
 * On an unknown device most calls are refused until the second code confirms the owner (product
 * §10). The dialog is a part of the page; this is how a call asks for it.
 */
import type { Result } from '#contract/client.ts'

let waiting: ((isConfirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

export function isUnconfirmed(result: Result<unknown>): boolean {
  return !result.ok && result.reason === 'confirm-code-required'
}

/** Opens the dialog; false once the borrower closes it. Several calls share one dialog. */
export function ownerConfirms(): Promise<boolean> {
  return new Promise(resolve => {
    waiting.push(resolve)
    announce()
  })
}

/** Ends the dialog, and answers the calls that wait for it. */
export function endOwnerCheck(isConfirmed: boolean): void {
  for (const answer of waiting) answer(isConfirmed)
  waiting = []
  announce()
}

/** True while a call waits for the borrower. */
export function isOwnerCheckOpen(): boolean {
  return waiting.length > 0
}

export function subscribeToOwnerCheck(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
