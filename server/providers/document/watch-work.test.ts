import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWork } from '#server/providers/document/watch-work.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LOOK_MS = 5_000

function watched() {
  const on = { onWork: vi.fn(), onExcess: vi.fn() }
  let usedMs = 7_000
  const end = watchWork(() => usedMs, on)
  return {
    ...on,
    end,
    use(ms: number) {
      usedMs += ms
      vi.advanceTimersByTime(LOOK_MS)
    },
  }
}

test('a reading that gets a little of a busy processor is at work, one that gets none is not', () => {
  const { onWork, onExcess, use } = watched()
  for (let look = 0; look < 20; look += 1) use(50)
  expect(onWork).toHaveBeenCalledTimes(20)
  for (let look = 0; look < 20; look += 1) use(1)
  expect(onWork).toHaveBeenCalledTimes(20)
  expect(onExcess).not.toHaveBeenCalled()
})

test('a reading that works without end is ended, and not called at work any more', () => {
  const { onWork, onExcess, use, end } = watched()
  for (let look = 0; look < 24; look += 1) use(LOOK_MS)
  expect(onWork).toHaveBeenCalledTimes(24)
  expect(onExcess).not.toHaveBeenCalled()
  use(LOOK_MS)
  expect(onExcess).toHaveBeenCalledOnce()
  end()
  use(LOOK_MS)
  expect(onExcess).toHaveBeenCalledOnce()
})
