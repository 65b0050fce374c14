import { readStored, removeStored, writeStored } from '#web/device/storage.ts'

/**
 * Who the client is (spec §3, client credentials): `token` and `phone` of the signed-in borrower, `web_uuid` of this
 * browser. The token is one half of a session; the other is a cookie that no script can read (decisions §10).
 */
const TOKEN = 'token'
const PHONE = 'phone'
const WEB_UUID = 'web_uuid'

/** Where drafts lie sealed, and the database that holds their key. */
export const SEALED = 'sealed:'
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

export function storeCredentials(credentials: { token: string; phone?: string }): void {
  writeStored(TOKEN, credentials.token)
  if (credentials.phone !== undefined) writeStored(PHONE, credentials.phone)
  announce()
}

/** Forgets the borrower; the browser keeps its id. */
export function clearCredentials(): void {
  removeStored(TOKEN)
  removeStored(PHONE)
  forgetDrafts()
  announce()
}

/** What was typed and kept sealed (sealed-drafts.ts), whichever page kept it, with the key that opens it. */
function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(SEALED)) sessionStorage.removeItem(name)
    indexedDB.deleteDatabase(DRAFTS)
  } catch {
    // Where nothing can be stored, nothing was kept.
  }
}

/** Called whenever the borrower signs in or out, in this tab or another. */
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
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3})(.)(.{3})(.{12})$/, '$1-$2-4$3-a$5-$6')
}
