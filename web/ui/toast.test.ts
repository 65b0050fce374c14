import { afterEach, expect, test } from 'vitest'
import { endToasts, shownToasts, subscribeToToasts, toast, turnToastPage } from '#web/ui/toast.ts'

const texts = () => shownToasts().map(({ text }) => text)

afterEach(endToasts)

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

test('a toast ends with its page; what is said on the way to another is read there, and no further', () => {
  toast('refused', 'bad')
  toast('done', 'good', 1)
  toast('ended elsewhere', 'info', 2)
  turnToastPage()
  expect(texts()).toEqual(['done', 'ended elsewhere'])
  turnToastPage()
  expect(texts()).toEqual(['ended elsewhere'])
  turnToastPage()
  expect(texts()).toEqual([])
})

test('the next act ends all of them, wherever they were to be read', () => {
  toast('refused', 'bad')
  toast('done', 'good', 1)
  endToasts()
  expect(texts()).toEqual([])
})
