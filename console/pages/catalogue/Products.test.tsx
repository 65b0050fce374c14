import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { NOW, proposalsOf, TODAY } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import type { Output } from '#contract/endpoint.ts'
import { type DraftContent, products } from '#contract/staff/product.ts'
import { proposal } from '#contract/staff/proposal.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { offered, on, product as page, quote, rs, statement } from '#web/testing/answers.ts'
import { arrive, control, field, says, see, settle, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { lost, stub } from '#web/testing/stub.ts'
import { inEachLanguage } from '#words/language.ts'

type Product = Output<typeof products.open>
type ProductItem = Output<typeof products.list>['products'][number]

const empty = inEachLanguage(() => '')
const content: DraftContent = {
  kind: 'own',
  name: 'Nila Weekly',
  logo: 'N',
  tier: '1',
  position: '1',
  isFull: false,
  amounts: '1000, 5000',
  href: '',
  rate: '0.1',
  processingFee: '2',
  periodDays: '7',
  instalments: '1',
  maxTenorDays: '90',
  penalRate: '0.1',
  penalCap: '1',
  extensionFee: '2',
  coolingOffDays: '1',
  slogan: empty,
  processingTime: empty,
  eligibility: empty,
  requirements: empty,
}
const draft = { content, revision: 4, savedBy: 'asha', savedAt: NOW, problems: [] as string[] }
const product: Product = { productId: 'nila', today: TODAY, draft, versions: [], pending: [] }
const version = {
  version: 1,
  name: 'Nila Weekly',
  fromDay: on('2026-03-01'),
  isOffered: true,
  isInEffect: true,
  madeAt: NOW,
}
const listed: ProductItem = {
  productId: 'nila',
  name: 'Nila Weekly',
  kind: 'own',
  state: 'offered',
  version: 1,
  changesOn: null,
  hasDraft: false,
  pending: [],
}
const preview: Output<typeof products.preview> = {
  problems: [],
  card: offered,
  page,
  amount: rs(5_000),
  cost: quote,
  keyFacts: statement.sections,
}
const giveProduct = (about: Partial<Product> = {}) => [
  stub(products.open, { ...product, ...about }),
  stub(products.preview, preview),
]
const giveProducts = (...all: ProductItem[]) => stub(products.list, { today: TODAY, products: all })

const STATES: readonly State<Role>[] = [
  {
    at: '/products',
    when: 'there is none yet',
    given: () => giveProducts(),
    sees: [
      'No product is on offer. Draft one below, mend what the publish gate names, and propose it; a second person approves it.',
    ],
  },
  {
    at: '/products',
    when: 'they are in every state',
    given: () =>
      giveProducts(
        { ...listed, hasDraft: true, changesOn: on('2026-03-09'), pending: ['withdraw-product'] },
        { ...listed, productId: 'full', state: 'full', kind: 'external' },
        { ...listed, productId: 'later', state: 'scheduled' },
        { ...listed, productId: 'gone', state: 'withdrawn' },
        { ...listed, productId: 'new', state: 'draft', name: '', version: null, hasDraft: true },
      ),
    sees: [
      'on offer',
      'on offer, full',
      'begins later',
      'withdrawn',
      'draft',
      'without a name',
      'changes on 9 Mar 2026',
      'a draft waits',
      'proposed: Withdraw a product',
      "another lender's offer",
    ],
    lacks: [/^No product is on offer/],
  },
  {
    at: '/products',
    when: 'the role drafts none',
    given: () => giveProducts(listed),
    sees: ['Your role does not allow this: it needs the permission to draft products.'],
    lacks: ['Start a draft'],
    by: 'viewer',
  },
  {
    at: '/products/nila',
    when: 'the gate lets its draft pass',
    given: giveProduct,
    sees: [
      'The publish gate lets this draft pass.',
      'last saved by asha, 5 Mar 2026, 10:00 am',
      'Saved.',
      'Nothing was published yet.',
      '₹4,882.00',
      'Part 1: what the loan costs',
      'Another person has to approve it.',
    ],
  },
  {
    at: '/products/nila',
    when: 'the gate refuses its draft',
    given: () => giveProduct({ draft: { ...draft, problems: ['penalCap is missing', 'Two'] } }),
    sees: [
      'The publish gate refuses this draft for 2 reasons:',
      'penalCap is missing',
      'It can be proposed when the publish gate lets it pass.',
    ],
  },
  {
    at: '/products/nila',
    when: 'it is published, and a withdrawal is proposed',
    given: () =>
      giveProduct({
        draft: null,
        versions: [version],
        pending: [
          {
            proposalId: 'p1',
            act: 'withdraw-product',
            fromDay: on('2026-03-09'),
            proposedBy: 'asha',
          },
        ],
      }),
    sees: [
      'There is no draft.',
      'Version 1: Nila Weekly, from 1 Mar 2026',
      'in effect',
      'Withdraw a product from 9 Mar 2026, proposed by asha',
    ],
    lacks: ['Propose withdrawing', 'The publish gate lets this draft pass.'],
  },
  {
    at: '/products/nila',
    when: 'there is nothing to preview',
    given: () => [
      giveProduct(),
      stub(products.preview, {
        problems: ['One'],
        card: null,
        page: null,
        amount: null,
        cost: null,
        keyFacts: null,
      }),
    ],
    sees: ['There is nothing to show until the publish gate lets it pass.'],
  },
  {
    at: '/products/nila',
    when: 'there is no such product',
    given: () => stub(products.open, { refused: 'product-not-found' }),
    sees: ['Try again'],
  },
]
testStates(STATES, (at, role = 'product-manager') => open(at, role))

describe('the draft of a product', () => {
  const passed = (ms: number) => settle(() => vi.advanceTimersByTimeAsync(ms))
  /** Types while the clock stands still, so that no wait would end. */
  const typeNow = (label: string, value: string) =>
    settle(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
  async function stopClock() {
    await see('Saved.')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  }
  const goOn = () => void vi.useRealTimers()

  test('is saved a moment after the last key, and proposed only when it is saved', async () => {
    giveProduct()
    const saved = stub(products.save, { revision: 5, problems: ['penalCap is missing'] })
    await open('/products/nila', 'product-manager')
    await type('Reason', 'The board decided so.')
    expect(await control('Propose publishing')).toHaveProperty('disabled', false)
    await stopClock()
    await typeNow('Cap on the penal charge of an instalment, percent of the loan', '')
    expect(shown('Saving…')).toHaveLength(1)
    expect(shown('It can be proposed when it is saved.')).not.toEqual([])
    expect(screen.getByRole('button', { name: 'Propose publishing' })).toHaveProperty(
      'disabled',
      true,
    )
    await passed(400)
    await typeNow('Place in the list', '2')
    await passed(499)
    expect(saved.inputs).toEqual([])
    await passed(1)
    goOn()
    await says('penalCap is missing')
    expect(saved.inputs).toEqual([
      { productId: 'nila', revision: 4, content: { ...content, penalCap: '', position: '2' } },
    ])
    await says('It can be proposed when the publish gate lets it pass.')
  })

  test('is proposed as it was saved, from a day on', async () => {
    giveProduct()
    stub(proposal.list, proposalsOf())
    const calls = stub(proposal.publishProduct, { proposalId: 'p1' })
    await open('/products/nila', 'product-manager')
    expect(await control('Propose publishing'), 'no reason').toHaveProperty('disabled', true)
    await type('Reason', 'The board decided so.')
    await tap('Propose publishing')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([
      { productId: 'nila', revision: 4, fromDay: '2026-03-05', why: 'The board decided so.' },
    ])
  })

  test('that is not saved says why, and is saved again', async () => {
    giveProduct()
    stub(products.save, lost)
    await open('/products/nila', 'product-manager')
    await stopClock()
    await typeNow('Name', 'Nila')
    await passed(500)
    goOn()
    await says('Not saved: There is no connection to the server.')
    const saved = stub(products.save, { revision: 5, problems: [] })
    await tap('Save again')
    expect(saved.inputs).toMatchObject([{ content: { name: 'Nila' } }])
    await says('Saved.')
  })

  test('that somebody else saved keeps the typed text, until theirs is loaded', async () => {
    giveProduct()
    stub(products.save, { refused: 'outdated' })
    await open('/products/nila', 'product-manager')
    await stopClock()
    await typeNow('Name', 'Nila')
    await passed(500)
    goOn()
    await says('Somebody else saved this draft meanwhile. What you typed is still below.')
    expect((await field('Name')).value).toBe('Nila')
    stub(products.open, { ...product, draft: { ...draft, revision: 5 } })
    await tap('Load the saved draft instead')
    expect((await field('Name')).value).toBe('Nila Weekly')
  })

  test('of another lender’s offer asks for its address, and for no terms', async () => {
    giveProduct({ draft: { ...draft, content: { ...content, kind: 'external' } } })
    await open('/products/nila', 'compliance')
    await see('Address of the other lender (https)')
    expect(shown('Penal charge, percent a day')).toEqual([])
    expect(shown('Who may borrow, one on each line')).toEqual([])
  })

  test('is read alone by a role that drafts none', async () => {
    giveProduct()
    await open('/products/nila', 'compliance')
    expect((await field('Name')).closest('fieldset')?.disabled).toBe(true)
    expect(shown('Discard the draft')).toEqual([])
    await says(
      'Your role does not allow this: it needs the permission to propose to publish or withdraw products.',
    )
  })

  test('begins with an id of small letters, digits and hyphens', async () => {
    giveProducts()
    giveProduct()
    const started = stub(products.start, { revision: 1 })
    await open('/products', 'product-manager')
    expect(await control('Start a draft')).toHaveProperty('disabled', true)
    await type('Id', 'Nila Weekly-1!')
    await tap('Start a draft')
    await arrive('/console/products/nilaweekly-1')
    expect(started.inputs).toEqual([{ productId: 'nilaweekly-1' }])
  })

  test('is previewed in each language and amount', async () => {
    giveProduct({ versions: [version] })
    await open('/products/nila', 'product-manager')
    const calls = stub(products.preview, preview)
    await type('Amount', '300000')
    await type('Language', 'ta')
    await type('Shows', 'version 1')
    expect(calls.inputs.at(-1)).toEqual({
      productId: 'nila',
      of: 'version',
      version: 1,
      language: 'ta',
      amount: rs(3_000),
    })
  })
})

test('a product is proposed to be withdrawn', async () => {
  giveProduct({ draft: null, versions: [version] })
  stub(proposal.list, proposalsOf())
  const calls = stub(proposal.withdrawProduct, { proposalId: 'p1' })
  await open('/products/nila', 'product-manager')
  await type('Reason', 'Nobody takes it.')
  await tap('Propose withdrawing')
  await arrive('/console/proposals')
  expect(calls.inputs).toEqual([
    { productId: 'nila', fromDay: '2026-03-05', why: 'Nobody takes it.' },
  ])
})
