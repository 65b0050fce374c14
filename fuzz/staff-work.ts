/** The items that wait for staff on a server with prepared borrowers. */
import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import type { DraftContent } from '#contract/staff/product.ts'
import { addDays, type Day, indiaDayOf } from '#domain/day.ts'
import { type Paise, paise } from '#domain/money.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { demoCatalogue } from '#server/lending/orders/catalogue.ts'
import { draftOf } from '#server/lending/orders/draft.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { faceSimulator } from '#server/providers/face/simulator.ts'
import { addLook } from '#server/staff/looks/db/look-limits.ts'
import { lookItemId } from '#server/staff/looks/look-limits.ts'
import { inviteByCommand } from '#server/staff/people/people.ts'
import type { Browser } from '#server/testing/browser.ts'
import { type Borrower, type LendingWorld, runningLoan } from '#server/testing/lending.ts'
import { browserWithEveryRole, softwarePasskey, staffBrowser } from '#server/testing/staff.ts'
import { BANK_CARD } from '#server/testing/verification.ts'
import { inEachLanguage } from '#words/language.ts'
import { asksForPlan, DAYS_AFTER_COOLING_OFF, must, type Person, referred } from './people.ts'

/** Items to work on, by kind. Each call that ends one has an item of its own. */
export type Work = {
  readonly today: Day
  readonly yesterday: Day
  readonly tomorrow: Day
  readonly borrowerId: string
  readonly phone: string
  readonly orderNo: string
  readonly applications: readonly string[]
  readonly faces: readonly string[]
  /** Names of bank accounts. */
  readonly names: readonly string[]
  readonly hardships: readonly string[]
  readonly refunds: readonly string[]
  readonly payouts: readonly string[]
  /** A payment without a payment request of ours. */
  readonly unknownPayment: string
  readonly complaints: readonly string[]
  readonly feedbacks: readonly string[]
  /** Overdue loans. */
  readonly overdue: readonly string[]
  readonly drafts: readonly { readonly productId: string; readonly revision: number }[]
  readonly draft: DraftContent
  /** Open proposals: finance decides on the first of each, compliance on the second. */
  readonly toApprove: readonly string[]
  readonly toRefuse: readonly string[]
  /** A member of staff, one whose passkey can be renewed, and the link that invites them. */
  readonly staffId: string
  readonly colleagueId: string
  readonly link: string
  /** Somebody whom the administrator invited, who is to get the link. */
  readonly invitedId: string
  /** Somebody who opened their account, with the code of their page. */
  readonly opened: { readonly staffId: string; readonly code: string }
  /** A person's day above the limit of looks. */
  readonly lookDay: string
}

export const WHY = 'The fuzzer works here.'
const DAYS_UNTIL_LONG_UNDER_WAY = DAYS_AFTER_COOLING_OFF
const TOO_MUCH = 123_00
/** The address of the console, as a browser would name it in what a passkey signs. */
const ORIGIN = 'http://saral.test'
const key = () => ({ idempotencyKey: randomUUID() })

/** A face check that refers the next faces to a person while `doubts` is set. */
export function doubtingFaces(): FacePort & { doubts: boolean } {
  const usual = faceSimulator()
  const port: FacePort & { doubts: boolean } = {
    asksForBlink: usual.asksForBlink,
    doubts: false,
    check: async pictures => {
      const check = await usual.check(pictures)
      return port.doubts && check.state === 'one-face' ? { ...check, likeness: 0.41 } : check
    },
  }
  return port
}

/** Creates all the work of the lender's people, and reads it with every permission. */
export async function preparedWork(
  world: LendingWorld,
  people: readonly Person[],
  faces: { doubts: boolean },
): Promise<Work> {
  for (let count = 0; count < 2; count += 1) await moneyThatHangs(world)
  const struggling = [await world.borrower(), await world.borrower()]
  const loans: [Borrower, string][] = []
  for (const each of struggling) loans.push([each, await runningLoan(world, each)])
  world.server.clock.advance({ days: DAYS_UNTIL_LONG_UNDER_WAY })
  await runCloseOfBusiness(world.services)
  for (const loan of loans) await asksForPlan(...loan)
  for (let count = 0; count < 3; count += 1) await referred(world)
  faces.doubts = true
  const doubted = [await world.borrower(), await world.borrower()]
  faces.doubts = false
  for (const each of doubted) {
    await complains(each)
    await addsDoubtfulAccount(each)
  }
  for (const role of ROLES) await staffBrowser(world.server, role)
  const { services } = world
  const invited = await services.db.transaction(tx =>
    inviteByCommand({ services, tx, at: services.clock.now() }, 'colleague@lender.example', [
      'viewer',
    ]),
  )
  const [first] = people
  if (!invited || !first) throw new Error('nobody is there')
  const drafts: Work['drafts'][number][] = []
  for (const productId of ['fuzz-saved', 'fuzz-discarded', 'fuzz-published'])
    drafts.push({ productId, revision: await draftedBy(world, productId) })
  const browser = await browserWithEveryRole(world.server)
  const overdue = await overdueLoans(browser)
  const waiting = await waitingFor(browser)
  const today = indiaDayOf(services.clock.now())
  const decidable = await proposed(browser, today, overdue, waiting.refunds)
  const { people: staff } = must(await browser.calls(staffContract.people).list({}))
  return {
    today,
    yesterday: addDays(today, -1),
    tomorrow: addDays(today, 1),
    borrowerId: first.borrower.id,
    phone: first.borrower.phone,
    ...waiting,
    // A prepared proposal waits about the first ones.
    overdue: overdue.slice(2),
    refunds: waiting.refunds.slice(1),
    drafts,
    draft: DRAFT,
    ...decidable,
    staffId: staff.find(({ roles }) => roles.join() === 'viewer')?.staffId ?? '',
    colleagueId: invited.staffId,
    link: invited.link,
    ...(await accountsThatWait(world, browser)),
    lookDay: await aboveLimit(world, invited.staffId, today),
  }
}

/** An account whose link the administrator is to make, and one that is opened and to be confirmed. */
async function accountsThatWait(
  world: LendingWorld,
  everything: Browser,
): Promise<Pick<Work, 'invitedId' | 'opened'>> {
  const administrator = await staffBrowser(world.server, 'administrator')
  const compliance = await staffBrowser(world.server, 'compliance')
  const invite = async (by: Browser, approver: Browser, mail: string) => {
    const wish = { mail, roles: ['viewer' as const], why: WHY }
    const proposal = must(await by.calls(staffContract.proposal).inviteStaff(wish))
    must(
      await approver.calls(staffContract.proposal).approve({ ...proposal, reason: 'I read it.' }),
    )
    const { people } = must(await by.calls(staffContract.people).list({}))
    return people.find(each => each.mail === mail)?.staffId ?? ''
  }
  const invitedId = await invite(administrator, compliance, 'invited@lender.example')
  const staffId = await invite(everything, administrator, 'opened@lender.example')
  const { link } = must(await everything.calls(staffContract.people).link({ staffId }))
  const page = world.server.browser().calls(staffContract.staffSession)
  const { challenge } = must(await page.challenge({}))
  const passkey = softwarePasskey(ORIGIN).create(challenge)
  must(await page.register({ link: link.slice(link.indexOf('#') + 1), passkey }))
  const { confirmation } = must(await page.me({}))
  return { invitedId, opened: { staffId, code: confirmation?.code ?? '' } }
}

/** A refund that its provider gave up, and a payout that its bank does not end, of one borrower. */
async function moneyThatHangs(world: LendingWorld): Promise<void> {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const page = must(
    await borrower.browser.calls(contract.repay).repay({ orderId, scope: 'all' }, key()),
  )
  const { refund } = world.provider
  world.provider.refund = async () => ({ state: 'given-up' })
  const amount = paise((world.provider.links.get(page.paymentId) ?? 0) + TOO_MUCH)
  await world.webhook(world.provider.attempt(page.paymentId, { amount }))
  await world.runJobs()
  world.provider.refund = refund
  await world.webhook(world.provider.attempt(randomUUID(), { amount }))
  const { next } = world.bank
  world.bank.next = { state: 'pending' }
  await runningLoan(world, borrower)
  world.bank.next = next
}

/** The bank writes the name of this account differently. */
async function addsDoubtfulAccount({ browser }: Borrower): Promise<void> {
  const cardNo = '88880002'
  const card = { ...BANK_CARD, cardNo, confirmCardNo: cardNo }
  must(await browser.calls(contract.bank).addCard(card))
}

async function complains({ browser }: Borrower): Promise<void> {
  const calls = browser.calls(contract.feedback)
  const wish = { content: 'The button does nothing.', problemType: 'app' }
  const { feedbackId } = must(await calls.save(wish))
  must(await calls.complain({ feedbackId }))
}

const DRAFT: DraftContent = (() => {
  const [weekly] = demoCatalogue
  if (!weekly) throw new Error('the catalogue is empty')
  return { ...draftOf(weekly, 1), name: 'Fuzz Weekly', logo: 'F' }
})()

async function draftedBy(world: LendingWorld, productId: string): Promise<number> {
  const calls = (await staffBrowser(world.server, 'product-manager')).calls(staffContract.products)
  const { revision } = must(await calls.start({ productId }))
  return must(await calls.save({ productId, revision, content: DRAFT })).revision
}

async function overdueLoans(browser: Browser): Promise<string[]> {
  const { items } = must(await browser.calls(staffContract.collection).list({}))
  return items.map(({ orderId }) => orderId)
}

async function waitingFor(browser: Browser) {
  const { items } = must(await browser.calls(staffContract.inbox).list({}))
  const of = (kind: (typeof items)[number]['kind']) => items.filter(item => item.kind === kind)
  const ids = (rows: typeof items) => rows.map(({ id }) => id)
  // An application with an open question waits for its borrower.
  const applications = of('application').filter(({ borrowerUntil }) => borrowerUntil === null)
  return {
    orderNo: applications[0]?.orderNo ?? '',
    applications: ids(applications),
    faces: ids(of('face')),
    names: ids(of('names').filter(({ notes }) => notes.includes('bank-account'))),
    hardships: ids(of('hardship')),
    refunds: ids(of('refund')),
    payouts: ids(of('payout')),
    unknownPayment: ids(of('unknown-payment'))[0] ?? '',
    complaints: ids(of('complaint')),
    feedbacks: ids(of('feedback')),
  }
}

/** Adds more looks of a person on a day than the limit allows. */
async function aboveLimit(world: LendingWorld, staffId: string, day: Day): Promise<string> {
  const none = { opened: 0, revealed: 0, searched: 0, searchedVainly: 0, exported: 0 }
  const at = world.services.clock.now()
  await addLook(world.services.db, { ...none, staffId, day, points: 2, limit: 1, at })
  return lookItemId({ staffId, day })
}

const A_PAISA: Paise = paise(1)

/** Proposals on money and on texts, by somebody outside the roles of the run, so nobody withdraws them. */
async function proposed(
  browser: Browser,
  fromDay: Day,
  [one = '', other = '']: readonly string[],
  [refundId = '']: readonly string[],
): Promise<Pick<Work, 'toApprove' | 'toRefuse'>> {
  const proposals = browser.calls(staffContract.proposal)
  const waive = async (orderId: string) =>
    must(await proposals.waivePenal({ orderId, amount: A_PAISA, why: WHY }))
  const word = async (item: string) => {
    const texts = inEachLanguage(() => ({ title: '', body: 'We answer soon.' }))
    const frame = { href: null, fromDay, untilDay: null, why: WHY }
    return must(await proposals.changeContent({ item, texts, ...frame }))
  }
  const byHand = { refundId, reference: 'AXIS00000001', why: WHY }
  const settle = must(await proposals.settleRefund(byHand))
  const toApprove = [await waive(one), await word('about'), settle]
  const toRefuse = [await waive(other), await word('answer.fraud')]
  const ids = (all: readonly { readonly proposalId: string }[]) =>
    all.map(({ proposalId }) => proposalId)
  return { toApprove: ids(toApprove), toRefuse: ids(toRefuse) }
}
