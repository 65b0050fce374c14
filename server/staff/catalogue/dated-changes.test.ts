/** An approved change begins on its day, and only a proposal that names it moves it (decision 91). */
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import type { DraftContent } from '#contract/staff/product.ts'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import { DEFAULT_FIGURES } from '#domain/lending/decision.ts'
import { DEFAULT_LIMITS, type PolicyLimits } from '#domain/lending/policy-limits.ts'
import { paise } from '#domain/money.ts'
import { demoCatalogue } from '#server/lending/orders/catalogue.ts'
import { draftOf } from '#server/lending/orders/draft.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type Borrower, lendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#words/language.ts'

let manager: Browser
let compliance: Browser
let borrower: Borrower
const world = forFile(() => lendingWorld({ products: [] }))
beforeAll(async () => {
  borrower = await world.borrower()
})

const products = () => manager.calls(staffContract.products)
const proposals = (by = manager) => by.calls(staffContract.proposal)
const inDays = (days: number) => addDays(indiaDayOf(world.services.clock.now()), days)
const why = 'The board decided so.'
const [weekly] = demoCatalogue
// 2 % processing fee.
const GOOD: DraftContent | undefined = weekly && {
  ...draftOf(weekly, 1),
  name: 'Nila Weekly',
  logo: 'N',
}
const LATER = 8

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

/** The product's clock advances; the sessions of staff use the clock of the machine. */
const pass = (days: number) => world.server.clock.advance({ days })

beforeAll(async () => {
  manager = await staffBrowser(world.server, 'product-manager')
  compliance = await staffBrowser(world.server, 'compliance')
})

async function approved(answer: Promise<Awaited<ReturnType<typeof proposed>>>): Promise<void> {
  await data(
    proposals(compliance).approve({ proposalId: (await answer).proposalId, reason: 'I read it.' }),
  )
}
type ProposalAnswer = { ok: true; data: { proposalId: string } } | { ok: false; reason: string }
const proposed = (answer: Promise<ProposalAnswer>) => data(answer)

/** The effect of a proposed version of dated values. */
async function effectOf({ proposalId }: { proposalId: string }) {
  const { effect } = await data(proposals(compliance).open({ proposalId }))
  if (!('dated' in effect)) throw new Error(`a proposal of ${effect.act} has no dated values`)
  return effect
}

describe('of a product', () => {
  /** Starts a draft as the console does, changes these fields, and proposes it. */
  async function publish(productId: string, fields: Partial<DraftContent>, fromDay: Day) {
    await products().start({ productId })
    const { draft } = await data(products().open({ productId }))
    if (!draft) throw new Error('there is no draft')
    const content = { ...draft.content, ...fields }
    const of = { productId, revision: draft.revision, content }
    const { revision } = await data(products().save(of))
    return proposed(proposals().publishProduct({ productId, revision, fromDay, why }))
  }
  const withdraw = (productId: string, fromDay: Day) =>
    proposed(proposals().withdrawProduct({ productId, fromDay, why }))
  const slogan = (en: string) => ({ slogan: inEachLanguage(language => `${en} (${language})`) })
  /** The processing fee of 5,000 rupees today, and the slogan; the reason where there is none. */
  async function offered(productId: string) {
    const wish = { productId, amount: paise(5_000_00), period: 7 }
    const quote = await borrower.browser.calls(contract.order).quote(wish)
    if (!quote.ok) return quote.reason
    const info = await data(borrower.browser.calls(contract.product).info({ id: productId }))
    return [quote.data.serviceFee / 100, info.slogan]
  }

  test('a fee of a later day begins on its day, whatever a proposal of a slogan names', async () => {
    const productId = 'nila-fee'
    await approved(publish(productId, { ...GOOD, ...slogan('Small loans') }, inDays(0)))
    await approved(publish(productId, { processingFee: '4' }, inDays(LATER)))
    await approved(publish(productId, slogan('Plain loans'), inDays(0)))
    expect(await offered(productId)).toEqual([100, 'Plain loans (en)'])
    pass(LATER - 1)
    expect(await offered(productId)).toEqual([100, 'Plain loans (en)'])
    pass(1)
    expect(await offered(productId)).toEqual([200, 'Plain loans (en)'])
  })

  test('a withdrawal of a later day is not undone by a proposal of a slogan', async () => {
    const productId = 'nila-ends'
    await approved(publish(productId, { ...GOOD, ...slogan('Small loans') }, inDays(0)))
    await approved(withdraw(productId, inDays(LATER)))
    await approved(publish(productId, slogan('Plain loans'), inDays(1)))
    pass(1)
    expect(await offered(productId)).toEqual([100, 'Plain loans (en)'])
    pass(LATER - 1)
    expect(await offered(productId)).toBe('product-not-found')
  })

  test('a withdrawal before a later version holds through it', async () => {
    const productId = 'nila-gone'
    await approved(publish(productId, { ...GOOD, ...slogan('Small loans') }, inDays(0)))
    await approved(publish(productId, { processingFee: '4' }, inDays(LATER)))
    await approved(withdraw(productId, inDays(1)))
    pass(LATER)
    expect(await offered(productId)).toBe('product-not-found')
  })

  test('a proposal names what it changes, the version it follows, and those that stay', async () => {
    const productId = 'nila-named'
    await approved(publish(productId, { ...GOOD, ...slogan('Small loans') }, inDays(0)))
    await approved(publish(productId, { processingFee: '4', rate: '0.09' }, inDays(LATER)))
    const fields = { processingFee: '3', ...slogan('Plain loans') }
    const proposal = await publish(productId, fields, inDays(1))
    const effect = await effectOf(proposal)
    const { dated, values } = effect
    expect(dated).toEqual({
      fromDay: inDays(1),
      follows: 1,
      stays: [{ version: 2, fromDay: inDays(LATER) }],
    })
    expect(values.map(({ name, language }) => [name, language])).toEqual([
      ['processingFee', null],
      ...LANGUAGES.map(language => ['slogan', language]),
    ])
    expect(values.slice(0, 2)).toEqual([
      {
        name: 'processingFee',
        language: null,
        before: '2',
        after: '3',
        until: { day: inDays(LATER), after: '4' },
      },
      {
        name: 'slogan',
        language: 'en',
        before: 'Small loans (en)',
        after: 'Plain loans (en)',
        until: null,
      },
    ])
    // 2 % and 3 % of 5,000 rupees, with 18 % GST on them: 118 and 177.
    const cost = { repayment: expect.any(Number), apr: expect.any(Number) }
    const example = 'example' in effect ? effect.example : null
    expect(example).toEqual({
      amount: 5_000_00,
      before: { arrives: 4_882_00, ...cost },
      after: { arrives: 4_823_00, ...cost },
    })
    expect(example?.after?.repayment).toBe(example?.before?.repayment)
    await data(proposals(compliance).approve({ ...proposal, reason: 'I read it.' }))
    const { products: list } = await data(products().list({}))
    expect(list.find(each => each.productId === productId)?.changesOn).toBe(inDays(1))
    pass(1)
    expect(await offered(productId)).toEqual([150, 'Plain loans (en)'])
    pass(LATER - 1)
    expect(await offered(productId)).toEqual([200, 'Plain loans (en)'])
  })

  test('a first product names every term', async () => {
    const proposal = await publish('nila-first', { ...GOOD, ...slogan('Small loans') }, inDays(0))
    const { dated, values } = await effectOf(proposal)
    expect(dated).toMatchObject({ follows: null, stays: [] })
    expect(values.every(({ before }) => before === null)).toBe(true)
    const named = values.map(({ name }) => name)
    for (const term of ['isOffered', 'amounts', 'rate', 'processingFee', 'penalCap'])
      expect(named).toContain(term)
  })

  test('a change is outdated once the day of a later version has come: both read other values', async () => {
    const productId = 'nila-late'
    await approved(publish(productId, { ...GOOD, ...slogan('Small loans') }, inDays(0)))
    await approved(publish(productId, { processingFee: '4' }, inDays(2)))
    const proposal = await publish(productId, { processingFee: '3' }, inDays(1))
    pass(2)
    expect(
      await proposals(compliance).approve({ ...proposal, reason: 'I read it.' }),
    ).toMatchObject({
      reason: 'outdated',
    })
    expect(await offered(productId)).toEqual([200, 'Small loans (en)'])
  })
})

describe('of the policy', () => {
  const policy = () => manager.calls(staffContract.policy)
  const now = async () => {
    const { figures, limits } = await data(policy().list({}))
    return { figures, limits }
  }
  type Values = Awaited<ReturnType<typeof now>>
  const change = (values: Values, fromDay: Day) =>
    proposed(proposals().changePolicy({ ...values, fromDay, why }))
  const limited = async (limits: Partial<PolicyLimits>): Promise<Values> => {
    const { figures, limits: all } = await now()
    return { figures, limits: { ...all, ...limits, tiers: all.tiers, ladder: all.ladder } }
  }

  test('a wait of a later day begins on its day, whatever a proposal of other figures names', async () => {
    await approved(change(await limited({ reapplyWaitDays: 20 }), inDays(LATER)))
    const { limits } = await now()
    const figures = { ...DEFAULT_FIGURES, lateDaysToDeny: 29 }
    await approved(change({ figures, limits }, inDays(0)))
    expect(await now()).toMatchObject({
      figures: { lateDaysToDeny: 29 },
      limits: { reapplyWaitDays: DEFAULT_LIMITS.reapplyWaitDays },
    })
    pass(LATER)
    expect(await now()).toMatchObject({
      figures: { lateDaysToDeny: 29 },
      limits: { reapplyWaitDays: 20 },
    })
  })

  test('a proposal that begins with the values of a later day names each that it would bring forward', async () => {
    await approved(change(await limited({ offerWorkingDays: 5 }), inDays(LATER)))
    const [newest] = (await data(policy().list({}))).versions
    if (!newest) throw new Error('there is no version')
    const figures = { ...newest.figures, lateDaysToDeny: 28 }
    const proposal = await change({ figures, limits: newest.limits }, inDays(0))
    const { values } = await effectOf(proposal)
    expect(values.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['lateDaysToDeny', '29', '28'],
      ['offerWorkingDays', '3', '5'],
    ])
    await data(proposals().withdraw(proposal))
  })

  test('a change that makes a later version unsound is refused, and the refusal names its day', async () => {
    const { figures, limits } = await now()
    const shares = (affordablePercent: number, outOfReachPercent: number) => ({
      figures: { ...figures, affordablePercent, outOfReachPercent },
      limits,
    })
    await approved(change(shares(65, 70), inDays(LATER)))
    const fromDay = inDays(0)
    expect(await proposals().changePolicy({ ...shares(50, 60), fromDay, why })).toMatchObject({
      reason: 'later-version-conflicts',
      details: { day: inDays(LATER) },
    })
    await approved(change(shares(50, 66), inDays(1)))
    pass(LATER)
    expect(await now()).toMatchObject({ figures: { affordablePercent: 65, outOfReachPercent: 66 } })
  })
})

describe('of a text', () => {
  const texts = (body: string) => inEachLanguage(() => ({ title: '', body }))
  const word = (item: string, body: string | null, fromDay: Day) =>
    proposed(
      proposals().changeContent({
        item,
        texts: body === null ? null : texts(body),
        href: null,
        fromDay,
        untilDay: null,
        why,
      }),
    )
  const read = async (title: string) => {
    const calls = world.server.browser().calls(contract.content)
    return (await data(calls.faq({}))).find(each => each.title === title)?.content
  }

  test('a wording of a later day stays, though another begins before it', async () => {
    await approved(word('answer.payout', 'Later.', inDays(LATER)))
    await approved(word('answer.payout', 'Now.', inDays(0)))
    expect(await read('When does the money come?')).toBe('Now.')
    pass(LATER)
    expect(await read('When does the money come?')).toBe('Later.')
  })

  test('an end of a later day stays, though another wording begins before it', async () => {
    const answer = await read('What does extending the due date do?')
    await approved(word('answer.extension', 'Yes.', inDays(0)))
    await approved(word('answer.extension', null, inDays(LATER)))
    await approved(word('answer.extension', 'Yes, for a fee.', inDays(1)))
    pass(1)
    expect(await read('What does extending the due date do?')).toBe('Yes, for a fee.')
    pass(LATER - 1)
    expect(await read('What does extending the due date do?')).toBe(answer)
  })

  test('a correction of one language holds through a later change of another', async () => {
    const item = 'answer.denied'
    const put = (languages: Partial<Record<Language, string>>, fromDay: Day) => {
      const body = (language: Language) => languages[language] ?? 'Apply again.'
      const all = inEachLanguage(language => ({ title: '', body: body(language) }))
      const frame = { href: null, untilDay: null, fromDay, why }
      return proposed(proposals().changeContent({ item, texts: all, ...frame }))
    }
    await approved(put({}, inDays(0)))
    await approved(put({ en: 'Apply again later.' }, inDays(LATER)))
    await approved(put({ hi: 'फिर आवेदन करें।' }, inDays(1)))
    const { versions } = await data(manager.calls(staffContract.staffContent).open({ item }))
    expect(
      versions.map(({ version, fromDay, texts: all }) => [
        version,
        fromDay,
        all?.en?.body,
        all?.hi?.body,
      ]),
    ).toEqual([
      [4, inDays(LATER), 'Apply again later.', 'फिर आवेदन करें।'],
      [3, inDays(1), 'Apply again.', 'फिर आवेदन करें।'],
      [2, inDays(LATER), 'Apply again later.', 'Apply again.'],
      [1, inDays(0), 'Apply again.', 'Apply again.'],
    ])
    const ofItem = { item, texts: null, href: null, untilDay: null, fromDay: inDays(2), why }
    expect(await proposals().changeContent(ofItem)).toMatchObject({
      reason: 'later-version-conflicts',
      details: { day: inDays(LATER) },
    })
  })
})
