/**
 * Personal input that was not sent yet, kept through a reload of this tab. It is stored only
 * encrypted: the key cannot be exported, not even by this page, and is deleted when the borrower
 * signs out.
 */
import { DRAFTS } from '#web/device/credentials.ts'
import { SEALED } from './sealed-names.ts'

const STORE = 'keys'
const KEY = 'drafts'
const NONCE_BYTES = 12

let key: Promise<CryptoKey | undefined> | undefined
/** Writes run one after another, so that the latest input wins. */
let writing: Promise<unknown> = Promise.resolve()

/** Stores the text fields of a draft; pictures and other values are left out. */
export function encryptDraft(name: string, draft: object): void {
  const texts = Object.fromEntries(
    Object.entries(draft).filter(([, value]) => typeof value === 'string'),
  )
  if (Object.keys(texts).length === 0) return
  writing = writing.then(() => write(SEALED + name, JSON.stringify(texts))).catch(() => undefined)
}

/** A stored draft; undefined if there is none or it cannot be decrypted. */
export async function decryptDraft(name: string): Promise<object | undefined> {
  try {
    const sealed = sessionStorage.getItem(SEALED + name)
    const mine = await theKey()
    if (sealed === null || !mine) return undefined
    const bytes = Uint8Array.from(atob(sealed), char => char.charCodeAt(0))
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: nonce },
      mine,
      bytes.subarray(NONCE_BYTES),
    )
    return JSON.parse(new TextDecoder().decode(plain)) as object
  } catch {
    return undefined
  }
}

export function forgetDraft(name: string): void {
  writing = writing.then(() => sessionStorage.removeItem(SEALED + name)).catch(() => undefined)
}

/** The key is deleted with the credentials, including this page's reference to it. */
export function forgetKey(): void {
  key = undefined
}

async function write(item: string, plain: string): Promise<void> {
  const mine = await theKey()
  if (!mine) return
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    mine,
    new TextEncoder().encode(plain),
  )
  sessionStorage.setItem(item, btoa(String.fromCharCode(...nonce, ...new Uint8Array(sealed))))
}

/** Created once per sign-in. If the browser cannot store it, drafts last as long as the page. */
function theKey(): Promise<CryptoKey | undefined> {
  key ??= readOrMakeKey().catch(() => undefined)
  return key
}

async function readOrMakeKey(): Promise<CryptoKey> {
  const database = await open()
  try {
    const known = await answer<CryptoKey | undefined>(
      database.transaction(STORE).objectStore(STORE).get(KEY),
    )
    if (known) return known
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    await answer(database.transaction(STORE, 'readwrite').objectStore(STORE).put(made, KEY))
    return made
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DRAFTS, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answer(request)
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
