import { expect, test } from 'vitest'
import { redactingPort } from '#server/platform/redaction.ts'

const quoting = () => Promise.reject(new Error('234567890124 is not known'))
const port = redactingPort('the register', {
  ask: quoting,
  askAtOnce: () => {
    throw new Error('234567890124 is not known')
  },
  begin: () => ({ state: 'begun', reading: quoting() }),
  busy: () => ({ state: 'busy', waitSeconds: 5 }),
  asks: true,
})

test('an error reveals its kind and nothing else, whether it comes at once, later, or in a later part of an answer', async () => {
  const told = 'the register failed: Error'
  await expect(port.ask()).rejects.toThrow(told)
  expect(() => port.askAtOnce()).toThrow(told)
  const { state, reading } = port.begin()
  expect(state).toBe('begun')
  await expect(reading).rejects.toThrow(told)
})

test('answers and properties pass unchanged', () => {
  expect([port.busy(), port.asks]).toEqual([{ state: 'busy', waitSeconds: 5 }, true])
})
