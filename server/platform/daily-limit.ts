import type { BorrowerCall } from '#server/platform/actions/call.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { countUses, takeBackUses } from '#server/platform/db/rate-window.ts'
import { LimitReached } from '#server/platform/http/limits.ts'

const DAY_SECONDS = 86_400

/**
 * Limits how many requests a borrower may cause to an outside service or to our staff in a day:
 * each costs money, and none may serve for guessing.
 */
const DAILY_MAX = {
  'aadhaar-otp': 10,
  'aadhaar-code': 40,
  digilocker: 10,
  pan: 10,
  face: 40,
  card: 60,
  'bank-account': 30,
  contacts: 10,
  feedback: 20,
  download: 10,
  // Each costs the server a fraction of a second.
  pdf: 100,
} as const

type Service = keyof typeof DAILY_MAX

const bucketOf = (service: Service, borrowerId: string) => `${service}:${borrowerId}`

/** Takes back a request that the outside service did not get. */
export function takeBackFromDay(
  db: Queryable,
  service: Service,
  borrowerId: string,
): Promise<void> {
  return takeBackUses(db, [bucketOf(service, borrowerId)])
}

/**
 * Counts one request to an outside service; refuses it with 429 once the day's limit is reached.
 */
export async function countTowardsDay(
  db: Queryable,
  service: Service,
  { borrowerId, now }: Pick<BorrowerCall, 'borrowerId' | 'now'>,
): Promise<void> {
  const allowance = {
    bucket: bucketOf(service, borrowerId),
    most: DAILY_MAX[service],
    windowSeconds: DAY_SECONDS,
  }
  const overrun = await countUses(db, [allowance], now)
  if (overrun) throw new LimitReached(overrun.waitSeconds)
}
