/**
 * What was typed about a person and not sent yet, through a reload of this tab. On the device it lies sealed only: the key cannot be
 * read out, not even by this page, and goes when the borrower signs out.
 */
import { DRAFTS } from '#web/device/credentials.ts'
import { SEALED } from './sealed-names.ts'

const STORE = 'keys'
const KEY = 'drafts'
const NONCE_BYTES = 12

let key: Promise<CryptoKey | undefined> | undefined
/** One after the other, so that what was typed last is what is kept. */
let writing: Promise<unknown> = Promise.resolve()

/** Keeps the texts of a draft; pictures and the like are left out. */
export function encryptDraft(name: string, draft: object): void {
  const texts = Object.fromEntries(
    Object.entries(draft).filter(([, value]) => typeof value === 'string'),
  )
  if (Object.keys(texts).length === 0) return
  writing = writing.then(() => write(SEALED + name, JSON.stringify(texts))).catch(() => undefined)
}

/** What was kept of a draft; nothing where it cannot be opened, or there is none. */
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

/** The key goes with the credentials; what this page still knew of it goes too. */
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

/** Made once, until the borrower signs out. Where the browser has no place for it, drafts live as long as the page. */
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
