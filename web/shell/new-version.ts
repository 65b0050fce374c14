/** A newer version of the app that waits until the borrower switches to it. */
const listeners = new Set<() => void>()
let offered: (() => void) | undefined

export function offerVersion(turnTo: () => void): void {
  offered = turnTo
  announce()
}

/** Returns the function that switches to the newer version; undefined if there is none. */
export function newVersion(): (() => void) | undefined {
  return offered
}

/** Hides the offer until the next start. */
export function putOffVersion(): void {
  offered = undefined
  announce()
}

export function subscribeToVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
