import { expect, test } from 'vitest'
import { boxBranches } from '#server/identity/directory/box.ts'
import { districtsOf, states } from '#server/identity/places/places.ts'

/** Cities whose district has another name in the Local Government Directory. */
const DISTRICT_OF_CITY: Readonly<Record<string, string>> = {
  'Bangalore Urban': 'Bengaluru Urban',
  Delhi: 'New Delhi',
  'Greater Bombay': 'Mumbai',
  Guwahati: 'Kamrup Metropolitan',
  Jajpur: 'Jajapur',
}

const pairs = [
  ...new Set([...boxBranches()].map(({ state, city }) => `${state.name}: ${city}`)),
].sort()

test.each(pairs)('%s is a city of its state', pair => {
  const [state, city = ''] = pair.split(': ')
  const stateId = states().find(({ name }) => name === state)?.id ?? ''
  expect(districtsOf(stateId).map(({ name }) => name)).toContain(DISTRICT_OF_CITY[city] ?? city)
})

test('the built-in directory lists every code once', () => {
  const codes = [...boxBranches()].map(({ ifsc }) => ifsc)
  expect(new Set(codes).size).toBe(codes.length)
})
