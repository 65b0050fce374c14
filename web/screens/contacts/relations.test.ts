import { beforeAll, expect, test } from 'vitest'
import { CONTACT_SLOTS } from '#domain/identity/contacts.ts'
import { loadAreas, t } from '#web/locales/i18n.ts'
import { relationNames, slotTitles } from './relations.ts'

beforeAll(() => loadAreas(['verify']))

test('names the relations in English as the specification does', () => {
  for (const slot of CONTACT_SLOTS) {
    const names = Object.entries(relationNames[slot.name]).map(([code, id]) => [code, t(id)])
    expect(Object.fromEntries(names)).toEqual(slot.relations)
  }
})

test('gives each contact its own title', () => {
  expect(new Set(Object.values(slotTitles)).size).toBe(CONTACT_SLOTS.length)
})
