import { expect, test } from 'vitest'
import { patternOf } from '#web/shell/track-pages.ts'

const patterns = ['/', '/order', '/orders/audit', '/orders/:id/audit', '/product/:pid']

test.each([
  ['/', '/'],
  ['/order/', '/order'],
  ['/orders/0c9f-7/audit', '/orders/:id/audit'],
  ['/orders/audit', '/orders/audit'],
  ['/product/weekly', '/product/:pid'],
  ['/product/weekly/detail', 'not-found'],
  ['/nowhere/919876543210', 'not-found'],
])('reports %s as %s', (path, pattern) => {
  expect(patternOf(path, patterns)).toBe(pattern)
})
