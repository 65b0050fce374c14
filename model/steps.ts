import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { paise } from '#domain/money.ts'
import { jobHandlers } from '#server/jobs.ts'
import { makeDebits } from '#server/lending/autopay/debit.ts'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { receivePayoutEvent } from '#server/lending/payout/payout.ts'
import type { PayoutStatus } from '#server/providers/payout/port.ts'
import type { Browser } from '#server/testing/browser.ts'
import { answerByHand } from '#server/testing/by-hand.ts'
import { addendumRead, keyFactsRead } from '#server/testing/key-facts.ts'
import { type LendingWorld, wish } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import {
  accepted,
  type ModelWorld,
  NO_CEILING,
  PRODUCT,
  type Replay,
  refundRows,
} from './compared.ts'

const key = () => ({ idempotencyKey: randomUUID() })

type Picks = Readonly<Record<string, unknown>>
type Step = (
  order: Replay,
  picks: Picks,
  states: { readonly before: ModelWorld; readonly after: ModelWorld },
) => Promise<unknown>

const decide: Step = ({ world, borrower, orderId }) =>
  jobHandlers(world.services)['decide-order']({ borrowerId: borrower.id, orderId })

const bankEnds: Step = async (order, _picks, { after }) =>
  order.world.bank.set(await payoutIdOf(order), payoutStatus(after.bank.state))

/** The steps of the model on the server. */
export const steps: Readonly<Record<string, Step>> = {
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
    await jobHandlers(world.services)['send-payout'](job)
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
    jobHandlers(world.services)['ask-payment']({
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
    await jobHandlers(world.services)['send-refund'](job)
    provider.refund = refund
  },
  setUpAutoPay: async ({ world, borrower, orderId }) => {
    await accepted(borrower.browser.calls(contract.autopay).setUp({ orderId, isAgreed: true }))
    const [mandate] = await world.services.db.raw(
      'SELECT mandate_id FROM mandate WHERE order_id = $1',
      [orderId],
    )
    const mandateId = String(mandate?.mandate_id)
    await jobHandlers(world.services)['sync-mandate']({
      borrowerId: borrower.id,
      mandateId,
      round: 0,
    })
  },
  endAutoPay: ({ borrower, orderId }) =>
    accepted(borrower.browser.calls(contract.autopay).change({ orderId, to: 'revoke' })),
  skipDebit: ({ borrower, orderId }) =>
    accepted(borrower.browser.calls(contract.autopay).skip({ orderId })),
  makeDebit: async ({ world }) => {
    const { clock } = world.server
    clock.advance({ seconds: HOURS_TO_DEBITS * 3_600 })
    await makeDebits(world.services)
    clock.advance({ seconds: -HOURS_TO_DEBITS * 3_600 })
  },
  debit: async ({ world, pages, attempts }, _picks, { after }) => {
    const { amount } = after.attempts.at(-1) ?? { amount: 0 }
    const paidAt = world.server.clock.now()
    const paymentId = pages[after.debit.page]?.id ?? ''
    attempts.push(world.provider.attempt(paymentId, { amount: paise(amount), paidAt }))
  },
  proposeWaiver: async ({ world, orderId }, { amount }, { before, after }) => {
    const calls = (await collector(world)).calls(staffContract.proposal)
    const answer = await calls.waivePenal({ orderId, amount: paise(Number(amount)), why: 'Model.' })
    const isRefused = after.proposal.made === before.proposal.made
    if (isRefused && !answer.ok && answer.reason === 'outdated') return
    await accepted(Promise.resolve(answer))
  },
  approveWaiver: async ({ world, orderId }, { isOwn }, { before, after }) => {
    const [open] = await world.services.db.raw(
      "SELECT proposal_id FROM open_proposal WHERE act = 'waive-penal' AND subject = $1",
      [orderId],
    )
    const isByProposer = isOwn === true || after.proposal.isOpen
    const decider = isByProposer
      ? await collector(world)
      : await staffBrowser(world.server, 'finance')
    const calls = decider.calls(staffContract.proposal)
    const answer = await calls.approve({
      proposalId: String(open?.proposal_id),
      reason: 'I read it.',
    })
    const refusal = isByProposer ? 'second-person-needed' : 'outdated'
    const isRefused = after.waivers.length === before.waivers.length
    if (isRefused && !answer.ok && answer.reason === refusal) return
    await accepted(Promise.resolve(answer))
  },
  setCeiling: ({ borrower }, { ceiling }) => {
    const calls = borrower.browser.calls(contract.ownLimits)
    const chosen = ceiling === NO_CEILING ? null : paise(Number(ceiling))
    return accepted(calls.setCeiling({ ceiling: chosen }, key()))
  },
  applyAgain: async ({ borrower }, { amount }, { before, after }) => {
    const application = wish(borrower, { productId: PRODUCT, rupees: Number(amount) / 100 })
    const answer = await borrower.browser.calls(contract.order).apply(application, key())
    const isRefused = after.next.refused > before.next.refused
    if (isRefused && !answer.ok && answer.reason === 'own-ceiling') return
    await accepted(Promise.resolve(answer))
  },
  passDays: async ({ world }, { days }) => world.server.clock.advance({ days: Number(days ?? 7) }),
  close: async ({ world }) => void (await runCloseOfBusiness(world.services)),
}

/** A person who may propose a waiver and also approve those of others. */
async function collector({ server, services }: LendingWorld): Promise<Browser> {
  const browser = await staffBrowser(server, 'collections')
  await services.db.raw(
    `UPDATE staff SET roles = ARRAY['collections', 'finance'] WHERE roles = ARRAY['collections']`,
  )
  return browser
}

/** Sends both notices of the debit that was announced, and names its request. */
export async function sendNotices({ world, borrower, orderId, pages }: Replay): Promise<void> {
  const handlers = jobHandlers(world.services)
  const [debit] = await world.services.db.raw(
    'SELECT debit_id, amount FROM autopay_debit WHERE order_id = $1 ORDER BY due_day DESC LIMIT 1',
    [orderId],
  )
  if (!debit) return
  const debitId = String(debit.debit_id)
  pages.push({ id: debitId, amount: Number(debit.amount) })
  await handlers['send-debit']({ borrowerId: borrower.id, debitId, round: 0 })
  const notices = await world.services.db.raw(
    "SELECT message_id FROM borrower_message WHERE kind = 'autopay-notice' AND occasion = $1",
    [debitId],
  )
  for (const { message_id } of notices)
    await handlers['send-message']({ borrowerId: borrower.id, messageId: String(message_id) })
}

/** The replay's clock shows 10:00 in India, and debits start at 13:00. */
const HOURS_TO_DEBITS = 4

function connectionLost(): never {
  throw new Error('the connection was lost')
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
