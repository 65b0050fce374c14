/**
 * Personal input that was not sent yet, kept through a reload of this tab. It is stored only
 * encrypted: the key cannot be exported, not even by this page, and is deleted when the borrower
 * signs out.
 */
import { DRAFT_KEYS } from '#web/device/credentials.ts'

const STORE = 'keys'
const KEY_NAME = 'drafts'
const NONCE_BYTES = 12

let key: Promise<CryptoKey | undefined> | undefined
/** Writes run one after another, so that the latest input wins. */
let writing: Promise<unknown> = Promise.resolve()

/**
 * Stores the text fields of a draft in an item of the session storage; pictures and other values are
 * left out.
 */
export function encryptDraft(item: string, draft: object): void {
  const texts = Object.fromEntries(
    Object.entries(draft).filter(([, value]) => typeof value === 'string'),
  )
  if (Object.keys(texts).length === 0) return
  writing = writing.then(() => write(item, JSON.stringify(texts))).catch(() => undefined)
}

/** Returns a stored draft; undefined if there is none or it cannot be decrypted. */
export async function decryptDraft(item: string): Promise<object | undefined> {
  try {
    const stored = sessionStorage.getItem(item)
    const draftKey = await getKey()
    if (stored === null || !draftKey) return undefined
    const bytes = Uint8Array.from(atob(stored), char => char.charCodeAt(0))
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: nonce },
      draftKey,
      bytes.subarray(NONCE_BYTES),
    )
    return JSON.parse(new TextDecoder().decode(plain)) as object
  } catch {
    return undefined
  }
}

export function deleteDraft(item: string): void {
  writing = writing.then(() => sessionStorage.removeItem(item)).catch(() => undefined)
}

/** Drops this page's reference to the key, which is deleted with the credentials. */
export function forgetKey(): void {
  key = undefined
}

async function write(item: string, plain: string): Promise<void> {
  const draftKey = await getKey()
  if (!draftKey) return
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    draftKey,
    new TextEncoder().encode(plain),
  )
  sessionStorage.setItem(item, btoa(String.fromCharCode(...nonce, ...new Uint8Array(ciphertext))))
}

/**
 * Returns the key, created once per sign-in. If the browser cannot store it, drafts last as long as
 * the page.
 */
function getKey(): Promise<CryptoKey | undefined> {
  key ??= readOrCreateKey().catch(() => undefined)
  return key
}

async function readOrCreateKey(): Promise<CryptoKey> {
  const database = await open()
  try {
    const storedKey = await answer<CryptoKey | undefined>(
      database.transaction(STORE).objectStore(STORE).get(KEY_NAME),
    )
    if (storedKey) return storedKey
    const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    await answer(database.transaction(STORE, 'readwrite').objectStore(STORE).put(newKey, KEY_NAME))
    return newKey
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DRAFT_KEYS, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answer(request)
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
