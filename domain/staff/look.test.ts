import { expect, test } from 'vitest'
import { maskedName, maskedPhone } from './look.ts'

test('a masked number shows its last two digits', () => {
  expect(maskedPhone('919876543210')).toBe('••••••••10')
})

test('a masked name shows the first letter of each part', () => {
  expect(maskedName(' Asha  Rao')).toBe('A••• R•••')
  expect(maskedName('')).toBe('')
})
