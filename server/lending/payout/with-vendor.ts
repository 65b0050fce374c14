import { underWayElsewhere } from '#server/lending/db/unfinished.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { Log } from '#server/platform/log.ts'

/** How long something waits that is with another vendor, until perhaps a server that has that one looks at it. */
export const ELSEWHERE_PAUSE_MS = 10 * 60_000

type Held = {
  readonly vendor: string
  readonly payoutId?: string
  readonly refundId?: string
  readonly paymentId?: string
}

/**
 * Whether something is with the configured vendor. No other is ever asked about it or given it: it would not know it, and a payout it would
 * make a second time.
 */
export function isWith(
  { name: configured }: { readonly name: string },
  held: Held,
  log: Log,
): boolean {
  if (held.vendor === configured) return true
  log.error(
    { ...held, configured },
    'this is with another vendor than the configured one: it waits until that one is configured again',
  )
  return false
}

/** When whoever has it is asked again; one that is elsewhere less often, for this server cannot ask. */
export function askAgainWith(
  { name }: { readonly name: string },
  vendor: string | undefined,
  round: number,
): Date {
  const isElsewhere = vendor !== undefined && vendor !== name
  return isElsewhere ? new Date(Date.now() + ELSEWHERE_PAUSE_MS) : askAgainAt(round)
}

/** Says at a start what waits because it is with another vendor than the configured one, and what to do. */
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
const LONGEST_PAUSE_MS = 15_000

/**
 * When a provider that has not finished is asked again: after a second, then more and more seldom, up to a quarter of a
 * minute. Real time: the provider does not live by the product's clock.
 */
function askAgainAt(round: number): Date {
  const pauseMs = Math.min(FIRST_PAUSE_MS * GROWTH ** round, LONGEST_PAUSE_MS)
  return new Date(Date.now() + pauseMs)
}

/**
 * Asks a provider. One that cannot be asked just now is no failure of the job, which would end after some tries: what the
 * provider would have said is `otherwise`, and it is asked again for as long as it takes.
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
    log.warn({ err: error }, `${what} could not be asked; it is asked again`)
    return otherwise
  }
}
