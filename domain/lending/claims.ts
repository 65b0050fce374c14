/*
 * What a text of a product claims of its cost and its time, in English or Hindi, read so that what is not understood is a claim
 * too: the publish gate refuses it (product §4). Both languages are put into the same few plain words, and the rules are of those.
 */

/** What a percentage can be about. */
export type Share =
  | 'apr'
  | 'rate'
  | 'penalRate'
  | 'penalCap'
  | 'gst'
  | 'processingFee'
  | 'extensionFee'

/** What can be said not to be: `fee` is every fee, `cost` is everything that a loan costs. */
export type Charge = 'interest' | 'processing' | 'fee' | 'gst' | 'cost'

export type Claim =
  | { readonly kind: 'share'; readonly of: Share; readonly percent: number }
  | { readonly kind: 'amount'; readonly rupees: number }
  /** Not a number of days (NaN) where it is told in months or years: no term is. */
  | { readonly kind: 'tenor'; readonly least: number; readonly most: number | undefined }
  | { readonly kind: 'interval'; readonly days: number }
  | { readonly kind: 'instalments'; readonly count: number }
  | { readonly kind: 'age'; readonly years: number }
  | { readonly kind: 'absence'; readonly of: readonly Charge[] }
  /** There is a number or a unit in it, of which it cannot be told what it is of. */
  | { readonly kind: 'unclear' }

/** The words of a claim, as they were written, and what they claim. */
export type Claiming = { readonly words: string; readonly claims: readonly Claim[] }

/** The plain word for each word that matters, nuktas left out. `#` is a number that is not read; `‰` is what is never clear. */
const PLAIN_WORDS = plainWords({
  '%': '% percent pct percents प्रतिशत फीसदी फीसद परसेंट',
  '‰': '‰ ‱ bps bp mille paisa paise $ € £ ¥ hundred thousand lakh lakhs crore सौ हजार लाख करोड',
  '₹': '₹ rs inr rupee rupees रु रुपया रुपये रुपए रुपयों रूपये रूपए',
  '~': '~ - – — − to से',
  a: 'a an',
  one: 'one once single एक',
  every: '/ per every each हर प्रति',
  day: 'day days d दिन दिनों दिवस',
  week: 'week weeks wk wks w हफ्ता हफ्ते हफ्तों सप्ताह सप्ताहों',
  minute: 'minute minutes min mins hour hours hr hrs मिनट मिनटों घंटा घंटे घंटों',
  month:
    'month months mo mth mths fortnight fortnights quarter quarters महीना महीने महीनों माह मास पखवाडा पखवाडे तिमाही',
  year: 'year years y yr yrs annum साल सालों वर्ष वर्षों बरस decade decades',
  'every day': 'daily everyday रोज रोजाना प्रतिदिन दैनिक हररोज',
  'every week': 'weekly साप्ताहिक',
  'every month': 'monthly fortnightly quarterly मासिक माहवार प्रतिमाह',
  'every year': 'yearly annual annually pa वार्षिक सालाना प्रतिवर्ष',
  apr: 'apr एपीआर',
  gst: 'gst जीएसटी',
  fee: 'fee fees charge charges commission शुल्क शुल्कों फीस चार्ज चार्जेस कमीशन shulk',
  processing: 'processing प्रोसेसिंग प्रक्रिया',
  extension: 'extension extensions एक्सटेंशन विस्तार',
  penal: 'penal late overdue दंड दंडात्मक विलंब देरी',
  'penal fee': 'penalty penalties जुर्माना जुर्माने',
  cap: 'cap capped most maximum max अधिकतम',
  interest: 'interest rate rates percentage ब्याज दर दरें दरों सूद byaj byaaj',
  cost: 'cost costs खर्च खर्चा खर्चे लागत',
  none: 'no zero without nil none nothing not never neither nor waive waived waiver dont don doesn isn aren won बिना नहीं न ना शून्य जीरो माफ रहित मुक्त bina',
  free: 'free मुफ्त फ्री निःशुल्क निशुल्क muft',
  'none interest': 'ब्याजमुक्त ब्याजरहित',
  'none fee': 'शुल्कमुक्त शुल्करहित',
  tenor: 'tenor tenure अवधि',
  instalment: 'instalment instalments installment installments emi emis किस्त किस्तें किस्तों',
  income:
    'income salary wage wages आमदनी आय वेतन कमाई सैलरी slip slips payslips statement statements स्लिप',
  aged: 'age aged old older उम्र आयु',
  '2': 'two दो',
  '3': 'three तीन',
  '4': 'four चार',
  '5': 'five पांच पाँच',
  '6': 'six छह छः छ',
  '7': 'seven सात',
  '8': 'eight आठ',
  '9': 'nine नौ',
  '10': 'ten दस',
  '11': 'eleven ग्यारह',
  '12': 'twelve बारह',
  '#': `thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety half
    dozen couple तेरह चौदह पंद्रह पन्द्रह सोलह सत्रह अठारह उन्नीस बीस पच्चीस तीस पैंतीस चालीस पैंतालीस
    पचास साठ सत्तर अस्सी नब्बे आधा आधे आधी डेढ ढाई सवा साढे`,
})

/** What may stand beside a percentage or an amount without changing what it says. Any other word makes them unclear. */
const FILLERS = new Set(
  `a one every ~ of the at is are plus and with in on only just for from up your our we it by get borrow loan loans amount principal service
  और का की के है हैं पर सिर्फ केवल मात्र साथ तक में हमारा हमारी आपका आपकी ऋण लोन राशि सेवा लें पाएं`.split(
    /\s+/,
  ),
)

/** What a percentage is about, by all that its clause names. What is not here means nothing that we compute. */
const SHARES: ReadonlyMap<string, Share> = new Map([
  ['year', 'apr'],
  ['interest year', 'apr'],
  ['day', 'rate'],
  ['day interest', 'rate'],
  ['day penal', 'penalRate'],
  ['day interest penal', 'penalRate'],
  ['day fee penal', 'penalRate'],
  ['cap penal', 'penalCap'],
  ['cap fee penal', 'penalCap'],
  ['gst', 'gst'],
  ['fee', 'processingFee'],
  ['fee processing', 'processingFee'],
  ['extension fee', 'extensionFee'],
])
/** Beside these, a number is never only a number. */
const CONCERNS = new Set(
  'day week month year apr gst fee interest cost tenor instalment loan loans borrow lend credit ऋण लोन उधार'.split(
    ' ',
  ),
)
const DAYS_OF_UNIT: ReadonlyMap<string, number> = new Map([
  ['day', 1],
  ['week', 7],
])

/** Every part of a text that claims something, with what it claims. */
export function claimsOf(text: string): readonly Claiming[] {
  const absent = absence(plain(text).split(' '))
  const claiming = clausesOf(text).map(words => ({ words, claims: clauseClaims(plain(words)) }))
  return [{ words: text, claims: absent }, ...claiming].filter(({ claims }) => claims.length > 0)
}

const SHORT_FORM = /(?<=\b(?:rs|p|p\.\s?a))\./giu
/** Not a point that shortens a word, nor a point or comma within a number. */
const CLAUSE_ENDS = /[;!?।॥\n()]|(?<!\b(?:rs|p|p\.\s?a))(?:(?<!\p{Nd})[.,]|[.,](?!\p{Nd}))/iu

function clausesOf(text: string): readonly string[] {
  return text
    .split(CLAUSE_ENDS)
    .map(clause => clause.trim())
    .filter(clause => clause !== '')
}

const INVISIBLE_OR_NUKTA = /\p{Cf}|\u093c/gu
const INDIAN_DIGIT = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/gu
const TOKEN = /\d+(?:,\d{2,3})*(?:\.\d+)?|\p{N}|[\p{L}\p{M}]+|[%‱~/–—−‰-]|\p{Sc}/gu

/** A text in plain words, one space between them. */
function plain(text: string): string {
  const shown = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(SHORT_FORM, ' ')
    .replace(INVISIBLE_OR_NUKTA, '')
  const read = shown
    .replace(INDIAN_DIGIT, digit => String(((digit.codePointAt(0) ?? 0) & 0xf) - 6))
    .replace(/\bper\s+cent\b|प्रति\s+शत/gu, '%')
    .replace(/\bbasis\s+points?\b/gu, 'bps')
    .replace(/\bp\s+a\b/gu, 'pa')
    .replace(/(?<=\d)m\b/gu, ' month')
  return (read.match(TOKEN) ?? []).map(plainWord).join(' ')
}

function plainWord(token: string): string {
  if (/^\d/.test(token)) return token.replaceAll(',', '')
  return /^\p{N}$/u.test(token) ? '#' : (PLAIN_WORDS.get(token) ?? token)
}

function plainWords(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([word, said]) =>
      said.split(/\s+/).map(one => [one, word] as const),
    ),
  )
}

function absence(words: readonly string[]): readonly Claim[] {
  const says = (word: string) => words.includes(word)
  if (!says('none') && !says('free')) return []
  const charges: Charge[] = (['interest', 'gst', 'cost'] as const).filter(says)
  if (says('apr')) charges.push('cost')
  if (says('fee'))
    charges.push(says('processing') && !says('extension') && !says('penal') ? 'processing' : 'fee')
  if (charges.length === 0 && says('free')) charges.push('cost')
  return charges.length > 0 ? [{ kind: 'absence', of: charges }] : []
}

function clauseClaims(clause: string): readonly Claim[] {
  const words = clause.split(' ')
  if (words.includes('%')) return shareClaims(clause)
  if (words.includes('₹')) return amountClaims(words)
  return timeClaims(clause, words)
}

const PERCENTAGE = /(?<=^| )(\d\S*) %(?= |$)/g

/** A clause with a percentage: it names what that is of, and nothing else. */
function shareClaims(clause: string): readonly Claim[] {
  const percents = [...clause.matchAll(PERCENTAGE)].map(([, percent]) => Number(percent))
  const around = clause
    .replace(PERCENTAGE, '~')
    .replace(/\bapr\b/g, 'year')
    .split(' ')
  const beside = around.filter(word => !FILLERS.has(word))
  const of = SHARES.get([...new Set(beside)].sort().join(' '))
  if (of === undefined) return [{ kind: 'unclear' }]
  return percents.map(percent => ({ kind: 'share', of, percent }))
}

/** A clause with rupees: every number in it is an amount to borrow. */
function amountClaims(words: readonly string[]): readonly Claim[] {
  const beside = words.filter(word => word !== '₹' && !FILLERS.has(word))
  if (beside.length === 0 || !beside.every(word => isNumber(word))) return [{ kind: 'unclear' }]
  return beside.map(rupees => ({ kind: 'amount', rupees: Number(rupees) }))
}

const AGE = /(?<=^| )(?:aged (\d+)(?: year)?|(\d+)(?: year)?(?: (?:or|of|या))? aged)(?= |$)/g
const INCOME = /(?<=^| )(?:every |a |one |\d+ )*month (?:of |की |का |bank |income )*income(?= |$)/g
const MOMENT = /(?<=^| )\d+ (?:~ \d+ )?(?:~ )?minute(?= |$)/g
const INTERVAL =
  /(?<=^| )(?:every|(?:one|instalment) a) (?:(\S+) )??(?:~ )?(day|week|month|year)(?= |$)/g
const TENOR = /(?<=^| )(a|one|\d\S*) (?:~ (\d\S*) )?(?:~ )?(day|week|month|year)(?= |$)/g
const INSTALMENTS = /(?<=^| )(\d+) (?:[^\d\s]+ ){0,3}?instalment(?= |$)/g
/** From here on a bare number is money, whatever stands beside it. */
const MONEY_FROM = 1_000
/** Stands where a claim was read, so that the words around it do not become neighbours. */
const READ = '_'

function timeClaims(clause: string, words: readonly string[]): readonly Claim[] {
  const claims: Claim[] = []
  const claimed = (claim: Claim) => {
    claims.push(claim)
    return READ
  }
  const left = clause
    .replace(AGE, (_, after, before) => claimed({ kind: 'age', years: Number(after ?? before) }))
    .replace(INCOME, READ)
    .replace(MOMENT, READ)
    .replace(INTERVAL, (_, count, unit) =>
      claimed({ kind: 'interval', days: daysOf(count ?? 'one', unit) }),
    )
    .replace(TENOR, (_, least, most, unit) =>
      claimed({
        kind: 'tenor',
        least: daysOf(least, unit),
        most: most === undefined ? most : daysOf(most, unit),
      }),
    )
    .replace(INSTALMENTS, (_, count) => claimed({ kind: 'instalments', count: Number(count) }))
    .split(' ')
  const isNear = words.some(word => CONCERNS.has(word))
  const isUnread = left.some(
    word =>
      /^(?:week|month|year|‰|\p{Sc})$/u.test(word) ||
      (isNumber(word) && (isNear || Number(word) >= MONEY_FROM)),
  )
  return isUnread ? [...claims, { kind: 'unclear' }] : claims
}

function isNumber(word: string): boolean {
  return /^[\d#]/.test(word)
}

function daysOf(count: string, unit: string): number {
  return (
    (count === 'a' || count === 'one' ? 1 : Number(count)) * (DAYS_OF_UNIT.get(unit) ?? Number.NaN)
  )
}
