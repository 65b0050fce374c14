import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearCredentials,
  storeCredentials,
  storedPhone,
  storedToken,
  subscribeToCredentials,
  webUuid,
} from '#web/device/credentials.ts'
import { removeStored } from '#web/device/storage.ts'

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

function refuse(): never {
  throw new DOMException('storage is blocked', 'SecurityError')
}

beforeEach(() => {
  // A test of another file may have left one in memory.
  removeStored('web_uuid')
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})

afterEach(() => {
  clearCredentials()
  removeStored('web_uuid')
  vi.unstubAllGlobals()
})

test('credentials are stored in and cleared from local storage; the browser keeps its id', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', storageOf(entries))
  const uuid = webUuid()
  storeCredentials({ token: 't', phone: '919876543210' })
  expect(Object.fromEntries(entries)).toEqual({ token: 't', phone: '919876543210', web_uuid: uuid })
  clearCredentials()
  expect(storedToken()).toBeNull()
  expect(storedPhone()).toBeNull()
  expect(webUuid()).toBe(uuid)
})

test('signing in over another borrower removes everything of theirs from browser and tab', () => {
  const entries = new Map<string, string>()
  const tab = { clear: vi.fn() }
  vi.stubGlobal('localStorage', storageOf(entries))
  vi.stubGlobal('sessionStorage', tab)
  storeCredentials({ token: 'asha', phone: '919876543210' })
  entries.set('push-told', 'https://push.example/asha')
  tab.clear.mockClear()
  storeCredentials({ token: 'ravi' })
  expect(Object.fromEntries(entries)).toEqual({ token: 'ravi' })
  expect(tab.clear).toHaveBeenCalledOnce()
})

test('signing out in another tab signs out here too', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', storageOf(entries))
  storeCredentials({ token: 't' })
  entries.delete('token')
  expect(storedToken()).toBeNull()
})

test('without storage the credentials last as long as the page', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  storeCredentials({ token: 't' })
  expect(storedToken()).toBe('t')
  clearCredentials()
  expect(storedToken()).toBeNull()
})

test('signing in and out notifies listeners', () => {
  vi.stubGlobal('localStorage', storageOf(new Map()))
  const tokens: (string | null)[] = []
  const stop = subscribeToCredentials(() => tokens.push(storedToken()))
  storeCredentials({ token: 't' })
  clearCredentials()
  stop()
  storeCredentials({ token: 'u' })
  expect(tokens).toEqual([null, 't', null])
})

test('without randomUUID (plain http) the id is still a version 4 UUID', () => {
  vi.stubGlobal('localStorage', storageOf(new Map()))
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(webUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
