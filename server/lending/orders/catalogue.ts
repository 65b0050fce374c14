import { externalPublishProblems, publishProblems } from '#domain/lending/publish.ts'
import type { ProductTerms } from '#domain/lending/terms.ts'
import { COOLING_OFF_MIN_DAYS, QUOTE_PERIOD_DAYS } from '#domain/limits.ts'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import {
  type Product,
  type ProductTexts,
  productVersions,
  saveProducts,
} from '#server/lending/db/product.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { ServerMessageId } from '#words/catalogues.ts'
import { inEachLanguage, inLanguage, LANGUAGES } from '#words/language.ts'
import { sayInEach } from '#words/say.ts'

const rupees = (...amounts: number[]) => amounts.map(amount => paise(amount * 100))

/** The other lender's page says how long it takes. */
const NO_TEXT = inEachLanguage(() => '')

const ELIGIBILITY: readonly ServerMessageId[] = [
  'catalogue.eligibility.residence',
  'catalogue.eligibility.one-name',
  'catalogue.eligibility.income',
  'catalogue.eligibility.one-loan',
]
const REQUIREMENTS: readonly ServerMessageId[] = [
  'catalogue.requirement.aadhaar',
  'catalogue.requirement.pan',
  'catalogue.requirement.face',
  'catalogue.requirement.answers',
  'catalogue.requirement.bank-account',
]

/** The texts that hold for every product of ours; each has a slogan of its own. */
export const NEW_PRODUCT_TEXTS: ProductTexts = {
  slogan: NO_TEXT,
  loanProcessingTime: sayInEach('catalogue.processing-time'),
  eligibility: ELIGIBILITY.map(sayInEach),
  requirements: REQUIREMENTS.map(sayInEach),
}

function texts(slogan: ServerMessageId): ProductTexts {
  return {
    ...NEW_PRODUCT_TEXTS,
    slogan: sayInEach(slogan),
  }
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
    texts: texts('catalogue.slogan.saral-weekly'),
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
    texts: texts('catalogue.slogan.saral-seven'),
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
    texts: texts('catalogue.slogan.saral-silver'),
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
    texts: texts('catalogue.slogan.saral-gold'),
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
    texts: texts('catalogue.slogan.saral-festive'),
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
      slogan: sayInEach('catalogue.slogan.partner-offer'),
      loanProcessingTime: NO_TEXT,
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

/**
 * Puts the demonstration's products on offer at a start, where there is no lender and no product yet.
 * A lender begins without products, and publishes its own by two persons in the console.
 */
export async function openCatalogue(
  db: Database,
  { lender, isSandbox }: Pick<Config, 'lender' | 'isSandbox'>,
  warn: (message: string) => void,
): Promise<void> {
  if ((await productVersions(db)).length > 0) return
  if (lender === undefined && isSandbox) return publish(db, demoCatalogue)
  warn(
    'no product is on offer: draft one on the page Products of the console, propose it, and let a second person approve it',
  )
}

/** Returns why a catalogue may not be published, product by product; empty if it may. */
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
  const texts = translated.flatMap(text => LANGUAGES.map(language => inLanguage(text, language)))
  if (product.kind === 'external')
    return externalPublishProblems({ name, amounts, href: product.h5Href, texts })
  return publishProblems({ name, amounts, terms: product.terms, texts })
}
