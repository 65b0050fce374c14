import { afterEach, expect, test } from 'vitest'
import { endToasts, shownToasts, subscribeToToasts, toast, turnToastPage } from '#web/ui/toast.ts'

const texts = () => shownToasts().map(({ text }) => text)

afterEach(endToasts)

test('shows at most three, the newest last, and each text once', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd']) toast(text)
  expect(texts()).toEqual(['a', 'c', 'd'])
})

test('shows nothing for an empty text', () => {
  toast('')
  expect(texts()).toEqual([])
})

test('notifies listeners of each toast until they unsubscribe', () => {
  let notifications = 0
  const stop = subscribeToToasts(() => {
    notifications += 1
  })
  toast('a')
  stop()
  toast('b')
  expect(notifications).toBe(1)
})

test('ends a toast with its page, or `pagesAhead` pages later', () => {
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

test('ends all toasts with the next action', () => {
  toast('refused', 'bad')
  toast('done', 'good', 1)
  endToasts()
  expect(texts()).toEqual([])
})
