import { readStored, removeStored, writeStored } from '#web/device/storage.ts'

/**
 * The client's credentials (spec §3): `token` and `phone` of the signed-in borrower, `web_uuid` of
 * this browser. The token is one half of a session; the other is a cookie that no script can read
 * (product §10).
 */
const TOKEN = 'token'
const PHONE = 'phone'
const WEB_UUID = 'web_uuid'

/** The push address last sent to the server for this borrower, so that only changes are sent. */
export const PUSH_REGISTERED = 'push-told'
/** The ids of advertisements, stored while this borrower consents to them (ad-ids.ts). */
export const AD_IDS = 'ad-ids'
/** The database with the key of drafts (encrypted-drafts.ts). */
export const DRAFT_KEYS = 'saral-drafts'

const listeners = new Set<() => void>()

export function storedToken(): string | null {
  return readStored(TOKEN)
}

export function storedPhone(): string | null {
  return readStored(PHONE)
}

/** This browser's own id; created on first use, kept after sign-out. */
export function webUuid(): string {
  const storedId = readStored(WEB_UUID)
  if (storedId) return storedId
  const newId = randomUuid()
  writeStored(WEB_UUID, newId)
  return newId
}

/** First removes everything of the previous borrower, and the draft of the sign-in. */
export function storeCredentials(credentials: { token: string; phone?: string }): void {
  clearCredentials()
  writeStored(TOKEN, credentials.token)
  if (credentials.phone !== undefined) writeStored(PHONE, credentials.phone)
  announce()
}

/**
 * Removes everything about the borrower, including what the tab stores: input, choices, pending
 * actions and scroll positions. The browser keeps its id.
 */
export function clearCredentials(): void {
  removeStored(TOKEN)
  removeStored(PHONE)
  removeStored(PUSH_REGISTERED)
  removeStored(AD_IDS)
  try {
    sessionStorage.clear()
    indexedDB.deleteDatabase(DRAFT_KEYS)
  } catch {
    // Without storage, nothing was stored.
  }
  announce()
}

/**
 * Calls `listener` when the borrower signs in or out, in this tab or another, and when another tab
 * stores something else.
 */
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

/**
 * `crypto.randomUUID` exists only on secure origins; over plain http on a phone in the same network
 * there is only getRandomValues.
 */
function randomUuid(): string {
  return '10000000-1000-4000-a000-100000000000'.replace(/[01]/g, digit => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
    return (Number(digit) ^ (random & 15)).toString(16)
  })
}
