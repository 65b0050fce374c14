import { afterEach, expect, test } from 'vitest'
import { dismissToast, shownToasts, subscribeToToasts, toast } from '#web/ui/toast.ts'

const texts = () => shownToasts().map(({ text }) => text)

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
})

test('three are shown at most, the newest last, and the same text once', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd']) toast(text)
  expect(texts()).toEqual(['a', 'c', 'd'])
})

test('nothing is not said', () => {
  toast('')
  expect(texts()).toEqual([])
})

test('those who listen are told of each, until they stop', () => {
  let told = 0
  const stop = subscribeToToasts(() => {
    told += 1
  })
  toast('a')
  stop()
  toast('b')
  expect(told).toBe(1)
})
