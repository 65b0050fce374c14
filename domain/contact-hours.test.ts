import { expect, test } from 'vitest'
import { CONTACT_HOURS, isWithin, mayWriteToContact, secondsLeft } from '#domain/contact-hours.ts'

test.each([
  ['2026-11-21T07:59:59.999+05:30', false],
  ['2026-11-21T08:00:00+05:30', true],
  ['2026-11-21T13:30:00+05:30', true],
  ['2026-11-21T18:59:59.999+05:30', true],
  ['2026-11-21T19:00:00+05:30', false],
  ['2026-11-22T00:00:00+05:30', false],
])('an emergency contact is written to at %s: %s', (at, may) => {
  expect(mayWriteToContact(new Date(at))).toBe(may)
})

test('the hours begin at their first instant and end before their last', () => {
  const at = (time: string) => new Date(`2026-11-21T${time}+05:30`)
  expect(isWithin({ from: 12, before: 16 }, at('12:00:00'))).toBe(true)
  expect(isWithin({ from: 12, before: 16 }, at('16:00:00'))).toBe(false)
})

test.each([
  ['2026-11-21T08:00:00+05:30', 39_600],
  ['2026-11-21T18:59:59.500+05:30', 0],
  ['2026-11-21T18:59:00+05:30', 60],
  ['2026-11-21T23:00:00+05:30', 0],
])('at %s %i seconds are left of the hours', (at, seconds) => {
  expect(secondsLeft(CONTACT_HOURS, new Date(at))).toBe(seconds)
})
