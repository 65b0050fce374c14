import { expect, test } from 'vitest'
import { chainIds, readable, readBranch } from './branch.ts'

const row = {
  BANK: 'UCO Bank',
  IFSC: 'ucba0000001',
  BRANCH: 'FORT ROAD',
  STATE: 'MAHARASHTRA',
  ISO3166: 'IN-MH',
  CITY: 'GREATER  BOMBAY',
}

test('reads a clean row', () => {
  expect(readBranch(row)).toEqual({
    branch: {
      ifsc: 'UCBA0000001',
      name: 'Fort Road',
      bank: 'UCO Bank',
      state: { code: 'MH', name: 'Maharashtra' },
      city: 'Mumbai (Bombay)',
    },
    dirt: [],
  })
})

test.each([
  [{ STATE: 'LUDHIANA', ISO3166: 'IN-PB' }, { state: { code: 'PB', name: 'Punjab' } }, []],
  [{ STATE: 'Kerala ', ISO3166: '' }, { state: { code: 'KL', name: 'Kerala' } }, []],
  [{ STATE: 'X', ISO3166: 'IN-OD' }, { state: { code: 'OR', name: 'Odisha' } }, []],
  [
    { STATE: 'NA', ISO3166: '' },
    { state: { code: 'XX', name: 'Other places' } },
    ['state unknown'],
  ],
  [{ CITY: 'NA' }, { city: 'Maharashtra' }, ['city missing']],
  [{ BRANCH: ' ' }, { name: 'UCBA0000001' }, ['branch unnamed']],
  [{ BANK: '' }, { bank: 'UCBA' }, ['bank missing']],
  [{ BANK: 'IDBI' }, { bank: 'IDBI' }, []],
  [{ BANK: 'TELANGANA GRAMEENA BANK' }, { bank: 'Telangana Grameena Bank' }, []],
])('files %j, and reports it', (changes, expected, dirt) => {
  const { branch, dirt: problems } = readBranch({ ...row, ...changes })
  expect(branch).toMatchObject(expected)
  expect(problems).toEqual(dirt)
})

test.each([
  [{ IFSC: 'UCBA1000001' }, 'code malformed'],
  [{ IFSC: '' }, 'code malformed'],
])('refuses %j', (changes, dirt) => {
  expect(readBranch({ ...row, ...changes })).toEqual({ branch: undefined, dirt: [dirt] })
})

test.each([
  ['NORTH 24 PARGANAS', 'North 24 Parganas'],
  ['RTGS-HO', 'RTGS-HO'],
  ['JAMMU AND KASHMIR', 'Jammu and Kashmir'],
  ['Axis Bank', 'Axis Bank'],
])('reads %s as %s', (name, expected) => {
  expect(readable(name)).toBe(expected)
})

test('the ids of a chain follow from its names, in any case', () => {
  const { branch } = readBranch(row)
  if (!branch) throw new Error('no branch')
  const ids = chainIds(branch)
  expect(chainIds({ ...branch, city: 'MUMBAI (BOMBAY)' })).toEqual(ids)
  expect(chainIds({ ...branch, city: 'Pune' })).toMatchObject({ stateId: ids.stateId })
  expect(
    new Set([...Object.values(ids), ...Object.values(chainIds({ ...branch, bank: 'Other' }))]).size,
  ).toBe(6)
})

test.each([
  ['IN-KA', 'BANGALORE URBAN', 'Bengaluru (Bangalore)'],
  ['IN-KA', 'Bengaluru (Bangalore)', 'Bengaluru (Bangalore)'],
  ['IN-HR', 'GURGAON', 'Gurugram (Gurgaon)'],
  ['IN-PB', 'GURGAON', 'Gurgaon'],
])('in %s calls the city %s by one name', (ISO3166, CITY, city) => {
  expect(readBranch({ ...row, ISO3166, CITY }).branch?.city).toBe(city)
})
