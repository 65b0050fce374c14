import { closeEach } from '#server/lending/closing/close-each.ts'
import { expiredExtensions, extensionsOf } from '#server/lending/db/extension.ts'
import { type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { pagesOfExtension } from '#server/lending/db/payment.ts'
import { lapseUnpaid } from '#server/lending/extending/extension-payment.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { isAskedAbout } from '#server/lending/repaying/ask-payment.ts'
import { receiveAttempt } from '#server/lending/repaying/receive-payment.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'

/**
 * Ends the extensions that were not paid within 24 hours (specification §4). Asks the provider
 * first: money is not late because its message is. Where the provider cannot be asked or is not the
 * configured one, the extension stays open until it can.
 */
export function lapseExtensions(services: LendingServices): Promise<number> {
  const { db, clock } = services
  return closeEach(services, {
    step: 'end-extension',
    find: portion => expiredExtensions(db, clock.now(), portion),
    close: async key => {
      await askForLatePayments(services, key)
      return lapse(services, key)
    },
  })
}

async function askForLatePayments(
  services: LendingServices,
  { borrowerId, orderId }: OrderKey,
): Promise<void> {
  const { db, clock, payment: provider } = services
  const awaiting = (await extensionsOf(db, borrowerId, orderId)).find(
    ({ state }) => state === 'awaiting',
  )
  if (!awaiting) return
  const pages = await pagesOfExtension(db, awaiting)
  for (const { id: paymentId, link, upi, vendor } of pages) {
    if (!link || vendor !== provider.name) continue
    for (const attempt of await provider.attempts(link.linkRef, upi?.upiRef))
      await receiveAttempt(services, borrowerId, { ...attempt, paymentId, vendor: provider.name })
  }
  const elsewhere = pages.find(
    page => page.link && page.vendor !== provider.name && isAskedAbout(page, clock.now()),
  )
  if (elsewhere)
    throw new Error(
      `payment ${elsewhere.id} is with ${elsewhere.vendor}, which is not the configured vendor`,
    )
}

/** False where the extension was paid, given up or ended meanwhile. */
function lapse(services: LendingServices, { borrowerId, orderId }: OrderKey): Promise<boolean> {
  const { db, clock } = services
  return db.transaction(async tx => {
    const [, order] = await Promise.all([
      lockBorrower(tx, borrowerId),
      orderOf(tx, borrowerId, orderId),
    ])
    const at = clock.now()
    return order ? lapseUnpaid({ services, tx, at }, order, at) : false
  })
}
