/** A newer version of the app that waits until the borrower turns to it. */
const listeners = new Set<() => void>()
let offered: (() => void) | undefined

export function offerVersion(turnTo: () => void): void {
  offered = turnTo
  announce()
}

/** What turns the app to the newer version; nothing where there is none. */
export function newVersion(): (() => void) | undefined {
  return offered
}

/** Not now: it is offered again at the next start. */
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
