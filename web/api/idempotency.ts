import type { Endpoint } from '#contract/endpoint.ts'

/** Keys of actions whose outcome is not known yet. They outlive a reload, not the tab. */
const PREFIX = 'action:'
const unanswered = new Map<string, string>()

/** One key for one action: the same call with the same input, until its answer has come (decisions §2, "Retries"). */
export function keyOfAction(endpoint: Endpoint, input: unknown): string {
  const name = nameOf(endpoint, input)
  const key = unanswered.get(name) ?? readKey(name) ?? newKey()
  unanswered.set(name, key)
  keep(name, key)
  return key
}

export function forgetActionKey(endpoint: Endpoint, input: unknown): void {
  const name = nameOf(endpoint, input)
  unanswered.delete(name)
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
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

function readKey(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(name: string, key: string): void {
  try {
    sessionStorage.setItem(name, key)
  } catch {
    // Storage is full or forbidden: the key in memory serves until a reload.
  }
}
