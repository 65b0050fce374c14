import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedbackChars, feedbackCounter, readFeedback } from '#domain/feedback.ts'

test.each([
  ['', { wrong: 'feedback-empty' }],
  ['   ', { wrong: 'feedback-empty' }],
  ['a'.repeat(301), { wrong: 'feedback-too-long', details: { count: 300 } }],
  ['<script>', { wrong: 'feedback-not-allowed' }],
  ['a@b', { wrong: 'feedback-not-allowed' }],
  ['two\nlines', { wrong: 'feedback-not-allowed' }],
  [' Good app_1, really? Yes! OK. ', { content: 'Good app_1, really? Yes! OK.' }],
  ['बहुत अच्छा', { content: 'बहुत अच्छा' }],
  ['पक्\u200dका, शक्\u200cति', { content: 'पक्\u200dका, शक्\u200cति' }],
  ['\u200d', { wrong: 'feedback-not-allowed' }],
  ['👩\u200d👩', { wrong: 'feedback-not-allowed' }],
  ['a'.repeat(300), { content: 'a'.repeat(300) }],
])('%j is read as %j', (content, expected) => expect(readFeedback(content)).toEqual(expected))

test('any non-empty text that the field allows is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), typed => {
      const chars = feedbackChars(typed)
      expect(feedbackChars(chars)).toBe(chars)
      expect(readFeedback(chars)).toEqual(
        chars.trim() === '' ? { wrong: 'feedback-empty' } : { content: chars.trim() },
      )
    }),
  )
})

test('a pasted text stays readable and is cut at 300 characters', () => {
  expect(feedbackChars('one\ntwo (three)')).toBe('one two three')
  expect(feedbackChars('x'.repeat(999))).toHaveLength(300)
  expect(feedbackChars('पैसा नहीं आया। कब आएगा?')).toBe('पैसा नहीं आया. कब आएगा?')
  expect(feedbackChars('क\u200d\u200d \u200cख👩\u200d👩')).toBe('क\u200d ख')
})

test('the counter counts characters', () => {
  expect(feedbackCounter('')).toBe('0/300')
  expect(feedbackCounter('𝒜b')).toBe('2/300')
})
