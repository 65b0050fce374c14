import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connection, noteAnswer, subscribeToConnection } from '#web/device/connection.ts'

const browser = new EventTarget()
const network = { onLine: true }
beforeEach(() => {
  network.onLine = true
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})
afterEach(() => {
  noteAnswer(true)
  vi.unstubAllGlobals()
})

function change(onLine: boolean): void {
  network.onLine = onLine
  browser.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}

test('the browser’s own status takes precedence, then the result of the last request', () => {
  const states: string[] = []
  const stop = subscribeToConnection(() => states.push(connection()))
  noteAnswer(false)
  noteAnswer(false)
  change(false)
  change(true)
  noteAnswer(true)
  noteAnswer(false)
  noteAnswer(true)
  stop()
  change(false)
  expect(states).toEqual(['unreachable', 'offline', 'reached', 'unreachable', 'reached'])
})
