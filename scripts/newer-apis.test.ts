import { expect, test } from 'vitest'
import { isShipped, newerCalls } from './newer-apis.ts'
import { sourceFiles } from './source-files.ts'

test('the apps call nothing that iOS 16.4 or Chrome 110 lacks', () => {
  const shipped = sourceFiles().filter(({ path }) => isShipped(path))
  expect(shipped.length).toBeGreaterThan(500)
  expect(shipped.flatMap(newerCalls)).toEqual([])
})

test.each([
  'const signal = AbortSignal.any([a, b])',
  'const url = text === null ? null : URL.parse(text)',
  "v.check(value => value.isWellFormed(), '')",
  'const { promise } = Promise.withResolvers()',
  'const groups = Object.groupBy(list, keyOf)',
  'const both = a.union(b)',
  'element.showPopover()',
  'for (const x of map.values().map(f)) g(x)',
  'const names = text.matchAll(pattern).map(f)',
  'requestIdleCallback(f)',
  'window.scheduler.yield()',
  'new Intl.DurationFormat()',
])('names the newer API in: %s', text => {
  expect(newerCalls({ path: 'web/a.ts', text })).toHaveLength(1)
})

test.each([
  'const signal = AbortSignal.timeout(5)',
  '// AbortSignal.any is newer',
  'const either = v.union([a, b])',
  'element.showPopover?.()',
  'await self.cookieStore?.get(name)',
  'for (const each of Object.values(x).map(f)) g(each)',
  'for (const [a] of text.matchAll(pattern)) g(a)',
  "import { watchNavigation } from '#web/shell/navigation.ts'",
  'const last = list.findLast(f)',
])('accepts: %s', text => {
  expect(newerCalls({ path: 'web/a.ts', text })).toEqual([])
})
