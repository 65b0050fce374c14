import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresIn } from '#domain/lending/claims.ts'
import { externalPublishProblems, publishProblems } from '#domain/lending/publish.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'

const terms: ProductTerms = {
  rate: ppmPerDay(800),
  processingFee: basisPoints(200),
  periodDays: 7,
  instalments: 13,
  maxTenorDays: 180,
  penalRate: ppmPerDay(1_000),
  penalCap: basisPoints(100),
  extensionFee: basisPoints(300),
  coolingOffDays: 1,
}
const AMOUNTS = [paise(5_000_00), paise(10_000_00)]
const problems = (text: string) =>
  publishProblems({ name: 'Saral', amounts: AMOUNTS, terms, texts: ['A plain text', text] })
const externalProblems = (text: string) =>
  externalPublishProblems({
    name: 'Partner',
    amounts: AMOUNTS,
    href: 'https://partner.example/',
    texts: [text],
  })

const TRUE_PERCENTAGES = [
  'APR 47.39%',
  '47.39 per cent a year',
  'Annual percentage rate: 47.39%',
  'Interest of 0.08% a day (APR 47.39%)',
  'A late charge of 0.1% a day',
  'The penal charge is at most 1%',
  'Extension fee 3%',
  'A processing fee of 2%, plus GST of 18%.',
  'ब्याज 0.08% प्रतिदिन',
  'ब्याज ०.०८ प्रतिशत रोज़',
  'सालाना ४७.३९%',
  'प्रोसेसिंग फ़ीस 2%, और जीएसटी 18%',
  'विलंब शुल्क 0.1% प्रति दिन',
]
const OTHER_TRUTHS = [
  '₹5,000 to ₹10,000',
  '₹५,००० से ₹१०,००० तक का ऋण',
  'Borrow up to Rs. 10,000',
  '10,000 रुपये तक',
  '180 days',
  '१८० दिन',
  'A 91-day loan',
  '13 weeks',
  '13 small weekly instalments',
  'One instalment a week',
  'हर 7 दिन',
  '13 किस्तें',
  'You are 21 years or older',
]
const FALSE_PERCENTAGES = [
  'APR 18%',
  '18% interest per annum',
  'Only 18% interest',
  'ब्याज सिर्फ़ 18%',
  'ब्याज १८%',
  'Yearly 18%',
  'Annual rate: only 2%',
  '1% interest a day',
  '2% a month',
  '2% महीना',
  'Interest 30 per cent a year',
  'ब्याज 30 प्रतिशत सालाना',
  '18% p.a.',
  'Interest 18',
  'eighteen percent interest',
  'अठारह प्रतिशत ब्याज',
  '100% digital',
  '2% cashback on the fee',
  'A fee of 2% with GST of 18%',
  'Less than 2% fee',
  '1,8% GST',
  '१८％ ब्याज',
  '૧૮% interest',
  '1\u200b8% interest',
  '1 8% GST',
  '½% a day',
  'Only 8 basis points',
  '0.1% a day',
  'Fee 18%',
  'GST 2%',
]
const FALSE_TIMES = [
  'Repay in 12 months',
  'Up to one year',
  'Twelve months to pay',
  '12-month loan',
  '12 महीने',
  'बारह महीनों में चुकाएँ',
  'एक साल तक',
  '१८१ दिन',
  'ninety days',
  'नब्बे दिन',
  'A few weeks',
  'Half a year',
  '14 weeks',
  'every 14 days',
  'Monthly instalments',
  'हर महीने किस्त',
  'Twelve weekly instalments',
  '91~360 days',
  'Tenure: 12',
  '12M',
  '365d',
  'one-year',
  'You are 18 or older',
]
const FALSE_AMOUNTS = [
  'Processing fee ₹10 only',
  'Processing fee ₹5,000',
  'Up to ₹50,000',
  'Up to ₹1 lakh',
  'INR 20000',
  '20,000 रुपये तक',
  'Five thousand rupees',
  'Borrow 50000 today',
  'Up to 1 lakh',
  '$5,000',
  '5000 for you',
  '₹0 fee',
  '₹5,000 a day',
]
const ABSENT = [
  'interest free',
  'Interest-free for you',
  'Zero interest',
  'No processing fee',
  'No fees, no GST',
  'Without any charges',
  'Fees? None!',
  'A free loan',
  'No cost at all',
  'बिना ब्याज',
  'बिना किसी शुल्क के',
  'कोई शुल्क नहीं',
  'कोई फ़ीस नहीं',
  'ब्याज-मुक्त',
  'ब्याजमुक्त',
  'मुफ़्त ऋण',
]
/** Not misleading, but with a figure or a word of cost or time, which the text must do without. */
const HARMLESS = [
  'You have a monthly income',
  'आपकी हर महीने की आमदनी है',
  'Your 12-digit Aadhaar number',
  'A loan in 10~15 minutes',
  'Your last 3 months’ salary slips',
  '6 months of bank statements',
  '3 महीने की सैलरी स्लिप',
  'त्योहार के दिनों के लिए',
]
const WITHOUT_FIGURES = [
  'No other loan in progress',
  'हमारे यहाँ आपका कोई दूसरा लोन नहीं चल रहा',
  'Three emergency contacts',
  'Decided on the basis of your income',
  'कुछ मिनट',
  'For the festive season',
  'You have a regular income',
  'Three people whom we may call',
  'Decide freely, with a feeling of trust',
  'Saral Seven',
]

const REFUSED = [
  ...TRUE_PERCENTAGES,
  ...OTHER_TRUTHS,
  ...FALSE_PERCENTAGES,
  ...FALSE_TIMES,
  ...FALSE_AMOUNTS,
  ...ABSENT,
  ...HARMLESS,
  'A week until your next income',
  'अगली आमदनी आने तक एक हफ़्ता',
  'Borrow fifty today',
  'Eight basis points',
  'Int\u200berest for nobody',
]

test.each(REFUSED)('neither a product of ours nor an external offer may say: %s', text => {
  const refused = problems(text)
  expect(refused).toHaveLength(1)
  expect(refused[0]).toContain(`"${text}" names "`)
  expect(refused[0]).toContain(': figures are shown from the terms; leave them out')
  expect(externalProblems(text)).toHaveLength(1)
})

test.each(WITHOUT_FIGURES)('a product of ours and an external offer may say: %s', text => {
  expect(problems(text)).toEqual([])
  expect(externalProblems(text)).toEqual([])
})

test('the refusal lists the words to remove', () => {
  expect(figuresIn('Quick. APR १८%! Up to ₹1,000 without a फ़ीस')).toEqual([
    'apr',
    '१८',
    '%',
    '₹',
    '1,000',
    'फीस',
  ])
})

/** Phrasings of a percentage. */
const PHRASINGS = [
  'APR _',
  'Interest _ a year',
  '_ yearly',
  '_ p.a.',
  'सालाना _',
  '_ a day',
  'Daily interest of _',
  'ब्याज _ प्रतिदिन',
  'Late charge _ a day',
  'Processing fee: only _',
  'शुल्क _',
  'GST _',
  'जीएसटी _',
  '_',
  'Only _ interest',
  'ब्याज सिर्फ़ _',
  '_ a month',
  '_ हर महीने',
  '_ weekly',
  'GST and interest _',
  '_ off',
]
const inDevanagari = (written: string) =>
  written.replace(/\d/g, digit => String.fromCodePoint(0x966 + Number(digit)))

test('no phrasing of a percentage is accepted', () => {
  const percents = fc.integer({ min: 0, max: 20_000 }).map(hundredths => hundredths / 100)
  const signs = fc.constantFrom('', '%', ' %', ' percent', ' per cent', ' प्रतिशत', '％')
  fc.assert(
    fc.property(
      fc.constantFrom(...PHRASINGS),
      percents,
      signs,
      fc.boolean(),
      (phrasing, percent, sign, isHindi) => {
        const written = isHindi ? inDevanagari(String(percent)) : String(percent)
        expect(problems(phrasing.replace('_', `${written}${sign}`))).toHaveLength(1)
      },
    ),
  )
})

test('a text without a word names nothing', () => {
  expect(figuresIn('')).toEqual([])
  expect(figuresIn(' …! ')).toEqual([])
})
