import { closeEach } from '#server/lending/closing/close-each.ts'
import { expiredExtensions, extensionsOf } from '#server/lending/db/extension.ts'
import { moneyUnderWayOn } from '#server/lending/db/money-under-way.ts'
import { type OrderKey, orderOf } from '#server/lending/db/order.ts'
import { pagesOfExtension } from '#server/lending/db/payment.ts'
import { lapseUnpaid } from '#server/lending/extending/end-extension.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { askVendor, isAskedAbout } from '#server/lending/repaying/ask-payment.ts'
import { lockBorrower } from '#server/platform/db/lock.ts'

/**
 * Ends the extensions that were not paid within 24 hours (specification §4). Asks the provider
 * first: money is not late because its message is. Where the provider cannot be asked or is not the
 * configured one, or says that a payment is under way, the extension stays open until it is known.
 */
export function lapseExtensions(services: LendingServices): Promise<number> {
  const { db, clock } = services
  return closeEach(services, {
    step: 'end-extension',
    find: portion => expiredExtensions(db, clock.now(), portion),
    close: async key => {
      await askForLatePayments(services, key)
      const isUnderWay = (await moneyUnderWayOn(db, key, clock.now())) !== undefined
      return isUnderWay ? false : lapse(services, key)
    },
  })
}

async function askForLatePayments(
  services: LendingServices,
  { borrowerId, orderId }: OrderKey,
): Promise<void> {
  const { db, clock } = services
  const awaiting = (await extensionsOf(db, borrowerId, orderId)).find(
    ({ state }) => state === 'awaiting',
  )
  if (!awaiting) return
  for (const page of await pagesOfExtension(db, awaiting)) {
    const answer = await askVendor(services, page)
    if (answer === 'unanswered')
      throw new Error(`the provider could not be asked about payment ${page.id}`)
    if (answer === 'elsewhere' && isAskedAbout(page, clock.now()))
      throw new Error(
        `payment ${page.id} is with ${page.vendor}, which is not the configured vendor`,
      )
  }
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
