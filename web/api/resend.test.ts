import { expect, test } from 'vitest'
import { pauseMs } from '#web/api/resend.ts'

test('each pause doubles, up to half a minute', () => {
  expect([2, 3, 4, 5, 6, 7].map(pauseMs)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})
