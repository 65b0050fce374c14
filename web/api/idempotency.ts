import type { Endpoint } from '#contract/endpoint.ts'

/**
 * How long a key is reused. Within this time a call repeats the request whose answer was lost; a
 * later call is a new action, for which the old answer would be wrong, and the server's own checks
 * prevent a double effect.
 */
export const KEY_LIFETIME_MS = 10 * 60_000

/** Keys of actions with an unknown outcome. They survive a reload, but not the tab. */
const PREFIX = 'action:'
/** Fallback for a tab without storage, for the lifetime of the page. */
const unstored = new Map<string, string>()

/**
 * The key of one action: the same call with the same input, until its answer arrives (product §2,
 * "Retries") or the key is too old.
 */
export function keyOfAction(endpoint: Endpoint, input: unknown, nowMs = Date.now()): string {
  const name = nameOf(endpoint, input)
  const [createdAtMs, storedKey] = (read(name) ?? '').split(' ')
  if (storedKey && Math.abs(nowMs - Number(createdAtMs)) < KEY_LIFETIME_MS) return storedKey
  const key = newKey()
  keep(name, `${nowMs} ${key}`)
  return key
}

export function forgetActionKey(endpoint: Endpoint, input: unknown): void {
  const name = nameOf(endpoint, input)
  unstored.delete(name)
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Without storage the key is in memory only.
  }
}

function nameOf(endpoint: Endpoint, input: unknown): string {
  return `${PREFIX}${endpoint.path}:${JSON.stringify(input)}`
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The stored key and its creation time. */
function read(name: string): string | undefined {
  try {
    return unstored.get(name) ?? sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(name: string, entry: string): void {
  try {
    sessionStorage.setItem(name, entry)
    unstored.delete(name)
  } catch {
    unstored.set(name, entry)
  }
}
