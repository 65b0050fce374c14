import { underWayElsewhere } from '#server/lending/db/unfinished.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { Log } from '#server/platform/log.ts'
import { logTrouble } from '#server/platform/vendor-trouble.ts'

/**
 * The pause before looking again at an object that another vendor has; a server with that vendor
 * may see it first.
 */
export const ELSEWHERE_PAUSE_MS = 10 * 60_000

type ObjectAtVendor = {
  readonly vendor: string
  readonly payoutId?: string
  readonly refundId?: string
  readonly paymentId?: string
}

/**
 * True if the configured vendor has an object. Never ask or send it to another one: that one would
 * not know it, and would pay a payout a second time.
 */
export function isWith(
  { name: configured }: { readonly name: string },
  object: ObjectAtVendor,
  log: Log,
): boolean {
  if (object.vendor === configured) return true
  log.error(
    { ...object, configured },
    'another vendor than the configured one has this: it waits until that vendor is configured again',
  )
  return false
}

/**
 * The time of the next question to the object's vendor; later if it is not the configured one,
 * because this server cannot ask it.
 */
export function askAgainWith(
  { name }: { readonly name: string },
  vendor: string | undefined,
  round: number,
): Date {
  const isElsewhere = vendor !== undefined && vendor !== name
  return isElsewhere ? new Date(Date.now() + ELSEWHERE_PAUSE_MS) : askAgainAt(round)
}

/** Logs at startup what waits for a vendor that is no longer configured, and what to do. */
export async function warnOfOtherVendors({
  db,
  payout,
  payment,
  log,
}: LendingServices): Promise<void> {
  const elsewhere = await underWayElsewhere(db, { payout: payout.name, payment: payment.name })
  if (elsewhere.length === 0) return
  const list = elsewhere
    .map(({ what, vendor, count }) => `${count} ${what} with ${vendor}`)
    .join(', ')
  const todo =
    'This server leaves them alone: let one work on jobs with PAYOUT_PROVIDER and PAYMENT_PROVIDER set back until they are done.'
  log.error(
    { elsewhere },
    `Under way with other vendors than the configured ones: ${list}. ${todo}`,
  )
}

const FIRST_PAUSE_MS = 1_000
const GROWTH = 1.2
const PAUSE_MAX_MS = 15_000

/**
 * The time of the next question about unfinished work: after a second, then less and less often, at
 * most every quarter of a minute. Wall time: the provider does not follow the product's clock.
 */
function askAgainAt(round: number): Date {
  const pauseMs = Math.min(FIRST_PAUSE_MS * GROWTH ** round, PAUSE_MAX_MS)
  return new Date(Date.now() + pauseMs)
}

/**
 * Asks a provider. An unreachable provider does not fail the job, which would give up after some
 * tries: `otherwise` stands in for the answer, and the provider is asked again for as long as
 * needed.
 */
export async function ask<T>(
  log: Log,
  what: string,
  question: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await question()
  } catch (error) {
    logTrouble(log, error, { who: what, rest: ' and will be asked again' })
    return otherwise
  }
}
