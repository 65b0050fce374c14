import type { Endpoint } from '#contract/endpoint.ts'

/**
 * For how long a key is used again. Within this time a lost answer is asked for again; what is asked for later is another wish, for which the
 * answer of then would be wrong, and the server's own checks keep anything from happening twice.
 */
export const KEY_KEPT_MS = 10 * 60_000

/** Keys of actions whose outcome is not known yet. They outlive a reload, not the tab. */
const PREFIX = 'action:'
/** Where the tab can store nothing, as long as the page lives. */
const unstored = new Map<string, string>()

/** One key for one action: the same call with the same input, until its answer has come (product §2, "Retries") or it is too old. */
export function keyOfAction(endpoint: Endpoint, input: unknown, nowMs = Date.now()): string {
  const name = nameOf(endpoint, input)
  const [madeAtMs, known] = (read(name) ?? '').split(' ')
  if (known && Math.abs(nowMs - Number(madeAtMs)) < KEY_KEPT_MS) return known
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
    // Without storage the key only lived in memory.
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

/** When the key was made and the key, as they were kept. */
function read(name: string): string | undefined {
  try {
    return unstored.get(name) ?? sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(name: string, kept: string): void {
  try {
    sessionStorage.setItem(name, kept)
    unstored.delete(name)
  } catch {
    unstored.set(name, kept)
  }
}
