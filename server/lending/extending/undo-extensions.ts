import { indiaDayOf } from '#domain/day.ts'
import { feeOf } from '#domain/lending/extension-window.ts'
import {
  postExtensionPaid,
  postExtensionReleased,
  postExtensionReturned,
  reversed,
} from '#domain/lending/ledger.ts'
import { paise, ZERO_PAISE } from '#domain/money.ts'
import {
  type Extension,
  endExtensionRow,
  extensionsOf,
  releasesOf,
} from '#server/lending/db/extension.ts'
import { post } from '#server/lending/db/ledger.ts'
import { withdrawAddendum } from '#server/lending/db/loan-document.ts'
import type { Order } from '#server/lending/db/order.ts'
import { type Receipt, receiptsOf } from '#server/lending/db/payment.ts'
import { returnHeld } from '#server/lending/extending/end-extension.ts'
import type { Work } from '#server/services.ts'

/**
 * The loan was cancelled: what was paid for its extensions goes back, like all other payments on it
 * (product §6, 6→5).
 */
export async function undoExtensions(
  work: Work,
  { borrowerId, id: orderId }: Pick<Order, 'borrowerId' | 'id'>,
): Promise<void> {
  const { tx, at } = work
  const keys = { borrowerId, orderId }
  const [extensions, releases, all] = await Promise.all([
    extensionsOf(tx, borrowerId, orderId),
    releasesOf(tx, borrowerId, orderId),
    receiptsOf(tx, borrowerId, orderId),
  ])
  for (const extension of extensions) {
    if (extension.state === 'awaiting') await giveBackAwaited(work, extension, all)
    const release = releases.find(({ extensionId }) => extensionId === extension.id)
    const used = release
      ? paise(release.amount - release.excess)
      : extension.state === 'paid'
        ? feeOf(extension)
        : ZERO_PAISE
    if (used === 0) continue
    const booked = release
      ? postExtensionReleased(used, release.parts)
      : postExtensionPaid(extension)
    const transfers = [...reversed(booked), ...postExtensionReturned(used)]
    await post(tx, { ...keys, name: `extension-undone:${extension.id}`, transfers }, at)
    // The excess was refunded from the last payments; the rest comes from the first.
    const receipts = all.filter(({ extensionId }) => extensionId === extension.id)
    await returnHeld(work, keys, { receipts, amount: used, cause: 'payout-reversed' })
  }
}

/**
 * Refunds what was set aside for an extension that is still awaited, and stops waiting for the
 * rest.
 */
async function giveBackAwaited(
  work: Work,
  extension: Extension,
  all: readonly Receipt[],
): Promise<void> {
  const { tx, at } = work
  const { borrowerId, orderId, id, paid } = extension
  await endExtensionRow(tx, extension, {
    how: 'ended',
    at,
    day: indiaDayOf(at),
    afterReceipts: all.length,
  })
  await withdrawAddendum(tx, extension, at)
  if (paid === 0) return
  await post(
    tx,
    { borrowerId, orderId, name: `extension-undone:${id}`, transfers: postExtensionReturned(paid) },
    at,
  )
  const receipts = all.filter(({ extensionId }) => extensionId === id)
  await returnHeld(
    work,
    { borrowerId, orderId },
    { receipts, amount: paid, cause: 'payout-reversed' },
  )
}
