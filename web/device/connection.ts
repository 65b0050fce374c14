/**
 * Whether the server can be reached, from the browser's network status and the results of the last
 * requests. A browser often reports a network that leads nowhere.
 */
const listeners = new Set<() => void>()
let hasFailed = false

export type Connection = 'reached' | 'offline' | 'unreachable'

export function connection(): Connection {
  if (!navigator.onLine) return 'offline'
  return hasFailed ? 'unreachable' : 'reached'
}

/** Records whether a request was answered. */
export function noteAnswer(isAnswered: boolean): void {
  if (hasFailed === !isAnswered) return
  hasFailed = !isAnswered
  announce()
}

export function subscribeToConnection(listener: () => void): () => void {
  if (listeners.size === 0)
    for (const name of ['online', 'offline']) addEventListener(name, onConnectionEvent)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0)
      for (const name of ['online', 'offline']) removeEventListener(name, onConnectionEvent)
  }
}

/** The network is back: earlier failures no longer count, because everything is tried again. */
function onConnectionEvent(event: Event): void {
  if (event.type === 'online') hasFailed = false
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}
