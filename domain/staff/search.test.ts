import { expect, test } from 'vitest'
import { readOrderNo, searchKeysOf } from '#domain/staff/search.ts'

test.each([
  ['+91 98765 43210', [{ by: 'phone', phone: '919876543210' }]],
  ['098765 43210', [{ by: 'phone', phone: '919876543210' }]],
  ['+91 (0) 98765-43210', [{ by: 'phone', phone: '919876543210' }]],
  ['९८७६५ ४३२१०', [{ by: 'phone', phone: '919876543210' }]],
  ['\u202a+91 98765 43210\u202c', [{ by: 'phone', phone: '919876543210' }]],
  [
    'abcde1234f',
    [
      { by: 'pan', pan: 'ABCDE1234F' },
      { by: 'reference', reference: 'abcde1234f' },
    ],
  ],
  ['ABCDE 1234 F', [{ by: 'pan', pan: 'ABCDE1234F' }]],
  // A letter more is no PAN.
  ['XABCDE1234F', [{ by: 'reference' }]],
  ['ABCDE1234FX', [{ by: 'reference' }]],
  ['SR 2026 1121 7K3M 9QPX', [{ by: 'order-no', orderNo: 'SR 2026 1121 7K3M 9QPX' }]],
  ['7k3m-9qpx-7k3m-9qpx', [{ by: 'document-code' }, { by: 'reference' }]],
  [' smt.  Dévi Asha', [{ by: 'name', name: 'ASHA DEVI' }]],
  ['Ramesh', [{ by: 'name', name: 'RAMESH' }, { by: 'reference' }]],
  ["D'Souza", [{ by: 'name', name: 'DSOUZA' }]],
  ['आशा देवी', [{ by: 'name' }]],
  ['4321', [{ by: 'last-four', digits: '4321' }]],
  ['४३२१', [{ by: 'last-four', digits: '4321' }]],
  ['श्रीलक्ष्\u200dमी देवी', [{ by: 'name' }]],
  ['ABCDE-1234-F', [{ by: 'pan', pan: 'ABCDE1234F' }, { by: 'reference' }]],
  ['AXISN12026112100001', [{ by: 'reference', reference: 'AXISN12026112100001' }]],
])('%s is searched in exactly these ways', (typed, keys) => {
  const searchKeys = searchKeysOf(typed)
  expect(searchKeys.map(({ by }) => by)).toEqual(keys.map(({ by }) => by))
  expect(searchKeys).toMatchObject(keys)
})

test.each([
  '',
  '432',
  '98765',
  '98765 4321',
  '98765 43210, 91234 56789',
  '98765 43210 9',
  '\u200dAsha Devi',
  'Asha 98765 43210',
  '98765 43210 Asha',
  "a'; --",
  '12, MG Road',
  '12, Chandigarh',
  '7 Asha Nagar',
  'Mr',
])('%j fits no way of searching', typed => {
  expect(searchKeysOf(typed)).toEqual([])
})

test('an order number is read with and without its spaces', () => {
  expect(readOrderNo('sr202611217k3m9qpx')).toBe('SR 2026 1121 7K3M 9QPX')
  expect(readOrderNo('SR 2026 1121 7K3M')).toBeUndefined()
  expect(readOrderNo('SR 2026 1121 7K3M 9QPX 1')).toBeUndefined()
  expect(readOrderNo('1 SR 2026 1121 7K3M 9QPX')).toBeUndefined()
})
