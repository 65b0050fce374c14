import { expect, test } from 'vitest'
import { maskedDay, maskedName, maskedNumber, maskedPhone } from './look.ts'

test('a masked number shows its last two digits', () => {
  expect(maskedPhone('919876543210')).toBe('••••••••10')
})

test('a masked name shows the first letter of each part', () => {
  expect(maskedName(' Asha  Rao')).toBe('A••• R•••')
  expect(maskedName('')).toBe('')
})

test('a masked day shows its year, and a masked number of a card its last two characters', () => {
  expect(maskedDay('1994-08-12')).toBe('1994-••-••')
  expect(maskedNumber('ABCPK1234F')).toBe('••••••••4F')
})
