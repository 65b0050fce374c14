import { afterEach, expect, test, vi } from 'vitest'
import { order } from '#contract/order.ts'
import { repay } from '#contract/repay.ts'
import { forgetActionKey, KEY_LIFETIME_MS, keyOfAction } from '#web/api/idempotency.ts'

const input = { orderId: '7', scope: 'due' }
const monday = Date.UTC(2026, 10, 2)

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  }
}

function refuse(): never {
  throw new DOMException('storage is blocked', 'SecurityError')
}

const storages = [
  ['kept in the tab', () => storageOf(new Map())],
  [
    'kept in the page, where storage is refused',
    () => ({ getItem: refuse, setItem: refuse, removeItem: refuse }),
  ],
] as const

afterEach(() => {
  forgetActionKey(repay.repay, input)
  forgetActionKey(order.withdraw, input)
  vi.unstubAllGlobals()
})

test.each(storages)(
  'the same action has the same key until its answer arrives, %s',
  (_where, storage) => {
    vi.stubGlobal('sessionStorage', storage())
    const key = keyOfAction(repay.repay, input, monday)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(keyOfAction(repay.repay, input, monday + KEY_LIFETIME_MS - 1)).toBe(key)
    expect(keyOfAction(order.withdraw, input, monday)).not.toBe(key)
    forgetActionKey(repay.repay, input)
    expect(keyOfAction(repay.repay, input, monday)).not.toBe(key)
  },
)

test.each(storages)(
  'a repetition long after a lost answer is a new action, %s',
  (_where, storage) => {
    vi.stubGlobal('sessionStorage', storage())
    const key = keyOfAction(repay.repay, input, monday)
    const later = keyOfAction(repay.repay, input, monday + KEY_LIFETIME_MS)
    expect(later).not.toBe(key)
    expect(keyOfAction(repay.repay, input, monday + 2 * KEY_LIFETIME_MS - 1)).toBe(later)
  },
)

test('a key of unknown age is not reused', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', storageOf(entries))
  keyOfAction(repay.repay, input, monday)
  const [name = ''] = entries.keys()
  entries.set(name, 'f'.repeat(32))
  expect(keyOfAction(repay.repay, input, monday)).not.toBe('f'.repeat(32))
})
