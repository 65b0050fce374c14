import { afterAll, expect } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { approveProposal } from '#e2e/rig/approve.ts'
import { answered } from '#e2e/rig/borrower.ts'
import { desktop, iPhone } from '#e2e/rig/device.ts'
import { blinkingFace, faceFilm, REAL_FACE_CHECK } from '#e2e/rig/face-page.ts'
import { journey, openOwnProduct, type Scene } from '#e2e/rig/journey.ts'
import { LENDER, NO_PRODUCT } from '#e2e/rig/lender.ts'
import { enterInvited } from '#e2e/rig/passkey.ts'
import { until } from '#e2e/rig/sandbox.ts'
import { takeLogFaults } from '#e2e/rig/server.ts'
import { deliver, openVendors } from '#e2e/rig/vendors.ts'
import { addBankAccount, orderIdIn, signIn, somebody, verify } from '#e2e/rig/walk.ts'
import { browserOn } from '#server/testing/browser.ts'

const vendors = await openVendors()
// Hooks end in the reverse order: the product before its vendors.
afterAll(vendors.close)
openOwnProduct(
  origin => ({ ...LENDER, ...vendors.environment, ...REAL_FACE_CHECK, PUBLIC_URL: origin }),
  () => faceFilm('blinks'),
)

const ASHA = 'asha@nila.example'
const BELA = 'bela@nila.example'

const RATE = 'Interest, percent a day'
const FEE = 'Processing fee, percent'
const CAP = 'Cap on the penal charge of an instalment, percent of the loan'
const TERMS = [
  ['Name', 'Nila Loan'],
  ['Logo (one or two letters)', 'N'],
  ['Amounts in rupees, ascending', '1000, 3000'],
  [RATE, '0.07'],
  [FEE, '2.5'],
  ['Days between instalments', '15'],
  ['Number of instalments', '2'],
  ['Longest tenor with extensions, days', '60'],
  ['Penal charge, percent a day', '0.1'],
  [CAP, '0'],
  ['Extension fee with GST, percent', '2'],
  ['Cooling-off, days', '3'],
] as const

/**
 * ₹3,000 in two instalments by the first version, computed by hand (product §5):
 * - fee: 2.5 % of 3,000 = 75.00; GST: 18 % of it = 13.50; received: 3,000 − 88.50 = 2,911.50
 * - a period of 15 days at 0.07 % costs 1.05 %: 3,000 × 0.0105 × 1.0105² ÷ (1.0105² − 1) = 1,523.67
 * - interest: 1.05 % of 3,000 = 31.50, then 1.05 % of (3,000 − 1,492.17) = 15.83; in all 47.33
 * - APR: 2,911.50 = 1,523.67 ÷ 1.0309472 + 1,523.67 ÷ 1.0309472², and 3.09472 % × 365 ÷ 15 = 75.3 %
 */
const OLD = {
  received: '₹2,911.50',
  fee: '₹75.00',
  gst: '₹13.50',
  interest: '₹47.33',
  repayment: '₹3,047.33',
  instalment: '₹1,523.67',
  rate: '0.07%/day',
  apr: '75.3%',
}
/**
 * The same by the second version: 1.5 % of 3,000 = 45.00 and GST of 8.10, so 2,946.90 arrive. A period
 * costs 0.75 %: 3,000 × 0.0075 × 1.0075² ÷ (1.0075² − 1) = 1,516.90, and
 * 2,946.90 = 1,516.90 ÷ 1.0195957 + 1,516.90 ÷ 1.0195957²: 1.95957 % × 365 ÷ 15 = 47.68 %.
 */
const NEW = { fee: '1.5%', rate: '0.05%/day', apr: '47.68%' }

/** Opens the product in the console of a person. */
async function openProduct({ page }: Scene): Promise<void> {
  await page.goto('/console/products/nila-loan')
}

/** Proposes with a reason, and reads that another person has to decide it. */
async function propose({ page, tap, type, see }: Scene, what: string): Promise<void> {
  await type('Reason', 'The board decided so.')
  await tap(what)
  await page.waitForURL(/\/console\/proposals$/)
  await see('Another person has to decide this')
  expect(await page.getByRole('button', { name: 'Approve' }).count(), 'no own approval').toBe(0)
}

async function approve(scene: Scene, what: string, mail: string): Promise<void> {
  const { page, see } = scene
  await page.goto('/console/proposals')
  await see(what)
  await approveProposal(scene)
  await see(`approved by ${mail}`)
  await page.goto('/console/proposals')
  await see('No proposal waits.')
}

/** Asks the server, as the person of a page, to approve the open proposal. */
async function approvalOf({ page, server }: Scene) {
  const browser = browserOn(server.origin)
  for (const { name, value } of await page.context().cookies()) browser.cookies.set(name, value)
  const calls = browser.calls(staffContract.proposal)
  const { proposals } = answered(await calls.list({ view: 'waiting' }))
  return calls.approve({ proposalId: proposals[0]?.proposalId ?? '', reason: 'I read it.' })
}

/** Nothing is offered or simulated, and the app and the console say so. */
async function startsWithNothing(borrower: Scene, asha: Scene): Promise<void> {
  expect(takeLogFaults()).toEqual([expect.stringMatching(NO_PRODUCT)])
  for (const path of ['/sandbox', '/sandbox/sms', '/sandbox/clock'])
    expect((await borrower.page.request.get(path)).status(), path).toBe(404)
  const asRole = await asha.page.request.post('/sandbox/staff', { data: { role: 'finance' } })
  expect(asRole.status(), 'no sign-in as a role').toBe(404)
  await borrower.see('No loans are available right now.')
  expect(await borrower.page.getByText('DEMO: not a lender').isVisible()).toBe(false)
  await asha.page.goto('/console')
  await asha.see('Sign in with a passkey')
  expect(await asha.page.getByText('Open the sandbox').count()).toBe(0)
}

/** The first administrator signs in by passkey, is alone, and reads what is to be done. */
async function firstPersonEnters(asha: Scene): Promise<void> {
  const { page, see, tap } = asha
  await enterInvited(asha, ASHA, 'administrator', 'compliance')
  await page.context().clearCookies()
  await page.reload()
  await tap('Sign in with a passkey')
  await see('Inbox')
  await page.goto('/console/staff')
  await see('Propose other roles')
  expect(await page.getByRole('main').locator('.row').count(), 'the only member of staff').toBe(1)
  await page.goto('/console/products')
  await see('No product is on offer. Draft one below, mend what the publish gate names')
}

/** Drafts the first version, which the publish gate refuses until it is mended, and proposes it. */
async function draftFirstVersion(asha: Scene): Promise<void> {
  const { page, see, type } = asha
  await type('Id', 'nila-loan')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\/products\/nila-loan$/)
  await see('The publish gate refuses this draft')
  await page.getByLabel('Slogan').first().fill('A small loan for a small plan')
  for (const [label, text] of TERMS) await type(label, text)
  await see('The publish gate refuses this draft for 1 reason:')
  await see('a penal charge needs a cap')
  await see('It can be proposed when the publish gate lets it pass.')
  const proposing = page.getByRole('button', { name: 'Propose publishing' })
  await type('Reason', 'The board decided so.')
  expect(await proposing.isDisabled(), 'the gate refuses it').toBe(true)
  await type(CAP, '1')
  await see('The publish gate lets this draft pass.')
  await propose(asha, 'Propose publishing')
}

/** Borrows ₹3,000 by the first version, and returns the number of the order. */
async function borrow(scene: Scene): Promise<string> {
  const { page, see, tap, arrive } = scene
  await addBankAccount(scene, { account: '012345678905' })
  for (const figure of [OLD.received, OLD.repayment, OLD.rate, OLD.apr]) await see(figure)
  await page.getByRole('radio', { name: 'Education' }).check()
  await tap('APPLY NOW')
  await arrive('/order')
  await see(OLD.received)
  await tap(/Nila Loan/)
  await arrive(/confirm$/)
  const orderId = orderIdIn(scene)
  await tap(/^Key Facts Statement/)
  await arrive(/key-facts$/)
  await see('Nila Finance Limited, RBI registration N-14.03210')
  await page.goBack()
  await arrive(/confirm$/)
  await see(/^Proposal SR/)
  await page.getByRole('checkbox').check()
  await tap('Get Money')
  await arrive('/order')
  return orderId
}

/** The bank pays, and reports it in a signed message. The server refuses a forged one. */
async function payOut({ page, server, see }: Scene, orderId: string): Promise<void> {
  const { razorpay } = vendors
  const payout = await until('the payout at the bank', async () => razorpay.payouts[0])
  expect(payout).toMatchObject({ amount: 291_150, status: 'processing' })
  await page.goto(`/orders/${orderId}/detail`)
  await see('Lending')
  const paid = razorpay.endPayout(payout.reference_id, 'processed')
  const forged = { ...paid, body: paid.body.replace('processed', 'reversed') }
  expect(await deliver(server.origin, '/webhook/payout', forged)).toBe(401)
  expect(await deliver(server.origin, '/webhook/payout', paid)).toBe(200)
  await see('Loaned')
}

/** The running order shows the terms of the first version to the paisa, and none of the second. */
async function runsOnOldTerms({ page, see }: Scene, orderId: string): Promise<void> {
  await page.goto(`/orders/${orderId}/detail`)
  await see('Loaned')
  await page.getByText('The loan', { exact: true }).click()
  for (const figure of Object.values(OLD)) await see(figure)
  for (const figure of [NEW.rate, NEW.apr])
    expect(await page.getByText(figure).count(), figure).toBe(0)
}

journey(
  'a lender starts with nothing, publishes a product, lends, and changes the product under a running loan',
  async borrower => {
    const { page, see, tap, arrive } = borrower
    const scene = { ...borrower, sandbox: vendors.phones }
    const anna = somebody({ aadhaar: '234567890124', pan: 'ABCPV1234F' })
    await page.goto('/')
    await arrive('/login')
    await signIn(scene, anna)
    await arrive('/')
    const asha = await borrower.elsewhere(desktop)
    await startsWithNothing(borrower, asha)

    await firstPersonEnters(asha)
    await draftFirstVersion(asha)
    expect(await approvalOf(asha)).toMatchObject({ ok: false, reason: 'second-person-needed' })
    const bela = await borrower.elsewhere(desktop)
    await enterInvited(bela, BELA, 'administrator', 'compliance')
    await approve(bela, 'Nila Loan (nila-loan) from', BELA)

    await tap('Check again')
    await see('Nila Loan')
    await verify(scene, anna, 'nila-loan', { face: blinkingFace })
    const orderId = await borrow(borrower)
    await payOut(borrower, orderId)
    await runsOnOldTerms(borrower, orderId)

    await openProduct(bela)
    await bela.page.getByText('Propose withdrawing').first().click()
    await propose(bela, 'Propose withdrawing')
    await approve(asha, 'Withdraw a product', ASHA)
    await page.goto('/')
    await see('No loans are available right now.')
    await see(OLD.instalment)

    await openProduct(asha)
    await asha.see('Version 2: withdrawn from')
    await asha.tap('Draft the next version')
    await asha.type(RATE, '0.05')
    await asha.type(FEE, '1.5')
    await asha.see('The publish gate lets this draft pass.')
    await propose(asha, 'Propose publishing')
    await approve(bela, 'Nila Loan (nila-loan) from', BELA)

    const visitor = await borrower.elsewhere(iPhone)
    await visitor.page.goto('/login')
    await signIn({ ...visitor, sandbox: vendors.phones }, somebody())
    await visitor.arrive('/')
    for (const figure of [NEW.rate, NEW.apr]) await visitor.see(figure)
    await visitor.page.goto('/product/nila-loan')
    for (const figure of Object.values(NEW)) await visitor.see(figure)
    expect(await visitor.page.getByText(OLD.rate).count()).toBe(0)

    await runsOnOldTerms(borrower, orderId)
  },
  [iPhone],
)
