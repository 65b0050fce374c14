import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { dueDayCalendar, escaped, folded } from '#server/lending/words/due-day-calendar.ts'

test('escapes what separates values, and line breaks (RFC 5545 §3.3.11)', () => {
  expect(escaped('a;b,c\\d: "e"')).toBe('a\\;b\\,c\\\\d: "e"')
  expect(escaped('one\ntwo\r\nthree\rfour')).toBe('one\\ntwo\\nthree\\nfour')
})

test('folds a line after 75 octets, the space of the next line included (RFC 5545 §3.1)', () => {
  expect(folded('a'.repeat(75))).toBe('a'.repeat(75))
  expect(folded('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
  expect(folded('a'.repeat(75 + 74 + 1))).toBe(`${'a'.repeat(75)}\r\n ${'a'.repeat(74)}\r\n a`)
})

test('never folds within a character', () => {
  const line = `x${'ख'.repeat(60)}🙂${'ख'.repeat(30)}`
  const parts = folded(line).split('\r\n')
  expect(parts.length).toBeGreaterThan(3)
  for (const part of parts) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
    expect(Buffer.from(part).toString()).not.toContain('\uFFFD')
  }
  expect(parts.map((part, at) => (at === 0 ? part : part.slice(1))).join('')).toBe(line)
})

test('writes every line of a calendar in at most 75 octets, ended by CR and LF', () => {
  const text = dueDayCalendar({
    days: [day('2026-11-28'), day('2026-12-05')],
    language: 'hi',
    origin: 'https://loans.a-lender-with-a-very-long-name.example',
    id: '0123456789abcdef',
    now: new Date('2026-11-21T05:00:00.123Z'),
  })
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain('DTSTAMP:20261121T050000Z')
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20261128')
  expect(unfolded).toContain('URL:https://loans.a-lender-with-a-very-long-name.example/order')
})
