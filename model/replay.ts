import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { type Day, day, daysBetween, indiaDayOf } from '#domain/day.ts'
import { paise } from '#domain/money.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { lendingHandlers } from '#server/lending/orders/handlers.ts'
import { receivePayoutEvent } from '#server/lending/payout/payout.ts'
import { answerByHand } from '#server/lending/restructuring/answer-plan.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'
import type { PayoutStatus } from '#server/providers/payout/port.ts'
import { addendumRead, keyFactsRead } from '#server/testing/key-facts.ts'
import { type Borrower, type LendingWorld, wish } from '#server/testing/lending.ts'
import type { Trace } from './quint.ts'

/** The product whose terms the model has. */
export const PRODUCT = 'model'
const RUPEES = 10

/** The model's state, as far as the server's is compared with it. */
export type ModelWorld = {
  readonly order: string
  readonly payout: string
  readonly bank: { readonly state: string; readonly instructions: number }
  readonly loan: { readonly due: number }
  readonly extension: {
    readonly state: string
    readonly service: number
    readonly interest: number
  }
  readonly plan: { readonly state: string }
  readonly pages: readonly { readonly amount: number }[]
  readonly attempts: readonly { readonly amount: number; readonly page: number }[]
  readonly receipts: readonly (Record<string, number> & { readonly page: number })[]
  readonly refunds: readonly Refund[]
}
type Refund = { readonly amount: number; readonly timesSent: number; readonly isDone: boolean }

/** The state of one order, in the model's words, on the server or in the model. */
type Compared = {
  readonly order: string
  readonly payout: string
  readonly instructions: number
  readonly due: number | undefined
  readonly extension: string
  readonly fee: number
  readonly plan: string
  /** A page on which money came stays paid, whatever is learned of it later. */
  readonly pages: readonly { readonly amount: number; readonly isPaid: boolean }[]
  readonly receipts: readonly Record<string, number>[]
  readonly refunds: readonly Refund[]
}

export type Difference = {
  readonly step: number
  readonly action: string
  readonly server: Compared
  readonly model: Compared
}

/** One order on the server, and the names that its pages, attempts and refunds have there. */
type Replay = {
  readonly world: LendingWorld
  readonly borrower: Borrower
  readonly orderId: string
  readonly startDay: Day
  readonly sentBefore: number
  readonly pages: { readonly id: string; readonly amount: number }[]
  readonly attempts: PaymentEvent[]
  readonly refunds: Map<number, string>
}

/**
 * Takes the steps of a trace on the server, and compares the order after each. Returns the first
 * difference; undefined where there is none.
 */
export async function replay(world: LendingWorld, trace: Trace): Promise<Difference | undefined> {
  const order = await applied(
    world,
    trace.some(({ action }) => action === 'deny'),
  )
  for (const [index, { action, picks, world: state }] of trace.entries()) {
    const before = (trace[index - 1] ?? trace[0])?.world as ModelWorld
    const after = state as ModelWorld
    await steps[action]?.(order, picks, { before, after })
    if (!steps[action] && index > 0) throw new Error(`The replay does not know the step ${action}.`)
    const model = ofModel(after)
    const server = await ofServer(order)
    if (JSON.stringify(server) !== JSON.stringify(model))
      return { step: index, action, server, model }
  }
  return undefined
}

/** Applies for the model's loan on a Saturday, with an income that leads to a denial or not. */
async function applied(world: LendingWorld, isDenied: boolean): Promise<Replay> {
  const { clock } = world.server
  while (clock.now().getUTCDay() !== 6) clock.advance({ days: 1 })
  const borrower = await world.borrower(isDenied ? { monthlyIncome: '0' } : {})
  const answer = await borrower.browser
    .calls(contract.order)
    .apply(wish(borrower, { productId: PRODUCT, rupees: RUPEES }), key())
  if (!answer.ok) throw new Error(answer.reason)
  return {
    world,
    borrower,
    orderId: answer.data.orderId,
    startDay: indiaDayOf(clock.now()),
    sentBefore: world.bank.sent.length,
    pages: [],
    attempts: [],
    refunds: new Map(),
  }
}

const key = () => ({ idempotencyKey: randomUUID() })

type Picks = Readonly<Record<string, unknown>>
type Step = (
  order: Replay,
  picks: Picks,
  states: { readonly before: ModelWorld; readonly after: ModelWorld },
) => Promise<unknown>

const decide: Step = ({ world, borrower, orderId }) =>
  lendingHandlers(world.services)['decide-order']({ borrowerId: borrower.id, orderId })

const bankEnds: Step = async (order, _picks, { after }) =>
  order.world.bank.set(await payoutIdOf(order), payoutStatus(after.bank.state))

/** What each step of the model is on the server. */
const steps: Readonly<Record<string, Step>> = {
  approve: decide,
  deny: decide,
  withdraw: ({ borrower, orderId }) =>
    accepted(borrower.browser.calls(contract.order).withdraw({ orderId }, key())),
  confirm: async ({ borrower, orderId }) => {
    const keyFactsHash = await keyFactsRead(borrower.browser, orderId)
    return accepted(borrower.browser.calls(contract.order).loan({ orderId, keyFactsHash }, key()))
  },
  openPage: async ({ borrower, orderId, pages }) => {
    const calls = borrower.browser.calls(contract.repay)
    const { paymentId, amount } = await accepted(calls.repay({ orderId, scope: 'all' }, key()))
    pages.push({ id: paymentId, amount })
  },
  openPartPage: async ({ borrower, orderId, pages }, { part }, { before, after }) => {
    const calls = borrower.browser.calls(contract.repay)
    const answer = await calls.repay({ orderId, scope: 'part', amount: paise(Number(part)) }, key())
    const isRefused = after.pages.length === before.pages.length
    if (isRefused && !answer.ok && answer.reason === 'part-not-payable') return
    const { paymentId, amount } = await accepted(Promise.resolve(answer))
    pages.push({ id: paymentId, amount })
  },
  pay: async ({ world, pages, attempts }, _picks, { after }) => {
    const { page, amount } = after.attempts.at(-1) ?? { page: 0, amount: 0 }
    const paidAt = world.server.clock.now()
    attempts.push(world.provider.attempt(pages[page]?.id ?? '', { amount: paise(amount), paidAt }))
  },
  requestExtension: async ({ borrower, orderId, pages }, _picks, { after }) => {
    const calls = borrower.browser.calls(contract.extension)
    const offer = await calls.calculate({ id: orderId })
    if (after.extension.state === 'NotRequested' && !offer.ok) return
    const { extensionId, orderRepayId, extensionFee } = await accepted(Promise.resolve(offer))
    const keyFactsHash = await addendumRead(borrower.browser, { orderId, extensionId })
    const request = { orderId, extensionId, orderRepayId, keyFactsHash }
    const { paymentUrl } = await accepted(calls.apply(request, key()))
    if (after.extension.state === 'Awaiting')
      pages.push({ id: paymentUrl.slice(paymentUrl.lastIndexOf('/') + 1), amount: extensionFee })
  },
  abandonExtension: async ({ borrower, orderId }) => {
    const calls = borrower.browser.calls(contract.extension)
    const { extensionId, orderRepayId } = await accepted(calls.calculate({ id: orderId }))
    return accepted(calls.giveUp({ orderId, extensionId, orderRepayId }, key()))
  },
  requestPlan: async ({ borrower, orderId }, { moveDays: picked }, { before, after }) => {
    const calls = borrower.browser.calls(contract.hardship)
    const moveDays = Number(picked)
    const offer = await calls.keyFacts({ orderId, moveDays })
    if (after.plan.state === before.plan.state && !offer.ok) return
    const { hash: keyFactsHash } = await accepted(Promise.resolve(offer))
    return accepted(calls.request({ orderId, moveDays, keyFactsHash }, key()))
  },
  answerPlan: ({ world, borrower, orderId }, { isGranted }) => {
    const refusal = isGranted === true ? undefined : 'Please call.'
    return answerByHand(world.services, { borrowerId: borrower.id, orderId }, refusal)
  },
  sendPayout: async (order, { isAnswered }) => {
    const { world, borrower } = order
    const { bank } = world
    const { send } = bank
    bank.next = { state: 'pending' }
    if (isAnswered !== true) bank.send = request => send(request).then(connectionLost)
    const payoutId = await payoutIdOf(order)
    const job = { borrowerId: borrower.id, payoutId, round: 0 }
    await lendingHandlers(world.services)['send-payout'](job)
    bank.send = send
  },
  bankEnds,
  bankReverses: bankEnds,
  deliverPayoutMessage: async (order, { said }) => {
    const payoutId = await payoutIdOf(order)
    const status = payoutStatus(String(said))
    if (status.state === 'pending') throw new Error('the bank sends no message about a beginning')
    const message = { vendor: order.world.bank.name, eventId: randomUUID(), key: payoutId, status }
    return receivePayoutEvent(order.world.services, message)
  },
  deliverPaymentMessage: async ({ world, attempts }, { attempt }) => {
    const event = attempts[Number(attempt)]
    const answer = event && (await world.webhook({ ...event, eventId: randomUUID() }))
    if (answer?.status !== 200) throw new Error(`the webhook was answered ${answer?.status}`)
  },
  askPayment: ({ world, borrower, pages }, { page }) =>
    lendingHandlers(world.services)['ask-payment']({
      borrowerId: borrower.id,
      paymentId: pages[Number(page)]?.id ?? '',
      round: 0,
    }),
  sendRefund: async (order, { refunded, isAnswered }, { before }) => {
    const { world, borrower } = order
    const { provider } = world
    const { refund } = provider
    const refundId = await refundIdOf(order, Number(refunded), before)
    if (isAnswered !== true) provider.refund = request => refund(request).then(connectionLost)
    const job = { borrowerId: borrower.id, refundId, round: 0 }
    await lendingHandlers(world.services)['send-refund'](job)
    provider.refund = refund
  },
  passDays: async ({ world }, { days }) => world.server.clock.advance({ days: Number(days ?? 7) }),
  close: ({ world }) => runCloseOfBusiness(world.services),
}

function connectionLost(): never {
  throw new Error('the connection was lost')
}

/** The data of an answer; throws where the call was refused. */
async function accepted<Data>(
  call: Promise<{ ok: true; data: Data } | { ok: false; reason: string }>,
): Promise<Data> {
  const answer = await call
  if (!answer.ok) throw new Error(`a call of the replay was refused: ${answer.reason}`)
  return answer.data
}

function payoutStatus(state: string): PayoutStatus {
  if (state === 'Succeeded') return { state: 'succeeded', utr: '000000000001' }
  if (state === 'Refused') return { state: 'refused', reason: 'refused' }
  return state === 'Reversed' ? { state: 'reversed', reason: 'returned' } : { state: 'pending' }
}

async function payoutIdOf({ world, orderId }: Replay): Promise<string> {
  const [row] = await world.services.db.raw('SELECT payout_id FROM payout WHERE order_id = $1', [
    orderId,
  ])
  return String(row?.payout_id)
}

/** The server's name of the model's refund: a refund of its amount that has no name yet. */
async function refundIdOf(order: Replay, number: number, model: ModelWorld): Promise<string> {
  const name = order.refunds.get(number)
  if (name) return name
  const { amount } = model.refunds[number] ?? { amount: 0 }
  const rows = await refundRows(order)
  const names = [...order.refunds.values()]
  const row = rows.find(({ id, amount: paid }) => paid === amount && !names.includes(id))
  if (!row) throw new Error(`the server has no refund of ${amount}`)
  order.refunds.set(number, row.id)
  return row.id
}

async function refundRows({ world, orderId }: Replay) {
  const rows = await world.services.db.raw(
    'SELECT refund_id, amount, state FROM refund WHERE order_id = $1',
    [orderId],
  )
  return rows.map(row => ({
    id: String(row.refund_id),
    amount: Number(row.amount),
    isDone: row.state === 'done',
  }))
}

const byAmount = (one: Refund, other: Refund) =>
  one.amount - other.amount ||
  one.timesSent - other.timesSent ||
  Number(one.isDone) - Number(other.isDone)

/** The server's words for the model's states of an extension. */
const EXTENSION_STATES: Readonly<Record<string, string>> = {
  awaiting: 'Awaiting',
  paid: 'Extended',
  lapsed: 'Lapsed',
  abandoned: 'Abandoned',
  ended: 'Ended',
}
/** The server's words for the model's states of a hardship plan. */
const PLAN_STATES: Readonly<Record<string, string>> = {
  awaiting: 'PlanAwaited',
  granted: 'PlanGranted',
  refused: 'PlanRefused',
  ended: 'PlanEnded',
}
const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

function ofModel({
  order,
  payout,
  bank,
  loan,
  extension,
  plan,
  pages,
  receipts,
  refunds,
}: ModelWorld): Compared {
  return {
    order,
    payout,
    instructions: bank.instructions,
    due: ['Loaned', 'Overdue', 'Extension'].includes(order) ? loan.due : undefined,
    extension: extension.state,
    fee: extension.service + extension.interest,
    plan: plan.state,
    pages: pages.map(({ amount }, index) => ({
      amount,
      isPaid: receipts.some(({ page }) => page === index),
    })),
    receipts: receipts.map(
      ({ amount = 0, day: paidOn = 0, interest = 0, principal = 0, held = 0, excess = 0 }) => ({
        amount,
        paidOn,
        interest,
        principal,
        held,
        excess,
      }),
    ),
    refunds: refunds
      .map(({ amount, timesSent, isDone }) => ({ amount, timesSent, isDone }))
      .sort(byAmount),
  }
}

async function ofServer(replayed: Replay): Promise<Compared> {
  const { world, orderId, startDay, sentBefore, pages } = replayed
  const { db } = world.services
  const [order] = await db.raw('SELECT state, next_due_day FROM loan_order WHERE order_id = $1', [
    orderId,
  ])
  const [payout] = await db.raw('SELECT state FROM payout WHERE order_id = $1', [orderId])
  const [extension] = await db.raw(
    'SELECT state, service_fee + penal + interest AS fee FROM order_extension WHERE order_id = $1',
    [orderId],
  )
  const [plan] = await db.raw('SELECT state FROM hardship_plan WHERE order_id = $1', [orderId])
  const receipts = await db.raw(
    'SELECT amount, day, penal + interest AS interest, principal, held, excess FROM payment_receipt WHERE order_id = $1 ORDER BY number',
    [orderId],
  )
  const paid = await db.raw(
    "SELECT payment_id FROM payment WHERE order_id = $1 AND status = 'paid'",
    [orderId],
  )
  const paidPages = new Set(paid.map(({ payment_id }) => String(payment_id)))
  const refunds = await refundRows(replayed)
  const dueDay = order?.next_due_day
  const payoutKeys = world.bank.sent.slice(sentBefore).map(request => request.key)
  return {
    order: capitalized(String(order?.state)),
    payout: payout ? capitalized(String(payout.state)) : 'NoPayout',
    instructions: new Set(payoutKeys).size,
    due: dueDay ? daysBetween(startDay, day(String(dueDay))) : undefined,
    extension: EXTENSION_STATES[String(extension?.state)] ?? 'NotRequested',
    fee: Number(extension?.fee ?? 0),
    plan: PLAN_STATES[String(plan?.state)] ?? 'NoPlan',
    pages: pages.map(({ id, amount }) => ({ amount, isPaid: paidPages.has(id) })),
    receipts: receipts.map(({ amount, day: paidOn, interest, principal, held, excess }) => ({
      amount: Number(amount),
      paidOn: daysBetween(startDay, day(String(paidOn))),
      interest: Number(interest),
      principal: Number(principal),
      held: Number(held),
      excess: Number(excess),
    })),
    refunds: refunds
      .map(({ id, amount, isDone }) => ({
        amount,
        timesSent: world.provider.refunds.filter(({ key: refundId }) => refundId === id).length,
        isDone,
      }))
      .sort(byAmount),
  }
}
