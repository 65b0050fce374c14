import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BODY_MAX,
  CONTENT_ITEMS,
  type ContentFault,
  contentFaults,
  contentKindOf,
  FAQ_TOPICS,
  filledIn,
  noticeFault,
  type ProgramText,
  TITLE_MAX,
  tidied,
} from '#domain/content.ts'

const PROGRAM: ProgramText = {
  placeholders: ['phone', 'openDays'],
  texts: { en: 'The fee and 18% GST. Write to cms.rbi.org.in within 30 days.', hi: '' },
}
const LANGUAGES = ['en', 'hi']
const HINDI = { title: 'सवाल', body: 'जवाब' }

/** The reasons for which an English answer is refused, each with the words at fault. */
function refusedFor(body: string, program = PROGRAM): string[] {
  const texts = { en: { title: '', body }, hi: HINDI }
  return shown(contentFaults('answer.cost', texts, LANGUAGES, program))
}
const shown = (faults: readonly ContentFault[]) =>
  faults.map(({ reason, word }) => (word === '' ? reason : `${reason}: ${word}`))

test.each<[string, string[]]>([
  ['Call {phone}. The offer stays open for {openDays} days.', []],
  // A lender's text may repeat what the program's text says.
  ['The fee and 18% GST: write to cms.rbi.org.in within 30 days.', []],
  ['Report it to the helpline 1930. You get 2 documents, e.g. a receipt.', []],
  ['', ['empty']],
  ['   ', ['empty']],
  ['x'.repeat(BODY_MAX), []],
  ['x'.repeat(BODY_MAX + 1), [`too-long: ${BODY_MAX}`]],
  ['Call {email} or {phone}', ['placeholder: {email}']],
  [
    '{openDays, plural, other {#}}',
    ['placeholder: {openDays, plural, other ', 'placeholder: {#}', 'placeholder: }'],
  ],
  ['Call {{phone}}', ['placeholder: {}']],
  ['The fee is 2%.', ['figure: 2%']],
  ['The fee is 2 percent.', ['figure: 2 percent']],
  ['It costs ₹ 1,000 or Rs. 500', ['figure: ₹ 1,000', 'figure: Rs. 500']],
  ['It stays open for 3 working days, not 3 hours.', ['figure: 3 working days', 'figure: 3 hours']],
  ['It stays open for ३ दिन या 3 कार्य दिवस', ['figure: ३ दिन', 'figure: 3 कार्य दिवस']],
  [
    '2 శాతం, 3 రోజులు, 5 நாட்கள், ৫ দিন, 4 टक्के',
    ['figure: 2 శాతం', 'figure: 3 రోజులు', 'figure: 5 நாட்கள்', 'figure: ৫ দিন', 'figure: 4 टक्के'],
  ],
  ['２％ of it', ['figure: 2%']],
  ['Call 1800 000 0000 now', ['figure: 1800 000 0000']],
  ['<b>New</b>', ['markup: <', 'markup: >']],
  ['A &lt;b&gt; and [a](b)', ['markup: &lt;', 'markup: &gt;', 'markup: ](']],
  [
    'See https://a.example/x, www.b.in or pay.example.com.',
    ['link: https://a.example/x', 'link: www.b.in', 'link: pay.example.com'],
  ],
  ['See (www.b.in).', ['link: www.b.in']],
  ['See PAY.EXAMPLE.COM', ['link: PAY.EXAMPLE.COM']],
  ['Pay to saral@okaxis', ['link: saral@okaxis']],
  ['Line\u202eback', ['characters']],
])('%j is refused for %j', (body, expected) => {
  expect(refusedFor(body)).toEqual(expected)
})

/** Each way to write an address or a number that a person still reads, and types. */
test.each<[string, string, ContentFault['reason']]>([
  ['a host in mixed case', 'See Pay.Example.Com now', 'link'],
  ['a host with its end capital', 'See pay.example.Com', 'link'],
  ['a scheme in capitals', 'See HTTPS://EVIL', 'link'],
  ['a scheme with backslashes', 'See https:\\\\evil', 'link'],
  ['a scheme without slashes', 'See tel:1930 or MailTo:us', 'link'],
  ['wide letters', 'See ｐａｙ．ｅｘａｍｐｌｅ．ｃｏｍ', 'link'],
  ['an ideographic dot', 'See pay。example。com', 'link'],
  ['a half-width ideographic dot', 'See pay｡example｡com', 'link'],
  ['a one-dot leader', 'See pay․example․com', 'link'],
  ['a small dot', 'See pay﹒example﹒com', 'link'],
  ['a middle dot', 'See pay·example·com', 'link'],
  ['a bullet', 'See pay•example•com', 'link'],
  ['a dot in words', 'See pay [dot] example (DOT) com', 'link'],
  ['a space before the dot', 'See example .com', 'link'],
  ['a joiner at the dot', 'See example\u200d.\u200ccom', 'link'],
  ['a variation selector at the dot', 'See example\ufe0f.com', 'link'],
  ['a name of another script', 'See сбербанк.рф', 'link'],
  ['a name of our scripts', 'See सरल.भारत', 'link'],
  ['a short end of our scripts', 'See सरल.कॉम', 'link'],
  ['a name in Tamil', 'See கடன்.இந்தியா', 'link'],
  ['punycode', 'See xn--11b4c3d.xn--h2brj9c', 'link'],
  ['a known name with a letter before it', 'Write to бcms.rbi.org.in', 'link'],
  ['a name before a single letter', 'See pay.com.x', 'link'],
  ['this machine', 'See LocalHost', 'link'],
  ['an address of version 4', 'See 10.0.0.1', 'link'],
  ['the same in wide digits', 'See １０．０．０．１', 'link'],
  ['the same in our digits', 'See १०.०.०.१', 'link'],
  ['the same with other dots', 'See 10。0。0。1', 'link'],
  ['the same in base 16', 'See 0x7f.0.0.1 or 0X7F000001', 'link'],
  ['an address of version 6', 'See 2001:DB8::1', 'link'],
  ['a full address of version 6', 'See 2001:db8:0:0:0:0:0:1', 'link'],
  ['the loopback of version 6', 'See [::1]', 'link'],
  ['an amount after another dot', 'It costs Rs。500', 'figure'],
  ['an amount in capitals', 'It costs RS. 500', 'figure'],
  ['one rupee', 'It costs Re 1', 'figure'],
  ['an amount as people write it', 'It costs 500/- only', 'figure'],
  ['an amount after a sign of abbreviation', 'मूल्य रु॰500', 'figure'],
  ['a share with a joiner', 'It is 2\u200d% more', 'figure'],
  ['a share in capitals', 'It is 2 PERCENT', 'figure'],
  ['a share in Arabic', 'It is 2٪', 'figure'],
  ['a number with dots', 'Call 98765.43210', 'figure'],
  ['a number with other dots', 'Call 98765。43210', 'figure'],
  ['a number with brackets', 'Call (98765) 43210', 'figure'],
  ['a number with long dashes', 'Call 98765–43210', 'figure'],
  ['a number in wide digits', 'Call ９８７６５４３２１０', 'figure'],
  ['a number with joiners', 'Call 98\u200d76\u200d54\u200d32', 'figure'],
  ['a number in our digits', 'Call ९८७६५ ४३२१०', 'figure'],
])('%s is refused: %j', (_what, body, reason) => {
  expect(refusedFor(body).some(fault => fault.startsWith(`${reason}: `))).toBe(true)
})

test.each([
  'एस.एम.एस. या के.वाई.सी. के लिए',
  'எஸ்.எம்.எஸ். அல்லது ஆர்.பி.ஐ.',
  'ఎస్.ఎం.ఎస్. లేదా ఆర్.బి.ఐ.',
  'এস.এম.এস. বা কে.ওয়াই.সি.',
  'Open from 10:30 to 18:00, e.g. on Monday, i.e. today.',
  'Wait… then read on. Do this: ask us.',
  'The R.B.I. Act of 1934; section 45.',
])('%j passes', body => {
  expect(refusedFor(body)).toEqual([])
})

describe('the texts of an item', () => {
  test('are complete in every language, with a title where the item has one', () => {
    const en = { title: '', body: 'Yes.' }
    expect(contentFaults('question.1', { en }, LANGUAGES, PROGRAM)).toEqual([
      { reason: 'empty', language: 'en', part: 'title', word: '' },
      { reason: 'missing', language: 'hi', part: 'body', word: '' },
    ])
    expect(contentFaults('answer.cost', { en, hi: HINDI }, LANGUAGES, PROGRAM)).toEqual([])
    const long = { title: 'x'.repeat(TITLE_MAX + 1), body: 'Yes.' }
    expect(shown(contentFaults('notice', { en: long, hi: HINDI }, LANGUAGES, PROGRAM))).toEqual([
      `too-long: ${TITLE_MAX}`,
    ])
  })

  test('are stored without spaces at their ends and without line breaks', () => {
    expect(tidied({ title: ' A\n', body: 'one\n\n two\t' })).toEqual({
      title: 'A',
      body: 'one two',
    })
  })
})

/** Words without a digit, a mark or a unit. */
const word = fc.constantFrom(
  'loan',
  'we',
  'help',
  'you',
  'later',
  'कर्ज',
  'நாங்கள்',
  '{phone}',
  '{openDays}',
)
const prose = fc.array(word, { minLength: 1, maxLength: 40 }).map(words => words.join(' '))

test('prose with known placeholders passes, and is filled in without a brace', () => {
  fc.assert(
    fc.property(prose, body => {
      expect(refusedFor(body)).toEqual([])
      expect(filledIn(body, { phone: '1', openDays: '2' })).not.toMatch(/[{}]/)
    }),
  )
})

test('each placeholder is filled in with its value; one without a value stays', () => {
  expect(filledIn('{phone} for {openDays} days, {email}', { phone: '1800', openDays: '3' })).toBe(
    '1800 for 3 days, {email}',
  )
})

test('prose with a figure, a tag, a link or a strange brace in it never passes', () => {
  const bad = fc.oneof(
    fc
      .tuple(fc.nat(99_999), fc.constantFrom('%', ' %', ' percent', ' days', ' दिन', '₹'))
      .map(pair => pair.join('')),
    fc.nat(99_999).map(amount => `₹${amount}`),
    fc.constantFrom(
      '<script>',
      '<a href=x>',
      'http://x.y',
      'javascript://x',
      'www.x',
      'a.co',
      '{',
      '}',
      '{amount}',
    ),
  )
  // The program's text is empty here; a lender's text may repeat what it says, also 18% and 30
  // days.
  const program: ProgramText = { ...PROGRAM, texts: {} }
  fc.assert(
    fc.property(prose, bad, prose, (before, fault, after) => {
      const plain = (text: string) => text.replace(/[{}]/g, '')
      const body = `${plain(before)} ${fault} ${plain(after)}`
      expect(refusedFor(body, program)).not.toEqual([])
    }),
    { examples: [['loan', '30 days', 'loan']] },
  )
})

test('any text is judged, and what passes has no angle bracket and no brace once it is filled in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), typed => {
      // As it is stored: a bracket and a stroke, typed one after the other, are one sign then.
      const { body } = tidied({ title: '', body: typed })
      const faults = refusedFor(body)
      if (faults.length > 0) return
      expect(filledIn(body, { phone: '1', openDays: '2' })).not.toMatch(/[<>{}]/)
    }),
    { examples: [['<\u0338']] },
  )
})

test('a lender may word each given answer, twenty further questions, About and one notice', () => {
  const answers = FAQ_TOPICS.map(topic => `answer.${topic}`)
  expect(CONTENT_ITEMS.slice(0, answers.length)).toEqual(answers)
  const others = CONTENT_ITEMS.slice(answers.length)
  expect(others).toHaveLength(22)
  expect([others[0], ...others.slice(19)]).toEqual(['question.1', 'question.20', 'about', 'notice'])
  expect(new Set(CONTENT_ITEMS).size).toBe(CONTENT_ITEMS.length)
})

test('an item is of the kind that its name begins with, and no other item is known', () => {
  expect(['answer.cost', 'question.20', 'about', 'notice'].map(contentKindOf)).toEqual([
    'answer',
    'question',
    'about',
    'notice',
  ])
  expect(() => contentKindOf('legal.terms')).toThrow('content item legal.terms is unknown')
})

const longAddress = (length: number) => 'https://saral.example/'.padEnd(length, 'x')

test.each([
  [{ untilDay: null }, 'until'],
  [{ untilDay: '2026-12-01' }, 'until'],
  [{ untilDay: '2026-12-02' }, undefined],
  [{ href: 'https://saral.example/news?a=1' }, undefined],
  [{ href: 'https://saral.example' }, undefined],
  [{ href: 'https://www.saral.example:8443/' }, undefined],
  [{ href: 'https://saral.example:123456/' }, 'address'],
  [{ href: 'http://saral.example' }, 'address'],
  [{ href: 'javascript:alert(1)' }, 'address'],
  [{ href: 'javascript:alert(1)//https://saral.example/' }, 'address'],
  [{ href: 'https://saral.example/a b' }, 'address'],
  [{ href: 'https://user@saral.example/' }, 'address'],
  [{ href: 'https://saral.example@other.example/' }, 'address'],
  [{ href: 'https://localhost' }, 'address'],
  [{ href: longAddress(300) }, undefined],
  [{ href: longAddress(301) }, 'address'],
])('a notice with %j has the fault %j', (frame, fault) => {
  const notice = { fromDay: '2026-12-02', untilDay: '2026-12-09', href: null }
  expect(noticeFault({ ...notice, ...frame })).toBe(fault)
})
