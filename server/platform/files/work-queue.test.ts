import { expect, test } from 'vitest'
import { workQueue } from '#server/platform/files/work-queue.ts'
import { LimitReached } from '#server/platform/http/limits.ts'

/** Work that the test ends, one piece after another. */
function pieces() {
  const ends: (() => void)[] = []
  const started: number[] = []
  const piece = (number: number) => async () => {
    started.push(number)
    await new Promise<void>(end => ends.push(end))
    return number
  }
  return { piece, started, endFirst: () => ends.shift()?.() }
}

test('runs as much at once as it may, the rest in its order, and refuses work that would wait too long', async () => {
  const inTurn = workQueue(2, 2)
  const { piece, started, endFirst } = pieces()
  const all = [1, 2, 3, 4].map(number => inTurn(piece(number)))
  await expect(inTurn(piece(5))).rejects.toThrow(LimitReached)
  expect(started).toEqual([1, 2])
  endFirst()
  expect(await all[0]).toBe(1)
  expect(started).toEqual([1, 2, 3])
  for (const _ of [2, 3, 4]) {
    endFirst()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
})

test('goes on after work that failed', async () => {
  const inTurn = workQueue(1, 1)
  const failed = inTurn(() => Promise.reject(new Error('unreadable')))
  const next = inTurn(async () => 'read')
  await expect(failed).rejects.toThrow('unreadable')
  expect(await next).toBe('read')
  expect(await inTurn(async () => 'also read')).toBe('also read')
})
