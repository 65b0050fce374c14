/**
 * Whether the server can be reached: what the browser says of its network, and what the last requests met. A browser
 * often believes in a network that leads nowhere.
 */
const listeners = new Set<() => void>()
let hasFailed = false

export type Connection = 'reached' | 'offline' | 'unreachable'

export function connection(): Connection {
  if (!navigator.onLine) return 'offline'
  return hasFailed ? 'unreachable' : 'reached'
}

/** A request got an answer, or none. */
export function noteAnswer(isAnswered: boolean): void {
  if (hasFailed === !isAnswered) return
  hasFailed = !isAnswered
  announce()
}

export function subscribeToConnection(listener: () => void): () => void {
  if (listeners.size === 0) for (const name of ['online', 'offline']) addEventListener(name, hear)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0)
      for (const name of ['online', 'offline']) removeEventListener(name, hear)
  }
}

/** The network came back: what failed before is tried anew, so it is no longer held against it. */
function hear(event: Event): void {
  if (event.type === 'online') hasFailed = false
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}
