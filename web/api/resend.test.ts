import { describe, expect, test } from 'vitest'
import type { Failure, Result } from '#contract/client.ts'
import { pauseMs, sentUntilChecked } from '#web/api/resend.ts'

test('each pause doubles, up to half a minute', () => {
  expect([2, 3, 4, 5, 6, 7].map(pauseMs)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

describe('a picture to check', () => {
  const failure = (reason: Failure['reason']): Failure => ({
    ok: false,
    code: -1,
    msg: '',
    reason,
    details: {},
    errorColumn: [],
  })
  /** Sends and gets these answers, the last one repeatedly; counts requests and announced pauses. */
  async function sendings(answers: readonly Result<null>[], giveUpAfter = 99) {
    const counts = { requests: 0, pauses: 0 }
    const controller = new AbortController()
    const result = await sentUntilChecked<null>(
      async () => answers[Math.min(counts.requests++, answers.length - 1)] ?? failure('network'),
      () => {
        counts.pauses += 1
        if (counts.pauses === giveUpAfter) controller.abort()
      },
      controller.signal,
      async () => undefined,
    )
    return { ...counts, result: result.ok ? 'ok' : result.reason }
  }
  const passed = { ok: true, data: null } as const

  test.each([
    ['is checked at once', [passed], { requests: 1, pauses: 0, result: 'ok' }],
    [
      'is sent again by itself until it is checked',
      [failure('face-check-busy'), failure('check-not-available'), passed],
      { requests: 3, pauses: 2, result: 'ok' },
    ],
    [
      'is not sent for ever',
      [failure('face-check-busy')],
      { requests: 6, pauses: 5, result: 'face-check-busy' },
    ],
    [
      'is not sent again if it has a fault',
      [failure('face-unclear')],
      { requests: 1, pauses: 0, result: 'face-unclear' },
    ],
  ])('%s', async (_what, answers, expected) => {
    expect(await sendings(answers)).toEqual(expected)
  })

  test('is not sent again once the borrower cancels', async () => {
    expect(await sendings([failure('face-check-busy')], 2)).toMatchObject({ requests: 2 })
  })
})
