import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import type { DraftContent } from '#contract/staff/product.ts'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { demoCatalogue } from '#server/lending/orders/catalogue.ts'
import { draftOf } from '#server/lending/orders/draft.ts'
import { asOwner } from '#server/platform/db/connection.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { detailOf, lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let manager: Browser
let compliance: Browser
const world = forFile(() => lendingWorld({ products: [] }))
beforeAll(async () => {
  manager = await staffBrowser(world.server, 'product-manager')
  compliance = await staffBrowser(world.server, 'compliance')
})

const products = (by = manager) => by.calls(staffContract.products)
const proposals = (by = manager) => by.calls(staffContract.proposal)
const today = () => indiaDayOf(world.services.clock.now())
const why = 'The board decided so.'
const GOOD: DraftContent = (() => {
  const [weekly] = demoCatalogue
  if (!weekly) throw new Error('the catalogue is empty')
  return { ...draftOf(weekly, 1), name: 'Nila Weekly', logo: 'N' }
})()

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

async function saved(productId: string, content: DraftContent) {
  await products().start({ productId })
  const { draft } = await data(products().open({ productId }))
  if (!draft) throw new Error('there is no draft')
  return data(products().save({ productId, revision: draft.revision, content }))
}

async function published(productId: string, content: DraftContent, fromDay: Day = today()) {
  const { revision } = await saved(productId, content)
  const wish = { productId, revision, fromDay, why }
  const { proposalId } = await data(proposals().publishProduct(wish))
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
}

async function withdrawn(productId: string, fromDay: Day = today()) {
  const { proposalId } = await data(proposals().withdrawProduct({ productId, fromDay, why }))
  await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
}

const listed = async (productId: string) =>
  (await data(products().list({}))).products.find(each => each.productId === productId)

test('a lender drafts, corrects, publishes, withdraws and publishes again, and a running loan keeps its terms', async () => {
  const productId = 'nila-weekly'
  const borrower = await world.borrower()
  const quote = () =>
    borrower.browser.calls(contract.order).quote({ productId, amount: paise(500_000), period: 7 })
  expect(await data(products().list({}))).toEqual({ today: today(), products: [] })

  // The gate refuses a misleading draft, when it is saved and when it is proposed.
  const lying = { ...GOOD, penalCap: '', slogan: { ...GOOD.slogan, en: 'Only 1% interest' } }
  const bad = await saved(productId, lying)
  expect(bad.problems).toEqual(['penalCap is missing'])
  const stillBad = await saved(productId, { ...lying, penalCap: '1' })
  expect(stillBad.problems).toEqual([
    '"Only 1% interest" names "1", "%", "interest": figures are shown from the terms; leave them out',
  ])
  const wish = { productId, revision: stillBad.revision, fromDay: today(), why }
  expect(await proposals().publishProduct(wish)).toMatchObject({ reason: 'product-unsound' })

  // Corrected, proposed, and refused to its own proposer.
  const good = await saved(productId, GOOD)
  expect(good.problems).toEqual([])
  expect(await proposals().publishProduct(wish)).toMatchObject({ reason: 'outdated' })
  const proposal = await data(proposals().publishProduct({ ...wish, revision: good.revision }))
  expect(await proposals().approve({ ...proposal, reason: 'I read it.' })).toMatchObject({
    reason: 'not-permitted',
  })
  expect(await listed(productId)).toMatchObject({ state: 'draft', pending: ['publish-product'] })
  expect(await quote()).toMatchObject({ reason: 'product-not-found' })
  const { proposals: all } = await data(proposals(compliance).list({ view: 'waiting' }))
  expect(all[0]).toMatchObject({
    effect: {
      act: 'publish-product',
      product: { productId, name: 'Nila Weekly', fromDay: today() },
    },
  })
  const rate = { name: 'rate', language: null, before: null, after: '0.08', until: null }
  const effect = all[0]?.effect
  expect(effect?.act === 'publish-product' && effect.values).toContainEqual(rate)
  await data(proposals(compliance).approve({ ...proposal, reason: 'I read it.' }))

  // A borrower takes a loan on it.
  expect(await listed(productId)).toMatchObject({ state: 'offered', hasDraft: false, pending: [] })
  const orderId = await runningLoan(world, borrower, { productId })
  const before = await detailOf(borrower, orderId)
  expect(before).toMatchObject({ orderState: 'loaned', loanAmount: 500_000 })

  // Withdrawn, and published again at twice the rate from tomorrow on.
  await withdrawn(productId)
  expect(await listed(productId)).toMatchObject({ state: 'withdrawn', version: 2 })
  const other = await world.borrower()
  const offered = () =>
    other.browser.calls(contract.order).quote({ productId, amount: paise(500_000), period: 7 })
  expect(await offered()).toMatchObject({ reason: 'product-not-found' })
  await published(productId, { ...GOOD, rate: '0.16' }, addDays(today(), 1))
  expect(await offered()).toMatchObject({ reason: 'product-not-found' })
  expect(await listed(productId)).toMatchObject({
    state: 'withdrawn',
    changesOn: addDays(today(), 1),
  })
  expect((await detailOf(borrower, orderId)).schedule).toEqual(before.schedule)

  world.server.clock.advance({ days: 1 })
  // 5,000 rupees in 13 equal weekly parts at 0.16 % a day: each week carries 1.12 % of what is left.
  const cost = await data(offered())
  const part = (5_000 * 0.0112) / (1 - 1.0112 ** -13)
  expect(cost.repaymentAmount / 100).toBeCloseTo(13 * part, 0)
  expect((await detailOf(borrower, orderId)).schedule).toEqual(before.schedule)
  expect((await data(products().open({ productId }))).versions).toMatchObject([
    { version: 3, isOffered: true, isInEffect: true },
    { version: 2, isOffered: false, isInEffect: false },
    { version: 1, isOffered: true, isInEffect: false },
  ])
})

describe('a draft', () => {
  test('refuses a save of an older revision', async () => {
    const productId = 'nila-lost'
    const { revision } = await saved(productId, GOOD)
    const mine = { ...GOOD, name: 'Mine' }
    const theirs = { ...GOOD, name: 'Theirs' }
    await data(products().save({ productId, revision, content: theirs }))
    expect(await products().save({ productId, revision, content: mine })).toMatchObject({
      reason: 'outdated',
    })
    const { draft } = await data(products().open({ productId }))
    expect(draft?.content.name).toBe('Theirs')
    expect(await products().start({ productId })).toMatchObject({ reason: 'outdated' })
  })

  test('keeps half-typed values, also invalid figures', async () => {
    const content = { ...GOOD, rate: '0.', amounts: '1000, ' }
    await saved('nila-half', content)
    expect((await data(products().open({ productId: 'nila-half' }))).draft?.content).toEqual(
      content,
    )
  })

  test('is previewed in every language by the domain; an unsound draft shows its problems alone', async () => {
    const productId = 'nila-seen'
    await saved(productId, { ...GOOD, rate: '' })
    const unsound = await data(products().preview({ productId, of: 'draft', language: 'en' }))
    expect(unsound).toMatchObject({ problems: ['rate is missing'], card: null, cost: null })
    await saved(productId, GOOD)
    const wish = { productId, of: 'draft', language: 'hi', amount: paise(500_000) } as const
    const preview = await data(products().preview(wish))
    expect(preview).toMatchObject({
      card: { name: 'Nila Weekly', tenorText: '91~180 days' },
      page: { slogan: GOOD.slogan.hi },
      amount: 500_000,
      // 5,000 rupees less the fee of 100 and 18 % GST on it.
      cost: { arriveAmount: 488_200, serviceFee: 10_000 },
    })
    // 13 equal weekly parts, at 0.56 % a week of what is left.
    const part = (5_000 * 0.0056) / (1 - 1.0056 ** -13)
    expect((preview.cost?.repaymentAmount ?? 0) / 100).toBeCloseTo(13 * part, 0)
    const en = await data(products().preview({ ...wish, language: 'en' }))
    expect(en.keyFacts?.[0]?.title).toBe('Part 1: what the loan costs')
    expect(preview.keyFacts?.[0]?.title).not.toBe(en.keyFacts?.[0]?.title)
  })
})

describe('a proposal about a product', () => {
  test('is outdated once another version was published', async () => {
    const productId = 'nila-stale'
    await published(productId, GOOD)
    const { revision } = await saved(productId, { ...GOOD, rate: '0.1' })
    const wish = { productId, revision, fromDay: today(), why }
    const { proposalId } = await data(proposals().publishProduct(wish))
    await withdrawn(productId)
    expect(await proposals(compliance).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
      {
        reason: 'outdated',
      },
    )
    expect(await data(proposals().open({ proposalId }))).toMatchObject({ outcome: 'outdated' })
    expect(await listed(productId)).toMatchObject({ state: 'withdrawn', hasDraft: true })
  })

  test('ends if the gate refuses it when it is approved', async () => {
    const productId = 'nila-gate'
    const { revision } = await saved(productId, GOOD)
    const wish = { productId, revision, fromDay: today(), why }
    const { proposalId } = await data(proposals().publishProduct(wish))
    // As if the gate had become stricter meanwhile.
    const { cipher, server } = { cipher: world.services.cipher, server: world.server }
    const place = { table: 'proposal', row: proposalId, column: 'details_sealed' }
    await asOwner(server.database.target, async owner => {
      const { rows } = await owner.query(
        'SELECT details_sealed AS sealed FROM proposal WHERE proposal_id = $1',
        [proposalId],
      )
      const effect = JSON.parse(cipher.decryptText(rows[0].sealed, place))
      effect.product.content.slogan.en = 'Only 1% interest'
      const sealed = cipher.encrypt(JSON.stringify(effect), place)
      await owner.query('UPDATE proposal SET details_sealed = $1 WHERE proposal_id = $2', [
        sealed,
        proposalId,
      ])
    })
    expect(await proposals(compliance).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
      {
        reason: 'outdated',
      },
    )
    expect(await listed(productId)).toMatchObject({ state: 'draft', pending: [] })
  })

  test('is frozen: a later save of the draft changes neither it nor what is published', async () => {
    const productId = 'nila-frozen'
    const { revision } = await saved(productId, GOOD)
    const wish = { productId, revision, fromDay: today(), why }
    const { proposalId } = await data(proposals().publishProduct(wish))
    await saved(productId, { ...GOOD, rate: '0.2' })
    const shown = { productId, of: 'proposed', language: 'en' } as const
    expect((await data(products(compliance).preview(shown))).page?.interestRate).toBe(292_000)
    await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
    const version = { productId, of: 'version', version: 1, language: 'en' } as const
    expect((await data(products().preview(version))).page?.interestRate).toBe(292_000)
    expect(await listed(productId)).toMatchObject({ hasDraft: true })
  })

  test('begins on the day of its approval where its day has passed, and names no day before today', async () => {
    const productId = 'nila-late'
    const { revision } = await saved(productId, GOOD)
    const wish = { productId, revision, fromDay: today(), why }
    expect(
      await proposals().publishProduct({ ...wish, fromDay: addDays(today(), -1) }),
    ).toMatchObject({ reason: 'input-invalid' })
    const { proposalId } = await data(proposals().publishProduct(wish))
    world.server.clock.advance({ days: 2 })
    await data(proposals(compliance).approve({ proposalId, reason: 'I read it.' }))
    const { versions } = await data(products().open({ productId }))
    expect(versions).toMatchObject([{ fromDay: today(), isInEffect: true }])
  })
})

test('the application can neither change nor delete a version', async () => {
  await published('nila-kept', GOOD)
  for (const statement of [
    'DELETE FROM product_version',
    'UPDATE product_version SET rate_ppm_year = 1',
  ])
    await expect(world.services.db.raw(statement)).rejects.toThrow('permission denied')
})
