import { expect, test } from 'vitest'
import { readUpiIntent } from '#domain/lending/upi-intent.ts'

/** The form of Cashfree's documented answer. */
const LINK =
  'upi://pay?pa=cashfree.pay@indus&pn=Cashfree%20Payments&tr=237571000&am=12.22&cu=INR&mode=00&purpose=00&mc=5732&tn=Loan'

test('reads the payee and the amount', () => {
  expect(readUpiIntent(LINK)).toEqual({
    payee: 'Cashfree Payments',
    address: 'cashfree.pay@indus',
    amount: 12_22,
  })
})

test.each([
  ['3', 3_00],
  ['3.5', 3_50],
  ['399.86', 399_86],
  ['100000.00', 1_00_000_00],
])('reads the amount %s as %s paise', (text, amount) => {
  expect(readUpiIntent(LINK.replace('12.22', text))?.amount).toBe(amount)
})

test.each(['mam=12.22', 'mam=', 'orgid=1', 'orgid=a%26am%3D1', 'QRexpire=2027'])(
  'reads a link that fixes its amount beside %s',
  field => {
    expect(readUpiIntent(`${LINK}&${field}`)?.amount).toBe(12_22)
  },
)

test('reads a link of as many characters as a code can hold well', () => {
  expect(readUpiIntent(LINK.padEnd(600, 'x'))?.amount).toBe(12_22)
})

test.each([
  ['another scheme', LINK.replace('upi:', 'https:')],
  ['another act than paying', LINK.replace('/pay?', '/mandate?')],
  ['no payee’s address', LINK.replace('pa=cashfree.pay@indus&', '')],
  ['a payee’s address that is none', LINK.replace('@indus', '')],
  ['no payee’s name', LINK.replace('pn=Cashfree%20Payments&', '')],
  ['no reference', LINK.replace('tr=237571000&', '')],
  ['no amount: the payer would choose it', LINK.replace('am=12.22&', '')],
  ['a payee’s address with something before it', LINK.replace('pa=', 'pa=%20')],
  ['a payee’s address with something after it', LINK.replace('@indus', '@indus%20x')],
  ['an amount that is none', LINK.replace('12.22', '1e3')],
  ['an amount with three decimals', LINK.replace('12.22', '12.222')],
  ['another currency', LINK.replace('INR', 'USD')],
  ['two amounts', `${LINK}&am=1`],
  ['a least amount below it', `${LINK}&mam=1.00`],
  ['a least amount of nothing', `${LINK}&mam=0`],
  ['a least amount above it', `${LINK}&mam=13.00`],
  ['a least amount that is none', `${LINK}&mam=x`],
  ['a least amount in capitals', `${LINK}&MAM=1.00`],
  ['an amount of nothing', LINK.replace('12.22', '0')],
  ['an amount of nothing with decimals', LINK.replace('12.22', '0.00')],
  ['the amount in capitals, too', `${LINK}&AM=1`],
  ['the amount in capitals alone', LINK.replace('&am=', '&AM=')],
  ['the name of a field encoded', `${LINK}&%61m=1`],
  ['the name of its amount encoded', LINK.replace('&am=', '&%61m=')],
  ['the name of its least amount encoded', `${LINK}&m%61m=1`],
  ['a name that is none', `${LINK}&a.m=1`],
  ['a field twice', `${LINK}&tn=Other`],
  ['a field twice in another case', `${LINK}&TN=Other`],
  ['a blank reference', LINK.replace('237571000', '')],
  ['a reference of a space', LINK.replace('237571000', '%20')],
  ['a blank name', LINK.replace('Cashfree%20Payments', '%20')],
  ['its amount behind a fragment', LINK.replace('&am=', '#&am=')],
  ['fields behind another separator', `${LINK};mam=1`],
  ['a line break', `${LINK}\n&tn2=1`],
  ['an entity for its separator', LINK.replaceAll('&', '&amp;')],
  ['an amount with a sign', LINK.replace('12.22', '+12.22')],
  ['no currency', LINK.replace('&cu=INR', '')],
  ['a currency in small letters', LINK.replace('INR', 'inr')],
  ['a broken encoding', LINK.replace('%20', '%2')],
  ['more than a code can hold well', LINK.padEnd(601, 'x')],
])('refuses a link with %s', (_what, link) => {
  expect(readUpiIntent(link)).toBeUndefined()
})
