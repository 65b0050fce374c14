import { afterEach, expect, test, vi } from 'vitest'
import { takeTokenFromAddress, tokenOfAddress } from '#web/device/address-token.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function at(address: string): string[] {
  const addresses: string[] = []
  vi.stubGlobal('location', { href: `https://saral.example${address}` })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => addresses.push(url),
  })
  takeTokenFromAddress()
  return addresses
}

test.each([
  ['/joint?token=abc', '/joint'],
  ['/joint/?redirect=%2Forder&token=abc', '/joint/?redirect=%2Forder'],
  ['/orders/audit?token=abc&orderId=7', '/orders/audit?orderId=7'],
  ['/verify/contact2?token=abc', '/verify/contact2'],
])('removes the token of %s from the address, and returns it once', (address, rest) => {
  expect(at(address)).toEqual([rest])
  expect([tokenOfAddress(), tokenOfAddress()]).toEqual(['abc', undefined])
})

test.each(['/orders/7/audit?token=abc', '/joint', '/login?token=abc'])(
  '%s is unchanged',
  address => {
    expect(at(address)).toEqual([])
    expect(tokenOfAddress()).toBeUndefined()
  },
)
