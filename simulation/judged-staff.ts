/** Judges the calls and reminders to borrowers, also while they complain. */
import type { Database } from '#server/platform/db/open.ts'
import { type CallRecord, unlawfulCalls } from './oracle/calls.ts'
import type { Run } from './run.ts'

/** A complaint about repayment, from the answer to its borrower until staff began to close it. */
type Dispute = { readonly borrowerId: string; readonly from: string; readonly until: string }
type CallTo = CallRecord & { readonly borrowerId: string }
type Reminder = { readonly borrowerId: string; readonly id: string; readonly at: string }

/** A complaint holds reminders and calls for at most this time (decision 30). */
const HOLDS_MS = 30 * 86_400_000
const NEVER = '9999-12-31T00:00:00.000Z'

/** Judges the calls and reminders of a run by the records of borrowers and staff. */
export async function staffWorkFaults(
  db: Database,
  { lives, staff }: Pick<Run, 'lives' | 'staff'>,
): Promise<string[]> {
  const ownerOfOrder = await ownersIn(db, 'loan_order', 'order_id')
  const ownerOfFeedback = await ownersIn(db, 'feedback', 'feedback_id')
  const calls = staff.calls.map(({ orderId, ...call }) => ({
    ...call,
    borrowerId: ownerOfOrder(orderId),
  }))
  const disputes = lives.flatMap(({ complaints }) =>
    complaints.map(({ feedbackId, since }) => ({
      borrowerId: ownerOfFeedback(feedbackId),
      from: since,
      until: staff.closedComplaints.get(feedbackId) ?? NEVER,
    })),
  )
  const rows = await db.raw(
    `SELECT message_id::text AS id, borrower_id::text AS "borrowerId", noted_at AS at FROM borrower_message WHERE kind = 'reminder'`,
  )
  const reminders = rows.map(({ id, borrowerId, at }) => ({
    id: String(id),
    borrowerId: String(borrowerId),
    at: (at as Date).toISOString(),
  }))
  return contactFaults(disputes, calls, reminders)
}

async function ownersIn(db: Database, table: string, key: string) {
  const rows = await db.raw(`SELECT ${key}::text AS id, borrower_id::text AS owner FROM ${table}`)
  const owners = new Map(rows.map(({ id, owner }) => [String(id), String(owner)]))
  return (id: string) => owners.get(id) ?? ''
}

/**
 * Names every call that was not lawful, and every call and reminder to a borrower whose complaint
 * was open (decisions 30 and 64).
 */
export function contactFaults(
  disputes: readonly Dispute[],
  calls: readonly CallTo[],
  reminders: readonly Reminder[],
): string[] {
  const isOpen = (borrowerId: string, at: string) =>
    disputes.some(
      each =>
        each.borrowerId === borrowerId &&
        each.from < at &&
        at < each.until &&
        Date.parse(at) < Date.parse(each.from) + HOLDS_MS,
    )
  return [
    ...[...Map.groupBy(calls, ({ borrowerId }) => borrowerId).values()].flatMap(unlawfulCalls),
    ...calls
      .filter(call => [call.from, call.until].every(at => isOpen(call.borrowerId, at)))
      .map(({ from }) => `a borrower was called at ${from}, while their complaint was open`),
    ...reminders
      .filter(({ borrowerId, at }) => isOpen(borrowerId, at))
      .map(({ id }) => `reminder ${id} was written while a complaint was open`),
  ]
}
