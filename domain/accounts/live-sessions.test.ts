import { expect, test } from 'vitest'
import { sessionsToEnd } from '#domain/accounts/live-sessions.ts'

const sessionOf = (second: number) => ({
  sessionId: `s${second}`,
  createdAt: new Date(second * 1000),
})

test('a borrower keeps the ten newest sessions', () => {
  const ten = [4, 9, 1, 7, 3, 10, 2, 8, 5, 6].map(sessionOf)
  expect(sessionsToEnd([])).toEqual([])
  expect(sessionsToEnd(ten)).toEqual([])
  expect(sessionsToEnd([...ten, sessionOf(11)])).toEqual(['s1'])
  expect(sessionsToEnd([sessionOf(12), ...ten, sessionOf(11)])).toEqual(['s2', 's1'])
})
