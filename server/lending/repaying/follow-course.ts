import { indiaDayOf } from '#domain/day.ts'
import { courseOf } from '#domain/lending/course.ts'
import type { LoanFacts } from '#domain/lending/loan-facts.ts'
import { lookAtNextDebit } from '#server/lending/autopay/look-at-debit.ts'
import { takeBackLateness } from '#server/lending/borrowing/take-back-lateness.ts'
import { accrue } from '#server/lending/closing/accrue.ts'
import { factsOf } from '#server/lending/db/loan.ts'
import type { Order } from '#server/lending/db/order.ts'
import { recordEvent } from '#server/lending/db/order-event.ts'
import { correctDocuments } from '#server/lending/documents/correct-documents.ts'
import { saveExtensions } from '#server/lending/extending/extension-course.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { bookCourse } from '#server/lending/repaying/book-course.ts'
import { type Cause, moveByCourse } from '#server/lending/repaying/move-by-course.ts'
import { afterSettling } from '#server/lending/repaying/settled.ts'
import { endMootPlan, grantUnanswered } from '#server/lending/restructuring/answer-plan.ts'

/** An extension that ends now without its fee. */
export type EndOfExtension = {
  readonly extensionId: string
  readonly how: 'lapsed' | 'abandoned'
}

/**
 * Follows the course of a loan after something became known of it (decision 6): its books, refunds,
 * extensions, state and lateness agree with it afterwards. Needs the borrower's lock. Returns the
 * order after it.
 */
export async function followCourse(
  work: LendingWork,
  before: Order,
  cause: Cause,
  end?: EndOfExtension,
): Promise<Order> {
  const { tx, at } = work
  const order = await grantUnanswered(work, before, indiaDayOf(at))
  const stored = await factsOf(tx, order)
  if (!stored) throw new Error(`Order ${order.id} has no loan.`)
  const facts = end ? withEnd(stored, end, at) : stored
  const course = courseOf(facts)
  if (course.isPlanMoot) await endMootPlan(work, order)
  const changes = await saveExtensions(work, order, facts, course)
  await accrue(tx, order, course.loan, cause.id, at)
  const moved = await bookCourse(work, order, facts.payments, course)
  if (moved.size > 0)
    await recordEvent(tx, order, {
      event: 'paymentsReplayed',
      actor: 'provider',
      at,
      details: { payments: moved.size },
    })
  const after = await moveByCourse(work, order, { course, changes, cause })
  if (after.state === 'settled' && order.state !== 'settled') await afterSettling(work, after)
  if (cause.payment) await correctDocuments(work, after, cause.payment.instant)
  if (after.worstOverdueDays < order.worstOverdueDays) await takeBackLateness(work, after)
  // After a payment, its receiver looks once the borrower was notified of it.
  if (!cause.payment)
    await lookAtNextDebit(work, after, cause.actor === 'calendar' ? undefined : at)
  return after
}

function withEnd(facts: LoanFacts, { extensionId, how }: EndOfExtension, at: Date): LoanFacts {
  const ended = how === 'lapsed' ? how : { abandoned: { at, knownPayments: facts.payments.length } }
  const extensions = facts.extensions.map(extension =>
    extension.id === extensionId ? { ...extension, ended } : extension,
  )
  return { ...facts, extensions }
}
