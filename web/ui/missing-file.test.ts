import { expect, test } from 'vitest'
import { isMissingFile } from '#web/ui/missing-file.ts'

test.each([
  'Failed to fetch dynamically imported module: https://saral.example/assets/Home-abc.js',
  'error loading dynamically imported module: /assets/Home-abc.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Home-abc.css',
])('recognises a missing file: %s', message => {
  expect(isMissingFile(new TypeError(message))).toBe(true)
})

test.each([
  new TypeError('Failed to fetch'),
  new Error('x is undefined'),
  'Importing a module script failed.',
  undefined,
])('ignores another error: %s', error => {
  expect(isMissingFile(error)).toBe(false)
})
