import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { externalPublishProblems, publishProblems } from '#domain/publish.ts'
import type { ProductTerms } from '#domain/terms.ts'
import type { Database } from '#server/db/open.ts'
import { type Product, type ProductTexts, saveProducts } from '#server/db/product.ts'

const rupees = (...amounts: number[]) => amounts.map(amount => paise(amount * 100))

const WHO_MAY_BORROW = [
  'You are 21 or older and live in India',
  'The name on your PAN is the name on your Aadhaar',
  'You have a monthly income, and the instalments leave you enough of it',
  'You have no other loan with us in progress',
]
const WHAT_IS_NEEDED = [
  'Your Aadhaar number, and the phone that it is registered with',
  'Your PAN',
  'A picture of your face',
  'Basic and work information, and three emergency contacts',
  'A bank account in your own name',
]

function texts(slogan: string): ProductTexts {
  return { slogan, loanProcessingTime: 'A few minutes', eligibility: WHO_MAY_BORROW, requirements: WHAT_IS_NEEDED }
}

/** Thirteen weekly instalments of 0.08 % a day; the penal charge on an instalment stays below 1 % of the loan. */
const weekly: ProductTerms = {
  rate: ppmPerDay(800),
  processingFee: basisPoints(200),
  periodDays: 7,
  instalments: 13,
  maxTenorDays: 180,
  penalRate: ppmPerDay(1_000),
  penalCap: basisPoints(100),
  extensionFee: basisPoints(200),
}

/** All at once after a week, at 0.1 % a day; the penal charge stays below 5 % of the loan. */
const seven: ProductTerms = {
  ...weekly,
  rate: ppmPerDay(1_000),
  instalments: 1,
  maxTenorDays: 28,
  penalCap: basisPoints(500),
}

/** The catalogue of the demonstration: one product for every state of the home page (decisions §4). */
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
    texts: texts('Small equal instalments, one a week'),
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
    texts: texts('A week until your next income'),
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
    texts: texts('More, for those who have repaid'),
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
    texts: texts('The most that we lend'),
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
    texts: texts('For the days of celebration'),
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
    texts: { slogan: 'An offer on another site', loanProcessingTime: '', eligibility: [], requirements: [] },
  },
]

/** Makes a catalogue what is on offer, or refuses it with every reason: a screen must not be able to lie (decisions §4). */
export async function publish(db: Database, catalogue: readonly Product[]): Promise<void> {
  const problems = catalogueProblems(catalogue)
  if (problems.length > 0) throw new Error(`The catalogue cannot be published:\n${problems.map(line => `- ${line}`).join('\n')}`)
  await saveProducts(db, catalogue)
}

/** Why a catalogue may not be published, product by product; nothing when it may. */
export function catalogueProblems(catalogue: readonly Product[]): readonly string[] {
  const ids = catalogue.map(({ id }) => id)
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index)
  const problems = catalogue.flatMap(product => problemsOf(product).map(problem => `${product.id}: ${problem}`))
  return [...doubled.map(id => `${id}: is in the catalogue twice`), ...problems]
}

function problemsOf(product: Product): readonly string[] {
  const { name, amounts } = product
  const { slogan, loanProcessingTime, eligibility, requirements } = product.texts
  const said = [name, slogan, loanProcessingTime, ...eligibility, ...requirements]
  if (product.kind === 'external') return externalPublishProblems({ name, amounts, href: product.h5Href, texts: said })
  return publishProblems({ name, amounts, terms: product.terms, texts: said })
}
