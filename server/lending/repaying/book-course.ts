/**
 * Brings the books of an order in line with the course of its loan (decision 6). Changes nothing
 * that was booked: further transfers correct it.
 */
import type { Course } from '#domain/lending/course.ts'
import { postExtensionCourse, postUse } from '#domain/lending/course-postings.ts'
import { refundsMissing } from '#domain/lending/course-refunds.ts'
import { type Transfer, transfersMissing } from '#domain/lending/ledger.ts'
import { leftOverPaise, minPaise, type Paise, sumPaise, ZERO_PAISE } from '#domain/money.ts'
import { NO_PARTS } from '#domain/parts.ts'
import { type PostingName, post, transfersOf } from '#server/lending/db/ledger.ts'
import type { Order, OrderKey } from '#server/lending/db/order.ts'
import type { Receipt } from '#server/lending/db/receipt.ts'
import { type OrderedRefund, type Refund, refundsOf } from '#server/lending/db/refund.ts'
import { owe } from '#server/lending/repaying/refund.ts'
import type { Work } from '#server/services.ts'

/** The transfers that the journal should hold about one payment or extension. */
type Subject = {
  readonly id: string
  /** The names of its first posting and of the others. */
  readonly names: readonly [first: string, later: string]
  readonly expected: readonly Transfer[]
}

/**
 * Books the outcomes of payments and extensions, and has the excess of them sent back. Returns the
 * ids of the payments that had been booked otherwise.
 */
export async function bookCourse(
  work: Work,
  order: Order,
  receipts: readonly Pick<Receipt, 'id' | 'amount'>[],
  { uses, extensions }: Pick<Course, 'uses' | 'extensions'>,
): Promise<ReadonlySet<string>> {
  const key = { borrowerId: order.borrowerId, orderId: order.id }
  const payments = receipts.map(({ id, amount }): Subject => {
    const use = uses.get(id) ?? UNUSED
    return { id, names: ['payment', 'payment-moved'], expected: postUse(amount, use) }
  })
  const extended = [...extensions].map(([id, extension]): Subject => {
    const first = extension.state === 'paid' ? 'extension-paid' : 'extension-released'
    return { id, names: [first, 'extension-moved'], expected: postExtensionCourse(extension) }
  })
  const moved = await bookSubjects(work, key, [...payments, ...extended])
  const dueRefunds = receipts.map(({ id }) => {
    const { excess, returned } = uses.get(id) ?? UNUSED
    return { id, amounts: { excess, 'extension-ended': returned } }
  })
  await oweMissing(work, key, dueRefunds)
  return moved
}

const UNUSED = { parts: NO_PARTS, held: ZERO_PAISE, excess: ZERO_PAISE, returned: ZERO_PAISE }

/** The loan was cancelled: all that was paid goes back, and no extension of it stands (product §6, 6→5). */
export async function unbookCourse(
  work: Work,
  order: Order,
  receipts: readonly Pick<Receipt, 'id' | 'amount'>[],
  extensionIds: readonly string[],
): Promise<void> {
  const key = { borrowerId: order.borrowerId, orderId: order.id }
  await bookSubjects(work, key, [
    ...receipts.map(({ id, amount }): Subject => {
      return { id, names: ['payment', 'payment-unapplied'], expected: postUse(amount, UNUSED) }
    }),
    ...extensionIds.map((id): Subject => {
      return { id, names: ['extension-undone', 'extension-undone'], expected: [] }
    }),
  ])
  const refunds = receipts.map(({ id, amount }) => ({ id, amounts: { 'payout-reversed': amount } }))
  await oweMissing(work, key, refunds)
}

/** Books the difference between the expected and the present transfers of each. */
async function bookSubjects(
  { tx, at }: Work,
  { borrowerId, orderId }: OrderKey,
  subjects: readonly Subject[],
): Promise<ReadonlySet<string>> {
  const journal = await transfersOf(tx, borrowerId, orderId)
  const booked = Map.groupBy(journal, ({ posting }) => subjectOf(posting))
  const moved = new Set<string>()
  for (const { id, names, expected } of subjects) {
    const before = booked.get(id) ?? []
    const transfers = transfersMissing(expected, before)
    if (transfers.length === 0) continue
    const count = new Set(before.map(({ posting }) => posting)).size
    const [first, later] = names
    const name: PostingName = count === 0 ? `${first}:${id}` : `${later}:${id}.${count}`
    await post(tx, { borrowerId, orderId, name, transfers }, at)
    if (count > 0) moved.add(id)
  }
  return moved
}

/** The postings about the outcome of a payment or an extension. */
const ABOUT_SUBJECTS = /^(?:payment|payment-moved|payment-unapplied|extension-[a-z]+):([^.]+)/

/** The id of the payment or extension that a posting is about; undefined where it is about neither. */
export function subjectOf(posting: string): string | undefined {
  return ABOUT_SUBJECTS.exec(posting)?.[1]
}

/** The refunds that a payment should have. */
type DueRefund = {
  readonly id: string
  readonly amounts: Partial<Readonly<Record<Refund['cause'], Paise>>>
}

/** Orders the refunds of payments that are due and not ordered yet. */
async function oweMissing(
  work: Work,
  { borrowerId, orderId }: OrderKey,
  dueRefunds: readonly DueRefund[],
): Promise<void> {
  const refunds = await refundsOf(work.tx, borrowerId, orderId)
  const ordered = Map.groupBy(refunds, ({ receiptId }) => receiptId)
  const missing = refundsMissing(
    dueRefunds.map(({ id }) => ({ id, sentBack: totalRefunded(ordered.get(id) ?? []) })),
    new Map(dueRefunds.map(({ id, amounts }) => [id, sumPaise(Object.values(amounts))])),
  )
  for (const { id: receiptId, amounts } of dueRefunds) {
    let missingAmount = missing.get(receiptId) ?? ZERO_PAISE
    for (const cause of ['extension-ended', 'excess', 'payout-reversed'] as const) {
      const before = (ordered.get(receiptId) ?? []).filter(refund => refund.cause === cause)
      const amount = minPaise(
        missingAmount,
        leftOverPaise(amounts[cause] ?? ZERO_PAISE, totalRefunded(before)),
      )
      if (amount > 0) await owe(work, { borrowerId, orderId, receiptId, cause, amount })
      missingAmount = leftOverPaise(missingAmount, amount)
    }
  }
}

const totalRefunded = (refunds: readonly OrderedRefund[]): Paise =>
  sumPaise(refunds.map(({ amount }) => amount))
