import { externalPublishProblems, publishProblems } from '#domain/lending/publish.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { COOLING_OFF_MIN_DAYS, QUOTE_PERIOD_DAYS } from '#domain/limits.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import type { Translated } from '#server/identity/forms/translated.ts'
import { type Product, type ProductTexts, saveProducts } from '#server/lending/db/product.ts'
import type { Database } from '#server/platform/db/open.ts'

const rupees = (...amounts: number[]) => amounts.map(amount => paise(amount * 100))

const WHO_MAY_BORROW: readonly Translated[] = [
  { en: 'You live in India', hi: 'आप भारत में रहते हैं' },
  { en: 'Your PAN and your Aadhaar have the same name', hi: 'आपके PAN और आधार पर एक ही नाम है' },
  {
    en: 'You have a regular income, and enough of it is left after your repayments',
    hi: 'आपकी नियमित आमदनी है, और हर रीपेमेंट के बाद उसमें से काफ़ी बचता है',
  },
  { en: 'You have no other loan with us in progress', hi: 'हमारे यहाँ आपका कोई दूसरा लोन नहीं चल रहा' },
]
const WHAT_IS_NEEDED: readonly Translated[] = [
  {
    en: 'Your Aadhaar number, and the phone registered with it',
    hi: 'आपका आधार नंबर, और वह फ़ोन जिसका नंबर आधार से जुड़ा है',
  },
  { en: 'Your PAN', hi: 'आपका PAN' },
  { en: 'A picture of your face', hi: 'आपके चेहरे की एक तस्वीर' },
  {
    en: 'Basic info, work info and three emergency contacts',
    hi: 'बेसिक जानकारी, काम की जानकारी और तीन इमरजेंसी संपर्क',
  },
  { en: 'A bank account in your own name', hi: 'आपके अपने नाम का बैंक खाता' },
]

function texts(slogan: Translated): ProductTexts {
  const loanProcessingTime = { en: 'A few minutes', hi: 'कुछ मिनट' }
  return { slogan, loanProcessingTime, eligibility: WHO_MAY_BORROW, requirements: WHAT_IS_NEEDED }
}

/**
 * Thirteen weekly instalments at 0.08 % a day; the penal charge on an instalment stays below 1 % of
 * the loan.
 */
const weekly: ProductTerms = {
  rate: ppmPerDay(800),
  processingFee: basisPoints(200),
  periodDays: QUOTE_PERIOD_DAYS,
  instalments: 13,
  maxTenorDays: 180,
  penalRate: ppmPerDay(1_000),
  penalCap: basisPoints(100),
  extensionFee: basisPoints(200),
  coolingOffDays: COOLING_OFF_MIN_DAYS,
}

/** One repayment after a week, at 0.1 % a day; the penal charge stays below 5 % of the loan. */
const seven: ProductTerms = {
  ...weekly,
  rate: ppmPerDay(1_000),
  instalments: 1,
  maxTenorDays: 28,
  penalCap: basisPoints(500),
}

/** The demonstration catalogue: one product for every state of the home page (product §4). */
export const demoCatalogue: readonly Product[] = [
  {
    kind: 'own',
    id: 'saral-weekly',
    name: 'Saral Weekly',
    logo: 'S',
    orderNum: 1,
    isFull: false,
    amounts: rupees(1_000, 2_000, 3_000, 4_000, 5_000),
    terms: weekly,
    texts: texts({ en: 'Repay in small, equal parts', hi: 'छोटे, बराबर हिस्सों में चुकाएँ' }),
  },
  {
    kind: 'own',
    id: 'saral-seven',
    name: 'Saral Seven',
    logo: '7',
    orderNum: 1,
    isFull: false,
    amounts: rupees(1_000, 2_000, 3_000, 4_000, 5_000),
    terms: seven,
    texts: texts({ en: 'Until your next income', hi: 'अगली आमदनी आने तक' }),
  },
  {
    kind: 'own',
    id: 'saral-silver',
    name: 'Saral Silver',
    logo: 'S',
    orderNum: 2,
    isFull: false,
    amounts: rupees(3_000, 5_000, 7_500, 10_000),
    terms: weekly,
    texts: texts({ en: 'Larger amounts once you have repaid', hi: 'चुकाने के बाद बड़ी रकम' }),
  },
  {
    kind: 'own',
    id: 'saral-gold',
    name: 'Saral Gold',
    logo: 'S',
    orderNum: 3,
    isFull: false,
    amounts: rupees(5_000, 10_000, 20_000, 30_000, 40_000),
    terms: weekly,
    texts: texts({ en: 'Our largest loan', hi: 'हमारा सबसे बड़ा लोन' }),
  },
  {
    kind: 'own',
    id: 'saral-festive',
    name: 'Saral Festive',
    logo: 'F',
    orderNum: 1,
    isFull: true,
    amounts: rupees(1_000, 2_000, 3_000),
    terms: seven,
    texts: texts({ en: 'For the festive season', hi: 'त्योहारों के मौसम के लिए' }),
  },
  {
    kind: 'external',
    id: 'partner-offer',
    name: 'Partner Offer',
    logo: 'P',
    orderNum: 1,
    isFull: false,
    amounts: rupees(50_000),
    h5Href: 'https://partner.example/loans',
    texts: {
      slogan: { en: 'An offer on another site', hi: 'दूसरी साइट पर एक ऑफ़र' },
      loanProcessingTime: { en: '', hi: '' },
      eligibility: [],
      requirements: [],
    },
  },
]

/**
 * Replaces the products on offer by a catalogue, or refuses it with every reason: no screen may
 * mislead (product §4).
 */
export async function publish(db: Database, catalogue: readonly Product[]): Promise<void> {
  const problems = catalogueProblems(catalogue)
  if (problems.length > 0)
    throw new Error(
      `The catalogue cannot be published:\n${problems.map(line => `- ${line}`).join('\n')}`,
    )
  await saveProducts(db, catalogue)
}

/** Why a catalogue may not be published, product by product; empty when it may. */
export function catalogueProblems(catalogue: readonly Product[]): readonly string[] {
  const ids = catalogue.map(({ id }) => id)
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index)
  const problems = catalogue.flatMap(product =>
    problemsOf(product).map(problem => `${product.id}: ${problem}`),
  )
  return [...doubled.map(id => `${id}: is in the catalogue twice`), ...problems]
}

function problemsOf(product: Product): readonly string[] {
  const { name, amounts } = product
  const { slogan, loanProcessingTime, eligibility, requirements } = product.texts
  const translated = [slogan, loanProcessingTime, ...eligibility, ...requirements]
  const texts = translated.flatMap(({ en, hi }) => [en, hi])
  if (product.kind === 'external')
    return externalPublishProblems({ name, amounts, href: product.h5Href, texts })
  return publishProblems({ name, amounts, terms: product.terms, texts })
}
