/** Borrowers made by a button: their lives go through the product's own calls. */

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Client, client, type Outgoing, type Result } from '#contract/client.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { BASE_PATH } from '#contract/path.ts'
import { addDays, startOfIndiaDay } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { aadhaarBeginning, newPan } from '#server/providers/simulated/inputs.ts'
import { BASE_INFO, CONTACTS, picture, WORK_INFO } from '#server/providers/simulated/person.ts'
import { sandboxMessages } from '#server/providers/sms/simulator.ts'
import type { SandboxParts } from './parts.ts'

/** The progress of a borrower. Each stage includes those before it; `settled` is not overdue. */
export const STAGES = ['verified', 'approved', 'running', 'overdue', 'settled'] as const
export type Stage = (typeof STAGES)[number]

const LOAN = { productId: 'saral-seven', borrowAmount: paise(5_000_00), periods: 7 }
const DAYS_OVERDUE = 3
/** A decision takes less than a second, a payout about two. */
const PATIENCE_MS = 20_000
const LOOK_AGAIN_MS = 250

/** The calls of a visitor, by area; `token` is set once they have signed in. */
type Visitor = {
  token: string | undefined
  readonly calls: <Es extends Endpoints>(endpoints: Es) => Client<Es>
}

/**
 * Makes a new borrower at this stage, and returns their mobile number: ten digits. Moves the clock
 * where the stage needs it. Throws where the product refuses a step, as while payouts are held.
 */
export async function makeBorrower(
  app: FastifyInstance,
  parts: SandboxParts,
  stage: Stage,
): Promise<string> {
  const { ids, clock } = parts
  const phone = `98${ids.digits(7)}1`
  const visitor = visitorOf(app, ids.uuid(clock.now()))
  await signIn(visitor, parts, phone)
  await verify(visitor, parts, phone)
  if (stage === 'verified') return phone
  const orderId = await apply(visitor, parts)
  if (stage === 'approved') return phone
  const dueDay = await receiveMoney(visitor, parts, orderId)
  if (stage === 'overdue') await moveTo(parts, addDays(dueDay, DAYS_OVERDUE))
  if (stage === 'settled') await repay(visitor, parts, orderId, dueDay)
  return phone
}

async function signIn(visitor: Visitor, parts: SandboxParts, phone: string): Promise<void> {
  const login = visitor.calls(contract.login)
  const number = `91${phone}` as const
  dataOf(await login.sendCode({ phone: number }))
  const code = await codeTo(parts, number, 4)
  visitor.token = dataOf(await login.login({ phone: number, code })).token
}

async function verify(visitor: Visitor, parts: SandboxParts, phone: string): Promise<void> {
  const { ids } = parts
  const steps = visitor.calls(contract.verify)
  const kyc = visitor.calls(contract.kyc)
  dataOf(await steps.saveBaseInfo(BASE_INFO))
  dataOf(await steps.saveWorkInfo(WORK_INFO))
  const aadhaar = aadhaarBeginning(`5${ids.digits(7)}123`)
  dataOf(await kyc.sendAadhaarOtp({ aadhaar }))
  const otp = await codeTo(parts, `91${phone}`, 6)
  dataOf(await kyc.verifyAadhaarOtp({ aadhaar, otp }))
  dataOf(await kyc.saveIdentity({ type: 2, panNo: newPan(ids) }))
  const { imageId } = dataOf(await kyc.livingCheck({ image: picture() }))
  dataOf(await kyc.livingHold({ imageId }))
  dataOf(await steps.saveContacts(CONTACTS))
  const cardNo = `${ids.digits(9)}11`
  const account = { bankCode: 'SBIN0001234', cardNo, confirmCardNo: cardNo }
  dataOf(await visitor.calls(contract.bank).addCard(account))
}

async function apply(visitor: Visitor, { ids, clock }: SandboxParts): Promise<string> {
  const [card] = dataOf(await visitor.calls(contract.bank).cards({}))
  if (!card) throw new Error('no bank account was added')
  const wish = { ...LOAN, cardId: card.id, autoGetMoney: 0 } as const
  const options = { idempotencyKey: ids.uuid(clock.now()) }
  const { orderId } = dataOf(await visitor.calls(contract.order).apply(wish, options))
  await stateOf(visitor, orderId, 'pass')
  return orderId
}

/** Takes the money of an approved loan, and returns its first due day. */
async function receiveMoney(visitor: Visitor, { ids, clock }: SandboxParts, orderId: string) {
  const orders = visitor.calls(contract.order)
  const { hash: keyFactsHash } = dataOf(await orders.keyFacts({ orderId }))
  const options = { idempotencyKey: ids.uuid(clock.now()) }
  dataOf(await orders.loan({ orderId, keyFactsHash }, options))
  const { position } = await stateOf(visitor, orderId, 'loaned')
  if (!position?.nextDueDay) throw new Error('a running loan names no due day')
  return position.nextDueDay
}

async function repay(
  visitor: Visitor,
  parts: SandboxParts,
  orderId: string,
  dueDay: Parameters<typeof addDays>[0],
): Promise<void> {
  const { ids, clock, payment, webhooks } = parts
  await moveTo(parts, dueDay)
  const options = { idempotencyKey: ids.uuid(clock.now()) }
  const repayment = visitor.calls(contract.repay)
  const page = dataOf(await repayment.repay({ orderId, scope: 'all' }, options))
  await payment.press(page.paymentUrl.split('/').at(-1) ?? '', 'pay')
  await webhooks.sendDue()
  await stateOf(visitor, orderId, 'settled')
}

/** Moves the clock to the beginning of a day in India, and closes the days before it. */
async function moveTo(
  { clock, runCloseOfBusiness }: SandboxParts,
  day: Parameters<typeof startOfIndiaDay>[0],
): Promise<void> {
  await clock.advance(startOfIndiaDay(day).getTime() - clock.now().getTime())
  await runCloseOfBusiness()
}

/** The newest code of this many digits that was sent to a number. */
async function codeTo(
  { db, cipher }: SandboxParts,
  number: string,
  digits: number,
): Promise<string> {
  const code = new RegExp(`(?<!\\d)\\d{${digits}}(?!\\d)`)
  return until('a code', async () => {
    const messages = await sandboxMessages({ db, cipher }, number)
    return messages.map(({ text }) => code.exec(text)?.[0]).find(match => match !== undefined)
  })
}

/** Waits until the order is in this state, and returns its detail. */
function stateOf(visitor: Visitor, orderId: string, state: string) {
  return until(`the state ${state} of the order`, async () => {
    const detail = dataOf(await visitor.calls(contract.order).detail({ orderId }))
    return detail.orderState === state ? detail : undefined
  })
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < giveUpAt) {
    const answer = await look()
    if (answer !== undefined) return answer
    await pause(LOOK_AGAIN_MS)
  }
  throw new Error(`${what} did not come in time`)
}

function dataOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.msg)
  return result.data
}

/** A visitor without a browser, whose requests do not leave the process. */
function visitorOf(app: FastifyInstance, webUuid: string): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    token: undefined,
    calls: endpoints =>
      client(endpoints, {
        base: BASE_PATH,
        headers: () => ({
          os: 'android-h5',
          packageName: 'saral',
          web_uuid: webUuid,
          'accept-language': 'en',
          ...(visitor.token !== undefined && { token: visitor.token }),
        }),
        send: async request => {
          const { type, payload } = await bodyOf(request.body)
          const { method, url, headers } = request
          const answer = await app.inject({
            method,
            url,
            headers: { ...headers, ...(type !== null && { 'content-type': type }) },
            cookies: Object.fromEntries(cookies),
            ...(payload && { payload }),
          })
          for (const { name, value } of answer.cookies) cookies.set(name, value)
          return { status: answer.statusCode, text: answer.body, retryAfter: null }
        },
      }),
  }
  return visitor
}

async function bodyOf(
  body: Outgoing['body'],
): Promise<{ readonly type: string | null; readonly payload?: Buffer }> {
  if (body === null) return { type: null }
  if (body.kind === 'json') return { type: 'application/json', payload: Buffer.from(body.text) }
  const form = new FormData()
  for (const [name, value] of body.fields)
    if (value instanceof Blob) form.append(name, value, 'file')
    else form.append(name, String(value))
  // The platform writes a form as bytes only in a request or a response.
  const written = new Response(form)
  return {
    type: written.headers.get('content-type'),
    payload: Buffer.from(await written.arrayBuffer()),
  }
}
