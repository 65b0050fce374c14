import { readStored, removeStored, writeStored } from '#web/device/storage.ts'

/**
 * Who the client is (spec §3, client credentials): `token` and `phone` of the signed-in borrower, `web_uuid` of this
 * browser. The token is one half of a session; the other is a cookie that no script can read (product §10).
 */
const TOKEN = 'token'
const PHONE = 'phone'
const WEB_UUID = 'web_uuid'

/** The address of notifications that the server was last told for this borrower, so that it is told only of changes. */
export const PUSH_TOLD = 'push-told'
/** The database that holds the key of drafts (sealed-drafts.ts). */
export const DRAFTS = 'saral-drafts'

const listeners = new Set<() => void>()

export function storedToken(): string | null {
  return readStored(TOKEN)
}

export function storedPhone(): string | null {
  return readStored(PHONE)
}

/** This browser's own id; made on first use, kept through sign-out. */
export function webUuid(): string {
  const known = readStored(WEB_UUID)
  if (known) return known
  const made = randomUuid()
  writeStored(WEB_UUID, made)
  return made
}

/** Whoever was signed in before is forgotten first, and the attempt to sign in with them. */
export function storeCredentials(credentials: { token: string; phone?: string }): void {
  clearCredentials()
  writeStored(TOKEN, credentials.token)
  if (credentials.phone !== undefined) writeStored(PHONE, credentials.phone)
  announce()
}

/**
 * Forgets the borrower, with all that the tab remembers: what was typed and chosen, and begun, and how far they had scrolled.
 * The browser keeps its id.
 */
export function clearCredentials(): void {
  removeStored(TOKEN)
  removeStored(PHONE)
  removeStored(PUSH_TOLD)
  try {
    sessionStorage.clear()
    indexedDB.deleteDatabase(DRAFTS)
  } catch {
    // Where nothing can be stored, nothing was kept.
  }
  announce()
}

/** Called whenever the borrower signs in or out, in this tab or another; and when another tab has stored something else. */
export function subscribeToCredentials(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** `crypto.randomUUID` exists on secure origins only; over plain http on a phone in the same network there is getRandomValues. */
function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3})(.)(.{3})(.{12})$/, '$1-$2-4$3-a$5-$6')
}
