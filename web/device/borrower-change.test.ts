import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenBorrowerChanges } from '#web/device/borrower-change.ts'
import { clearCredentials, storeCredentials } from '#web/device/credentials.ts'

let window: EventTarget
const stored = new Map<string, string>()

beforeEach(() => {
  window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

function recordChanges(): (string | null)[][] {
  const changes: (string | null)[][] = []
  whenBorrowerChanges((...change) => changes.push(change))
  return changes
}

test('signing in, replacing a borrower and signing out are each noticed once', () => {
  const changes = recordChanges()
  storeCredentials({ token: 'asha' })
  storeCredentials({ token: 'ravi' })
  clearCredentials()
  clearCredentials()
  expect(changes).toEqual([
    [null, 'asha'],
    ['asha', null],
    [null, 'ravi'],
    ['ravi', null],
  ])
})

test('a change in another tab is noticed, and unrelated events are ignored', () => {
  stored.set('token', 'asha')
  const changes = recordChanges()
  window.dispatchEvent(new Event('storage'))
  stored.set('token', 'ravi')
  window.dispatchEvent(new Event('storage'))
  window.dispatchEvent(new Event('storage'))
  expect(changes).toEqual([['asha', 'ravi']])
})
