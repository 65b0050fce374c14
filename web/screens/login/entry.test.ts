import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { parseEntry, rememberEntry, rememberedEntry } from './entry.ts'

const empty = { phone: '', code: '', isAgreed: false }
const sentCode = { phone: '9876543210', digits: 4, resendAtMs: 60_000 }
const full = { phone: '9876543210', code: '12', isAgreed: true, sent: sentCode }

/** Installs an empty session storage. */
function openTab(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return stored
}

afterEach(() => {
  rememberEntry(empty)
  vi.unstubAllGlobals()
})

test('stores the number, the agreement and the wait, but not the code', () => {
  const stored = openTab()
  rememberEntry(full)
  expect([...stored.values()].map(text => JSON.parse(text) as unknown)).toEqual([
    { phone: '9876543210', isAgreed: true, sent: sentCode },
  ])
})

test('restores the entry until the tab’s storage is cleared', () => {
  const stored = openTab()
  rememberEntry(full)
  expect(rememberedEntry()).toEqual(full)
  stored.clear()
  expect(rememberedEntry()).toEqual(empty)
})

test('restores only a true agreement and a complete sent code', () => {
  for (const isAgreed of ['true', 1, {}, null])
    expect(parseEntry(JSON.stringify({ isAgreed })).isAgreed).toBe(false)
  for (const broken of [
    1,
    null,
    {},
    { ...sentCode, phone: 1 },
    { ...sentCode, digits: 0 },
    { ...sentCode, resendAtMs: null },
  ])
    expect(parseEntry(JSON.stringify({ sent: broken })).sent).toBeUndefined()
})

test('parses any stored text without an error', () => {
  for (const text of [null, '', '{', 'null', '[]', '{}', '{"phone":1}'])
    expect(parseEntry(text)).toMatchObject(empty)
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => void parseEntry(text)))
})
