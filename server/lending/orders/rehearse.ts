/** Rehearses other terms, or other figures of the rules, on the newest decided applications. */
import type { Application, Decision } from '#domain/lending/decision.ts'
import {
  costsOf,
  countsOf,
  type PastApplication,
  type Rehearsed,
  type RehearsedChange,
  rehearse,
} from '#domain/lending/rehearsal.ts'
import { orderOf } from '#server/lending/db/order.ts'
import { type DecidedRow, rulesDecisions } from '#server/lending/db/rehearsal.ts'
import { openFacts } from '#server/platform/db/record-key.ts'
import type { Services } from '#server/services.ts'

type Parts = Pick<Services, 'db' | 'cipher'>
const APPLICATIONS_MAX = 300
const PAST_DAYS = 365
/** A person waits for it, so it counts the applications that it reached by then. */
const DURATION_MAX_MS = 3_000

/**
 * Runs a change over the newest applications of a product, or of all products, of the last year. It
 * reads no more than 300, and stops after three seconds. Facts whose key was destroyed are left out.
 */
export async function rehearseOn(
  services: Parts,
  change: RehearsedChange,
  { productId, now }: { readonly productId?: string | undefined; readonly now: Date },
) {
  const since = new Date(now.getTime() - PAST_DAYS * 86_400_000)
  const rows = await rulesDecisions(services.db, { productId, since, limit: APPLICATIONS_MAX })
  const giveUpAt = performance.now() + DURATION_MAX_MS
  const seenIds = new Set<string>()
  const rehearsed: Rehearsed[] = []
  for (const row of rows) {
    if (performance.now() > giveUpAt) break
    // An application that was referred and decided again counts once, as it was decided last.
    if (seenIds.has(row.orderId)) continue
    seenIds.add(row.orderId)
    const past = await pastApplication(services, row)
    if (past) rehearsed.push(rehearse(past, change))
  }
  const costs = costsOf(rehearsed)
  return {
    applications: rehearsed.length,
    before: countsOf(rehearsed.map(({ before }) => before)),
    after: countsOf(rehearsed.map(({ after }) => after)),
    costBefore: costs.before,
    costAfter: costs.after,
    changed: rehearsed.filter(({ before, after }) => before !== after),
  }
}

const OUTCOMES: Readonly<Record<string, Decision['outcome']>> = {
  approve: 'approve',
  refer: 'refer',
  deny: 'deny',
}

async function pastApplication(
  { db, cipher }: Parts,
  { borrowerId, orderId, event, facts: sealed }: DecidedRow,
): Promise<PastApplication | undefined> {
  const [order, facts] = await Promise.all([
    orderOf(db, borrowerId, orderId),
    openFacts(db, cipher, borrowerId, sealed),
  ])
  const outcome = OUTCOMES[event]
  if (!order || !facts || !outcome) return undefined
  return { orderNo: order.orderNo, outcome, facts: facts as Application, terms: order.terms }
}
