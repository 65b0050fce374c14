import { expect, test } from 'vitest'
import { districtsOf, placesIn, states } from '#server/identity/places/places.ts'

const places = placesIn('en')
const everyDistrict = states().flatMap(state => districtsOf(state.id))
const names = (list: readonly { name: string }[]) => list.map(place => place.name)

test('there are 36 states and union territories and 763 districts, each with its own code', () => {
  expect(states()).toHaveLength(36)
  expect(everyDistrict).toHaveLength(763)
  expect(new Set(states().map(state => state.id)).size).toBe(36)
  expect(new Set(everyDistrict.map(district => district.id)).size).toBe(763)
})

test('every list is sorted by name without duplicates', () => {
  for (const list of [states(), ...states().map(state => districtsOf(state.id))]) {
    expect(list.length).toBeGreaterThan(0)
    expect(names(list)).toEqual([...new Set(names(list))].sort())
  }
})

test('names are written as names, codes as digits', () => {
  for (const place of [...states(), ...everyDistrict]) {
    expect(place.id).toMatch(/^[1-9][0-9]{0,2}$/)
    expect(place.name).toMatch(/^[A-Z0-9][A-Za-z0-9 .()-]+$/)
    if (!/^(NTR|SPSR|[A-Z]\.)/.test(place.name)) expect(place.name).not.toMatch(/[A-Z]{2}/)
  }
})

test('finds a district in its own state only', () => {
  expect(states()).toContainEqual({ id: '27', name: 'Maharashtra' })
  expect(districtsOf('27')).toContainEqual({ id: '490', name: 'Pune' })
  expect(places.stateName('27')).toBe('Maharashtra')
  expect(places.isDistrictOf('27', '490')).toBe(true)
  expect(places.isDistrictOf('29', '490')).toBe(false)
  expect(places.isDistrictOf('27', '527')).toBe(false)
})

test('every state has a Hindi name, for the same state', () => {
  expect(states('hi').every(({ name }) => /^[\u0900-\u097f ]+$/.test(name))).toBe(true)
  expect(
    states('hi')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    states()
      .map(({ id }) => id)
      .sort(),
  )
  expect(placesIn('hi').stateName('27')).toBe('महाराष्ट्र')
})

test('an unknown state has no name and no districts', () => {
  for (const id of ['', '0', '99', '__proto__', 'constructor']) {
    expect(places.stateName(id)).toBeUndefined()
    expect(districtsOf(id)).toEqual([])
  }
})
