import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { isPersonalPan, type PersonalPan } from '#domain/identity/identity.ts'
import { nameAgreement } from '#domain/identity/person-name.ts'
import { bankAccountSimulator } from '#server/providers/bank-account/simulator.ts'
import { panSimulator } from '#server/providers/pan/simulator.ts'
import { nameElsewhere } from '#server/providers/simulated/inputs.ts'

const names = [
  'Asha Verma',
  'Farhan Qureshi',
  'Nandini Bhattacharya',
  'Lalitha',
  'K S Iyer',
  'Xavier Lobo',
  'Mohammed Abdul Khan',
]

test.each(names)('%s: 0002 is close, 0003 is different, any other ending is the same', name => {
  expect(nameAgreement(name, nameElsewhere(name, '0002'))).toBe('close')
  expect(nameAgreement(name, nameElsewhere(name, '0003'))).toBe('different')
  expect(nameElsewhere(name, '1234')).toBe(name)
})

function pan(text: string): PersonalPan {
  if (!isPersonalPan(text)) throw new Error(`${text} is no PAN`)
  return text
}

test.each([
  ['ABCPD1234F', { state: 'valid', registeredName: 'Asha Verma' }],
  ['ABCPX1234F', { state: 'refused', reason: 'not-found' }],
  ['ABCPD0002F', { state: 'valid', registeredName: 'A Verma' }],
  ['ABCPD0003F', { state: 'valid', registeredName: 'Nandini Bhattacharya' }],
])('PAN %s', async (number, expected) => {
  expect(
    await panSimulator().verify({ pan: pan(number), name: 'Asha Verma', dob: day('1990-05-04') }),
  ).toEqual(expected)
})

test.each([
  ['123456781234', { state: 'valid', nameAtBank: 'Asha Verma' }],
  ['123456780000', { state: 'valid', nameAtBank: 'Asha Verma' }],
  ['123456780002', { state: 'valid', nameAtBank: 'A Verma' }],
  ['123456780003', { state: 'valid', nameAtBank: 'Nandini Bhattacharya' }],
  ['123456788888', { state: 'invalid', reason: 'blocked' }],
  ['123456789999', { state: 'invalid', reason: 'no-such-account' }],
])('account %s', async (account, expected) => {
  expect(
    await bankAccountSimulator().check({ account, ifsc: 'SBIN0000001', name: 'Asha Verma' }),
  ).toEqual(expected)
})
