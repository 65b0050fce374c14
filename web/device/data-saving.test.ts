import { expect, test } from 'vitest'
import { savesData } from '#web/device/data-saving.ts'

test.each([
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: '3g' }, false],
  [{ saveData: false, effectiveType: '4g' }, false],
  [{}, false],
])('%j: %s', (connection, saves) => {
  expect(savesData(connection)).toBe(saves)
})
