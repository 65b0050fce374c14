/**
 * The server refuses most calls of an unknown device, and changes of passkeys on a known one, until
 * the owner is confirmed by the second code (product §10). A call opens the dialog for it here.
 */
import type { Result } from '#contract/client.ts'

/** The refusal that asks the owner for a new proof, on a known device. */
const AGAIN = 'confirm-code-again'

let isAgain = false
let waiting: ((isConfirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

export function isUnconfirmed(result: Result<unknown>): boolean {
  return !result.ok && (result.reason === 'confirm-code-required' || result.reason === AGAIN)
}

/**
 * Opens the dialog for a refused call; false once the borrower closes it. Several calls share one
 * dialog.
 */
export function ownerConfirms(refusal: Result<unknown>): Promise<boolean> {
  return new Promise(resolve => {
    isAgain = !refusal.ok && refusal.reason === AGAIN
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

/** Whether the open dialog asks for a new proof, on a known device. */
export function isOwnerCheckAgain(): boolean {
  return isAgain
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
