import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { INBOX_KINDS, type InboxKind } from '#domain/staff/inbox.ts'
import { answered, type Borrower, readyBorrower } from '#e2e/rig/borrower.ts'
import { takeLogFaults } from '#e2e/rig/server.ts'
import type { Scene } from './journey.ts'
import { until } from './sandbox.ts'
import { signedInAs } from './signed-in-as.ts'

/** The work that waits for the lender's people after ten days, a piece of each kind. */
export type Work = Awaited<ReturnType<typeof tenDaysOfWork>>
type Place = Pick<Scene, 'server' | 'sandbox'>

/**
 * Lets ten days pass in which borrowers and vendors leave work behind: a loan three days overdue, a
 * request for later dates, a refund that the provider gave up, a payout that the bank does not
 * answer, a referred application, a face, cards, a name, a complaint, a feedback, a payment of
 * nobody, and a proposal about a product.
 */
export async function tenDaysOfWork({ server, sandbox }: Place) {
  const { origin } = server
  const late = await readyBorrower(origin)
  const overdue = await late.borrow('saral-seven', 5_000)
  await sandbox.advance('P4D')
  const asking = await readyBorrower(origin)
  const hardship = await asking.borrow('saral-seven', 5_000)
  await sandbox.advance('P4D')
  const refund = await refundToGiveUp({ server, sandbox })
  await sandbox.holdPayouts(true)
  const waiting = await readyBorrower(origin)
  const payout = await waiting.apply('saral-seven', 5_000)
  await waiting.orderIs(payout, 'pass')
  await waiting.getMoney(payout)
  const { orderNo: payoutOf } = await waiting.orderIs(payout, 'lending')
  await sandbox.advance('P2D')
  await askForLaterDates(asking, hardship)
  const face = await faceToReview({ server })
  await cardsToReview({ server })
  const names = await nameToReview(origin, late)
  const poor = await readyBorrower(origin, { monthlyIncome: '12000' })
  const application = await poor.apply('saral-seven', 5_000)
  const feedback = await feedbackOf(poor)
  const complaint = await feedbackOf(late)
  answered(await late.browser.calls(contract.feedback).complain({ feedbackId: complaint }))
  await paymentOfNobody({ server, sandbox })
  await proposedProduct(origin)
  await until('everything to wait in the inbox', () => allInInbox(origin))
  // The server calls for a person, as it should.
  takeLogFaults()
  const [owing] = await server.reading(db =>
    db.raw('SELECT borrower_id AS id FROM loan_order WHERE order_id = $1', [overdue]),
  )
  return {
    overdue,
    /** The borrower of the overdue loan. */
    borrower: String(owing?.id),
    hardship,
    application,
    face,
    names,
    feedback,
    complaint,
    overdueOf: await orderNoOf(late, overdue),
    refundOf: await orderNoOf(refund.person, refund.orderId),
    payoutOf,
    /** The borrowers who get the answers to some of it. */
    of: { application: poor, hardship: asking, feedback: poor, complaint: late },
  }
}

/** The kinds that only a fault, an attack, or a colleague who looks at too much causes. */
const OUT_OF_THE_ORDINARY: readonly InboxKind[] = [
  'vendor-key',
  'looks',
  'sign-in-codes',
  'mandate',
  'skipped-order',
  'failed-job',
]
const KINDS = INBOX_KINDS.filter(kind => !OUT_OF_THE_ORDINARY.includes(kind))

async function allInInbox(origin: string): Promise<true | undefined> {
  const browser = await signedInAs(origin, 'administrator')
  const { counts, items } = answered(await browser.calls(staffContract.inbox).list({}))
  const isGivenUp = items.some(({ kind, notes }) => kind === 'refund' && notes.includes('given-up'))
  const isThere = KINDS.every(kind => counts.some(each => each.kind === kind))
  return isGivenUp && isThere ? true : undefined
}

async function orderNoOf(person: Borrower, orderId: string): Promise<string> {
  return (await person.detail(orderId)).orderNo
}

/** A repaid loan whose payout the bank takes back. The provider gives up the refund that is due. */
async function refundToGiveUp({ server, sandbox }: Place) {
  const person = await readyBorrower(server.origin)
  const orderId = await person.borrow('saral-seven', 5_000)
  await person.pay(orderId, 'all', 'pay-without-refund')
  await person.orderIs(orderId, 'settled')
  const [payout] = await sandbox.payouts()
  await sandbox.reverseLastPayout(payout?.accountLastFour ?? '')
  return { person, orderId }
}

async function askForLaterDates(person: Borrower, orderId: string): Promise<void> {
  const calls = person.browser.calls(contract.hardship)
  const { hash: keyFactsHash } = answered(await calls.keyFacts({ orderId, moveDays: 21 }))
  const wish = { orderId, moveDays: 21, keyFactsHash } as const
  answered(await calls.request(wish, { idempotencyKey: randomUUID() }))
}

/** Refers the newest face, in which no blink was seen, to a person. Returns its picture's id. */
async function faceToReview({ server }: Pick<Scene, 'server'>): Promise<string> {
  await readyBorrower(server.origin)
  const [face] = await server.reading(db =>
    db.raw(`UPDATE document SET settled_at = NULL, check_result = 'needs-a-look', look_reasons = '{no-blink}'
      WHERE kind = 'face' AND document_id = (SELECT max(document_id::text)::uuid FROM document WHERE kind = 'face')
      RETURNING borrower_id, document_id`),
  )
  await server.reading(db =>
    db.raw('INSERT INTO face_review (borrower_id, document_id, asked_at) VALUES ($1, $2, now())', [
      face?.borrower_id,
      face?.document_id,
    ]),
  )
  return String(face?.document_id)
}

/** Refers the cards of the newest borrower to a person. */
async function cardsToReview({ server }: Pick<Scene, 'server'>): Promise<void> {
  const [card] = await server.reading(db =>
    db.raw(`INSERT INTO document SELECT borrower_id, gen_random_uuid(), 'pan', media_type, size_bytes, width_pixels, height_pixels, file_key,
        'needs-a-look', check_score, created_at FROM document ORDER BY document_id DESC LIMIT 1 RETURNING borrower_id, document_id`),
  )
  await server.reading(db =>
    db.raw(
      `INSERT INTO face_review (borrower_id, document_id, asked_at, what) VALUES ($1, $2, now(), 'cards')`,
      [card?.borrower_id, card?.document_id],
    ),
  )
}

/** Adds an account whose name the bank writes differently; returns the review's id. */
async function nameToReview(origin: string, person: Borrower): Promise<string> {
  await person.addBank('5555550002')
  const officer = await signedInAs(origin, 'kyc-officer')
  const { items } = answered(await officer.calls(staffContract.inbox).list({ kind: 'names' }))
  return items[0]?.id ?? 'no name waits'
}

async function feedbackOf(person: Borrower): Promise<string> {
  const calls = person.browser.calls(contract.feedback)
  return answered(await calls.save({ content: 'I was charged twice.', problemType: 'charges' }))
    .feedbackId
}

async function paymentOfNobody({ server }: Place): Promise<void> {
  await server.reading(db =>
    db.raw(
      `INSERT INTO provider_event (vendor, event_id, payment_id, attempt_ref, state, amount, received_at)
       VALUES ('simulator', 'nobody', 'nobody', 'nobody', 'paid', 10000, now())`,
    ),
  )
}

/** The next version of a product, proposed by a product manager. */
async function proposedProduct(origin: string): Promise<void> {
  const browser = await signedInAs(origin, 'product-manager')
  const productId = 'saral-weekly'
  const products = browser.calls(staffContract.products)
  answered(await products.start({ productId }))
  const { draft } = answered(await products.open({ productId }))
  if (!draft) throw new Error('there is no draft')
  const content = { ...draft.content, position: '9' }
  const saved = { productId, revision: draft.revision, content }
  const { revision } = answered(await products.save(saved))
  const { today } = answered(await browser.calls(staffContract.inbox).list({}))
  const publish = { productId, revision, fromDay: today, why: 'The board decided so.' }
  answered(await browser.calls(staffContract.proposal).publishProduct(publish))
}
