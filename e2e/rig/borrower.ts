import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import type { CallOptions, Result } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { order } from '#contract/order.ts'
import type { repay } from '#contract/repay.ts'
import { rupeesToPaise } from '#e2e/rig/rupees.ts'
import { BASE_INFO, CONTACTS, picture, WORK_INFO } from '#server/providers/simulated/person.ts'
import { type Browser, browserOn } from '#server/testing/browser.ts'
import { aadhaarEnding } from '#server/testing/verification.ts'
import { numberFrom } from './numbers.ts'
import { openSandbox, type PaymentButton, type Sandbox, until } from './sandbox.ts'

export type OrderDetail = Output<typeof order.detail>
export type OrderState = OrderDetail['orderState']
export type PaymentRequest = Output<typeof repay.repay>

/**
 * A borrower without a screen: each method makes the calls that the web app makes for that step.
 */
export type Borrower = {
  /** Ten digits. */
  readonly phone: string
  readonly browser: Browser
  /** Completes all five steps of verification. */
  readonly verify: (about?: WorkAnswers) => Promise<void>
  /** Adds a bank account and returns its id. */
  readonly addBank: (accountNumber?: string) => Promise<string>
  /** Returns the id of the newest bank account. */
  readonly cardId: () => Promise<string>
  /** Applies for an amount (in rupees) of a product and returns the order's id. */
  readonly apply: (productId: string, rupees: number, options?: CallOptions) => Promise<string>
  readonly getMoney: (orderId: string, options?: CallOptions) => Promise<void>
  /** Creates a payment request and returns it, with its amount and payment page. */
  readonly requestPayment: (
    orderId: string,
    scope?: 'due' | 'all',
    options?: CallOptions,
  ) => Promise<PaymentRequest>
  /** Creates a payment request and presses a button of its page. */
  readonly pay: (
    orderId: string,
    scope?: 'due' | 'all',
    button?: PaymentButton,
  ) => Promise<PaymentRequest>
  readonly detail: (orderId: string) => Promise<OrderDetail>
  /** Waits until the order is in this state. */
  readonly orderIs: (orderId: string, state: OrderState) => Promise<OrderDetail>
  /** Applies, takes the money, and returns the id of the running loan. */
  readonly borrow: (productId: string, rupees: number) => Promise<string>
  /** Signs the browser of a phone in as this borrower. */
  readonly enter: (context: BrowserContext) => Promise<void>
}

type WorkAnswers = { readonly monthlyIncome?: string }

const PERIOD_DAYS = 7

/** Returns a new borrower, who has only signed in, with the code that the sandbox shows. */
export async function newBorrower(origin: string, phone = newPhone()): Promise<Borrower> {
  const browser = browserOn(origin)
  const sandbox = openSandbox(origin)
  await signIn(browser, sandbox, phone)
  return borrowerIn(browser, sandbox, origin, phone)
}

/** Returns a new borrower who is verified and has a bank account, and so can apply. */
export async function readyBorrower(
  origin: string,
  { account, ...about }: WorkAnswers & { account?: string } = {},
): Promise<Borrower> {
  const borrower = await newBorrower(origin)
  await borrower.verify(about)
  await borrower.addBank(account)
  return borrower
}

/** Returns an unused mobile number that has no special meaning to the simulators. */
export function newPhone(): string {
  return `9${numberFrom(10_000_000, 100_000_000)}${numberFrom(1, 10)}`
}

/** Returns an account number whose ending has no special meaning to the simulators. */
function newAccount(): string {
  return `${numberFrom(1_000_000, 10_000_000)}${numberFrom(1_000, 8_000)}`
}

/** Returns a well-formed Aadhaar number and PAN that nobody has used. */
export function newIdentity(): { aadhaar: string; pan: string } {
  const aadhaar = aadhaarEnding(
    String(numberFrom(1_000, 10_000)),
    numberFrom(20_000_000, 99_000_000),
  )
  const letters = Array.from({ length: 4 }, () => String.fromCharCode(65 + numberFrom(0, 23)))
  return {
    aadhaar,
    pan: `${letters.slice(0, 3).join('')}P${letters[3]}${numberFrom(1_000, 10_000)}K`,
  }
}

/** Returns the data of a successful call; throws an error that names the refusal otherwise. */
export function answered<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.reason}: ${result.msg}`)
  return result.data
}

async function signIn(browser: Browser, sandbox: Sandbox, phone: string): Promise<void> {
  const login = browser.calls(contract.login)
  answered(await login.sendCode({ phone: `91${phone}` }))
  const code = await sandbox.code(phone)
  browser.token = answered(await login.login({ phone: `91${phone}`, code })).token
}

/** Returns a borrower who signed in with this browser. */
export function borrowerIn(
  browser: Browser,
  sandbox: Sandbox,
  origin: string,
  phone: string,
): Borrower {
  const orders = browser.calls(contract.order)
  const payments = browser.calls(contract.repay)
  const banks = browser.calls(contract.bank)
  const action = (options?: CallOptions) => options ?? { idempotencyKey: randomUUID() }
  const detail = async (orderId: string) => answered(await orders.detail({ orderId }))

  const self: Borrower = {
    phone,
    browser,
    detail,
    verify: about => verify(browser, sandbox, phone, about),
    async addBank(cardNo = newAccount()) {
      return answered(
        await banks.addCard({ bankCode: 'SBIN0001234', cardNo, confirmCardNo: cardNo }),
      ).id
    },
    async cardId() {
      const [card] = answered(await banks.cards({}))
      if (!card) throw new Error('no bank account was added')
      return card.id
    },
    async apply(productId, rupees, options) {
      const cardId = await self.cardId()
      const wish = {
        cardId,
        productId,
        borrowAmount: rupeesToPaise(rupees),
        periods: PERIOD_DAYS,
        autoGetMoney: 0,
      } as const
      return answered(await orders.apply(wish, action(options))).orderId
    },
    async getMoney(orderId, options) {
      const { hash: keyFactsHash } = answered(await orders.keyFacts({ orderId }))
      answered(await orders.loan({ orderId, keyFactsHash }, action(options)))
    },
    async requestPayment(orderId, scope = 'due', options) {
      return answered(await payments.repay({ orderId, scope }, action(options)))
    },
    async pay(orderId, scope, button = 'pay') {
      const request = await self.requestPayment(orderId, scope)
      await sandbox.press(request.paymentUrl, button)
      return request
    },
    orderIs: (orderId, state) =>
      until(`order ${orderId} to be ${state}`, async () => {
        const order = await detail(orderId)
        return order.orderState === state ? order : undefined
      }),
    async borrow(productId, rupees) {
      const orderId = await self.apply(productId, rupees)
      await self.orderIs(orderId, 'pass')
      await self.getMoney(orderId)
      await self.orderIs(orderId, 'loaned')
      return orderId
    },
    enter: context => enter(context, browser, origin, phone),
  }
  return self
}

async function verify(
  browser: Browser,
  sandbox: Sandbox,
  phone: string,
  about: WorkAnswers = {},
): Promise<void> {
  const steps = browser.calls(contract.verify)
  const kyc = browser.calls(contract.kyc)
  const { aadhaar, pan } = newIdentity()
  answered(await steps.saveBaseInfo(BASE_INFO))
  answered(await steps.saveWorkInfo({ ...WORK_INFO, ...about }))
  answered(await kyc.sendAadhaarOtp({ aadhaar }))
  const otp = await sandbox.code(phone, 6)
  answered(await kyc.verifyAadhaarOtp({ aadhaar, otp }))
  answered(await kyc.saveIdentity({ type: 2, panNo: pan }))
  const { imageId } = answered(await kyc.livingCheck({ image: picture() }))
  answered(await kyc.livingHold({ imageId }))
  answered(await steps.saveContacts(CONTACTS))
}

/** Puts both halves of the session, and the device it is bound to, into the browser. */
async function enter(
  context: BrowserContext,
  { cookies, token }: Browser,
  origin: string,
  phone: string,
): Promise<void> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  const attributes = {
    url: origin,
    path: '/',
    httpOnly: true,
    sameSite: 'Lax' as const,
  }
  for (const [name, value] of cookies)
    await protocol.send('Network.setCookie', { name, value, ...attributes })
  await page.goto(`${origin}/health`)
  const credentials = { token: token ?? '', phone: `91${phone}` }
  await page.evaluate(stored => {
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, credentials)
  await page.close()
}
