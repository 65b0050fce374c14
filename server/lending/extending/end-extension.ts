import { indiaDayOf } from '#domain/day.ts'
import { endExtensionRow, extensionsOf } from '#server/lending/db/extension.ts'
import { withdrawAddendum } from '#server/lending/db/loan-document.ts'
import type { Order } from '#server/lending/db/order.ts'
import { firstReceiptsOf } from '#server/lending/db/receipt.ts'
import type { LendingWork } from '#server/lending/orders/lending-services.ts'
import { unbookCourse } from '#server/lending/repaying/book-course.ts'
import { followCourse } from '#server/lending/repaying/follow-course.ts'
import type { Work } from '#server/services.ts'

/**
 * Ends the extension that was still unpaid at that time, after its 24 hours (specification §4).
 * False where there is none.
 */
export async function lapseUnpaid(
  work: LendingWork,
  order: Order,
  unpaidBy: Date,
): Promise<boolean> {
  const awaiting = (await extensionsOf(work.tx, order.borrowerId, order.id)).find(
    ({ state }) => state === 'awaiting',
  )
  if (!awaiting || awaiting.expiresAt > unpaidBy) return false
  const { id } = awaiting
  await followCourse(work, order, { id, actor: 'calendar' }, { extensionId: id, how: 'lapsed' })
  return true
}

/**
 * The loan was cancelled: payments on it and for its extensions go back, and no extension waits for
 * its fee (product §6, 6→5).
 */
export async function undoPayments(work: Work, order: Order): Promise<void> {
  const { tx, at } = work
  const { borrowerId, id: orderId } = order
  const [extensions, receipts] = await Promise.all([
    extensionsOf(tx, borrowerId, orderId),
    firstReceiptsOf(tx, borrowerId, orderId),
  ])
  for (const extension of extensions) {
    if (extension.state !== 'awaiting') continue
    const end = { at, day: indiaDayOf(at), afterReceipts: receipts.length }
    await endExtensionRow(tx, extension, { how: 'ended', ...end })
    await withdrawAddendum(tx, extension, at)
  }
  const extensionIds = extensions.map(({ id }) => id)
  await unbookCourse(work, order, receipts, extensionIds)
}
