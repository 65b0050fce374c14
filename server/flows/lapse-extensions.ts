import type { OrderKey } from '#server/db/closing.ts'
import { expiredExtensions, extensionsOf } from '#server/db/extension.ts'
import { orderOf } from '#server/db/order.ts'
import { unpaidForExtension } from '#server/db/payment.ts'
import { lockBorrower } from '#server/db/verification.ts'
import { isAskedAbout } from '#server/flows/ask-payment.ts'
import { lapseUnpaid } from '#server/flows/extension-payment.ts'
import type { LendingServices } from '#server/flows/lending-services.ts'
import { receiveAttempt } from '#server/flows/receive-payment.ts'

const BATCH = 100

/**
 * Ends the extensions that were not paid within 24 hours (specification §4). The provider is asked first: money that it has is not
 * late because its message is. One that cannot be asked, or is not the configured one, leaves the extension open until it can.
 */
export async function lapseExtensions(services: LendingServices): Promise<number> {
  const { db, clock, log } = services
  let total = 0
  for (;;) {
    const keys = await expiredExtensions(db, clock.now(), BATCH)
    let lapsed = 0
    for (const key of keys) {
      try {
        await askForLatePayments(services, key)
        if (await lapse(services, key)) lapsed += 1
      } catch (error) {
        log.error({ err: error, orderId: key.orderId }, 'an extension could not be ended; it is tried again')
      }
    }
    total += lapsed
    if (keys.length < BATCH || lapsed === 0) return total
  }
}

async function askForLatePayments(services: LendingServices, { borrowerId, orderId }: OrderKey): Promise<void> {
  const { db, clock, payment: provider } = services
  const awaiting = (await extensionsOf(db, borrowerId, orderId)).find(({ state }) => state === 'awaiting')
  if (!awaiting) return
  const pages = await unpaidForExtension(db, awaiting)
  for (const { id: paymentId, link, vendor } of pages) {
    if (!link || vendor !== provider.name) continue
    for (const attempt of await provider.attempts(link.linkRef))
      await receiveAttempt(services, borrowerId, { ...attempt, paymentId, vendor: provider.name })
  }
  const elsewhere = pages.find(page => page.link && page.vendor !== provider.name && isAskedAbout(page, clock.now()))
  if (elsewhere) throw new Error(`payment ${elsewhere.id} is with ${elsewhere.vendor}, which is not the configured vendor`)
}

/** False where it was paid, given up or ended meanwhile. */
function lapse(services: LendingServices, { borrowerId, orderId }: OrderKey): Promise<boolean> {
  const { db, clock } = services
  return db.transaction(async tx => {
    const [, order] = await Promise.all([lockBorrower(tx, borrowerId), orderOf(tx, borrowerId, orderId)])
    const at = clock.now()
    return order ? lapseUnpaid(services, tx, order, at, at) : false
  })
}
