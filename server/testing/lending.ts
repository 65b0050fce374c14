/**
 * Lending in tests: the real server and flows, a bank and a payment provider that the test
 * controls, and jobs that run on demand.
 */
import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { balances, postAccrual, postSum, shareOfSums } from '#domain/lending/ledger.ts'
import { paise } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import type { VerificationServices } from '#server/identity/verification.ts'
import { accrualOf, allSums } from '#server/lending/db/accrual-sum.ts'
import { allTransfers, transfersOf } from '#server/lending/db/ledger.ts'
import type { Product } from '#server/lending/db/product.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { serveCalendar } from '#server/lending/routes/calendar.ts'
import { serveWebhook } from '#server/lending/routes/webhook.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { JobName } from '#server/platform/jobs/queue.ts'
import { digilockerSimulator } from '#server/providers/digilocker/simulator.ts'
import type { KnownAttempt, PaymentEvent, PaymentPort } from '#server/providers/payment/port.ts'
import type { PayoutPort, PayoutRequest, PayoutStatus } from '#server/providers/payout/port.ts'
import { pushSimulator } from '#server/providers/push/simulator.ts'
import { WORK_INFO } from '#server/providers/simulated/person.ts'
import { allRoutes } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { serveReportFiles } from '#server/staff/reports/report-file.ts'
import { type TestServer, testCipher, testServer } from '#server/testing/app.ts'
import { type FreshDatabase, resetDatabase } from '#server/testing/database.ts'
import { keyFactsRead } from '#server/testing/key-facts.ts'
import { type Job, recordingQueue, runJobs } from '#server/testing/recorded-jobs.ts'
import {
  aadhaarEnding,
  BANK_CARD,
  borrowerIdOf,
  completeVerification,
  verificationParts,
} from '#server/testing/verification.ts'
import { type Borrower, verifiedOnce } from '#server/testing/verified-borrowers.ts'

export type { Borrower }

/** A bank that the test controls. */
export type TestBank = Omit<PayoutPort, 'send'> & {
  send: PayoutPort['send']
  next: PayoutStatus
  readonly sent: PayoutRequest[]
  readonly set: (key: string, status: PayoutStatus) => void
}

/** A payment provider on whose page the test pays. */
export type TestProvider = PaymentPort & {
  readonly links: Map<string, number>
  /** The payment requests that it was to request from a UPI app, each time. */
  readonly upiRequests: string[]
  readonly refunds: { key: string; attemptRef: string; amount: number }[]
  isDown: boolean
  /** An attempt on a payment request: for the whole amount by default. */
  readonly attempt: (paymentId: string, about?: Partial<PaymentEvent>) => PaymentEvent
  /** Begins an attempt, which the provider calls pending until one with its reference ends. */
  readonly begin: (paymentId: string, paidAt?: Date) => Pick<PaymentEvent, 'attemptRef'>
}

export type LendingWorld = {
  readonly server: TestServer
  readonly services: LendingServices
  /** The folder of the pictures. */
  readonly files: FileStore
  readonly folder: string
  readonly bank: TestBank
  readonly provider: TestProvider
  /** The enqueued jobs that have not run. */
  readonly jobs: Job[]
  /** Runs due jobs until none is left; later jobs only on request. */
  readonly runJobs: (options?: { later?: JobName }) => Promise<void>
  /**
   * A verified borrower with a bank account. `panDigits` chooses among the simulated register's
   * answers.
   */
  readonly borrower: (about?: { panDigits?: string; monthlyIncome?: string }) => Promise<Borrower>
  readonly webhook: (event: PaymentEvent, signature?: string) => Promise<Response>
  /**
   * Removes all rows that came after the first reset, and sets the clock back to the start: the calendar,
   * which works on all loans, meets none of the tests before.
   */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

export type LendingWorldOptions = {
  /** `recorded` jobs run when the test says so; `real` ones run in the real queue. */
  readonly jobs?: 'recorded' | 'real'
  readonly config?: Partial<Services['config']>
  /** The products on offer; by default those of the demonstration. */
  readonly products?: readonly Product[]
  /** Replaces services for lending alone, such as the bank. */
  readonly lending?: (services: Services) => Partial<LendingServices>
  /** Replaces verification's simulators. */
  readonly verification?: Partial<VerificationServices>
  /** A database with products of its own, in place of a fresh one. */
  readonly database?: FreshDatabase
  readonly cipher?: Cipher
}

/** The cipher of all worlds that need no other. */
const CIPHER = testCipher()

export async function lendingWorld({
  jobs: kind = 'recorded',
  config,
  products = demoCatalogue,
  lending: others,
  verification: replaced,
  database,
  cipher = CIPHER,
}: LendingWorldOptions = {}): Promise<LendingWorld> {
  const verification = verificationParts(replaced)
  const bank = testBank()
  const provider = testProvider()
  const jobs: Job[] = []
  let lending: LendingServices | undefined
  const lendingOf = (services: Services): LendingServices => {
    lending ??= {
      ...services,
      queue: kind === 'real' ? services.queue : recordingQueue(services, jobs),
      payout: bank,
      payment: provider,
      push: pushSimulator(services, 'test'),
      publicOrigin: () => 'http://saral.test',
      ...others?.(services),
    }
    return lending
  }
  // Sessions follow wall time, which stands still: a loan of three months is one session.
  const wall = new Date('2026-11-21T04:30:00Z')
  let started: TestServer | undefined
  const clock = { now: () => started?.clock.now() ?? wall, wall: () => wall }
  const server = await testServer({
    services: { clock },
    cipher,
    ...(config && { config }),
    ...(database && { database }),
    allRoutes: async services => {
      const s = lendingOf(services)
      const digilocker = digilockerSimulator(s)
      return allRoutes({ ...verification.open(s), ...s, digilocker })
    },
    extend: (app, services) => {
      serveWebhook(app, lendingOf(services))
      serveCalendar(app, lendingOf(services))
      serveReportFiles(app, lendingOf(services))
    },
  })
  started = server
  const services = lendingOf(server.services)
  if (!database) await publish(services.db, products)
  const start = server.clock.now()
  const { owner, reset, close } = await resetDatabase(server.database.target)
  let people = 0
  const isUsual = kind === 'recorded' && cipher === CIPHER && !replaced && !database
  const borrower: LendingWorld['borrower'] = async about => {
    const number = ++people
    const make = () => verifiedBorrower(server, number, about)
    const world = { server, owner, jobs, files: verification.services().files }
    return isUsual ? verifiedOnce(world, JSON.stringify([number, about]), make) : make()
  }
  return {
    server,
    services,
    bank,
    provider,
    jobs,
    files: verification.services().files,
    folder: verification.folder,
    runJobs: options => runJobs(services, jobs, options?.later),
    borrower,
    webhook: (event, signature = 'good') =>
      fetch(`${server.origin}/webhook/payment`, {
        method: 'POST',
        headers: { 'x-test-signature': signature },
        body: JSON.stringify(event),
      }),
    reset: async () => {
      await reset()
      jobs.length = 0
      people = 0
      server.clock.set(start)
    },
    close: async () => {
      await close()
      await server.close()
      verification.remove()
    },
  }
}

async function verifiedBorrower(
  server: TestServer,
  number: number,
  {
    panDigits = '1234',
    monthlyIncome = WORK_INFO.monthlyIncome,
  }: { panDigits?: string; monthlyIncome?: string } = {},
): Promise<Borrower> {
  const phone = `91982${String(number).padStart(7, '0')}`
  const browser = await server.signIn(phone)
  const aadhaar = aadhaarEnding('42', 2_345_678_000 + number * 100)
  const letters = [number / 26, number % 26]
    .map(letter => String.fromCharCode(65 + Math.floor(letter)))
    .join('')
  await completeVerification(server, browser, {
    phone,
    aadhaar,
    panNo: `A${letters}PK${panDigits}F`,
  })
  await browser.calls(contract.verify).saveWorkInfo({ ...WORK_INFO, monthlyIncome })
  const cardNo = `1234567${String(number).padStart(4, '5')}`
  const card = await browser
    .calls(contract.bank)
    .addCard({ ...BANK_CARD, cardNo, confirmCardNo: cardNo })
  if (!card.ok) throw new Error(card.msg)
  return { browser, phone, id: await borrowerIdOf(server, phone), cardId: card.data.id }
}

function testBank(): TestBank {
  const statuses = new Map<string, PayoutStatus>()
  const bank: TestBank = {
    name: 'test',
    reversibleForDays: 60,
    sent: [],
    next: { state: 'succeeded', utr: '000000000001' },
    set: (key, status) => void statuses.set(key, status),
    send: async request => {
      bank.sent.push(request)
      const status = statuses.get(request.key) ?? bank.next
      statuses.set(request.key, status)
      return status
    },
    status: async key => statuses.get(key) ?? { state: 'unknown' },
  }
  return bank
}

function testProvider(): TestProvider {
  const attempts = new Map<string, KnownAttempt>()
  const provider: TestProvider = {
    name: 'test',
    links: new Map(),
    upiRequests: [],
    refunds: [],
    isDown: false,
    attempt: (paymentId, about = {}) => {
      const amount = paise(provider.links.get(paymentId) ?? 0)
      const event = {
        eventId: randomUUID(),
        paymentId,
        // As of a provider that counts: it decides between payments of one instant.
        attemptRef: `attempt-${String(attempts.size).padStart(6, '0')}-${randomUUID()}`,
        state: 'paid' as const,
        amount,
        ...about,
      }
      attempts.set(event.attemptRef, event)
      return event
    },
    begin: (paymentId, paidAt) => {
      const event = provider.attempt(paymentId, { paidAt })
      attempts.set(event.attemptRef, { ...event, state: 'pending' })
      return { attemptRef: event.attemptRef }
    },
    createLink: async ({ paymentId, amount }) => {
      if (provider.isDown) throw new Error('the provider is down')
      provider.links.set(paymentId, amount)
      return { linkRef: `link-${paymentId}`, url: `http://saral.test/pay/${paymentId}` }
    },
    openUpi: async ({ paymentId, amount }) => {
      if (provider.isDown) throw new Error('the provider is down')
      provider.upiRequests.push(paymentId)
      const tr = `T${provider.upiRequests.length}`
      const am = (amount / 100).toFixed(2)
      return {
        upiRef: tr,
        intent: `upi://pay?pa=lender@test&pn=Test%20Lender&tr=${tr}&am=${am}&cu=INR`,
      }
    },
    attempts: async linkRef => {
      if (provider.isDown) throw new Error('the provider is down')
      return [...attempts.values()].filter(({ paymentId }) => linkRef === `link-${paymentId}`)
    },
    readWebhook: (rawBody, headers) => {
      if (headers['x-test-signature'] !== 'good') return { kind: 'forged' }
      const event = JSON.parse(Buffer.from(rawBody).toString())
      const paidAt = event.paidAt && new Date(event.paidAt)
      return event.eventId ? { kind: 'event', event: { ...event, paidAt } } : { kind: 'ignored' }
    },
    refund: async request => {
      if (!provider.refunds.some(({ key }) => key === request.key)) provider.refunds.push(request)
      return { state: 'done' }
    },
  }
  return provider
}

type Wish = { productId?: string; rupees?: number; auto?: 0 | 1; periods?: number }

/** The terms of an application that is approved. */
export function wish({ cardId }: Borrower, about: Wish = {}) {
  const { productId = 'saral-weekly', rupees = 5_000, auto = 0, periods = 7 } = about
  return {
    cardId,
    productId,
    borrowAmount: paise(rupees * 100),
    periods,
    checkEmail: 0,
    autoGetMoney: auto,
  }
}

/** Takes a borrower to a running loan. */
export async function runningLoan(
  world: LendingWorld,
  borrower: Borrower,
  about: Wish = {},
): Promise<string> {
  const order = borrower.browser.calls(contract.order)
  const applied = await order.apply(wish(borrower, about), { idempotencyKey: randomUUID() })
  if (!applied.ok) throw new Error(applied.reason)
  const { orderId } = applied.data
  await world.runJobs()
  const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
  const confirmation = await order.loan({ orderId, keyFactsHash }, { idempotencyKey: randomUUID() })
  if (!confirmation.ok)
    throw new Error(
      `${confirmation.reason}: ${JSON.stringify((await detailOf(borrower, orderId)).reasons)}`,
    )
  await world.runJobs()
  return orderId
}

/** Pays a payment request on the provider's page, and delivers the provider's message. */
export async function pay(
  world: LendingWorld,
  borrower: Borrower,
  orderId: string,
  scope: 'due' | 'all' = 'due',
): Promise<PaymentEvent> {
  const page = await borrower.browser
    .calls(contract.repay)
    .repay({ orderId, scope }, { idempotencyKey: randomUUID() })
  if (!page.ok) throw new Error(page.reason)
  const event = world.provider.attempt(page.data.paymentId)
  const answer = await world.webhook(event)
  if (answer.status !== 200) throw new Error(`the webhook was answered ${answer.status}`)
  return event
}

export async function detailOf(borrower: Borrower, orderId: string) {
  const detail = await borrower.browser.calls(contract.order).detail({ orderId })
  if (!detail.ok) throw new Error(detail.reason)
  return detail.data
}

/**
 * The ledger's balances of an order, account by account. Its charges in the daily sums count for the
 * accounts on which its journal will book them.
 */
export async function ledgerOf({ services }: LendingWorld, borrower: Borrower, orderId: string) {
  const journal = await transfersOf(services.db, borrower.id, orderId)
  const { summed } = await accrualOf(services.db, { borrowerId: borrower.id, orderId })
  const takenOver = postSum(shareOfSums(journal, NO_PARTS))
  return balances([...journal, ...takenOver, ...postAccrual(NO_PARTS, summed)])
}

/** Checks that the debits and credits of everything ever booked are equal. */
export async function trialBalance({ services }: LendingWorld) {
  const sums = [...(await allSums(services.db)).values()]
  return balances([...(await allTransfers(services.db)), ...sums.flatMap(postSum)])
}
