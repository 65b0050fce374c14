import type { PayoutPort, PayoutRequest, PayoutStatus } from '#server/providers/payout/port.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'

const UNREACHABLE = 0.05
const ANSWER_LOST = 0.05
const REFUSES = 0.03
/** The chance of a reversal at each status query, of a new payout and of an old one. */
const REVERSES = 0.01
const REVERSES_LATE = 0.02
const OLD_AFTER_QUERIES = 14
/** The most status queries that it answers with `pending`. */
const PENDING_MOST = 3

type Transfer = {
  readonly request: PayoutRequest
  readonly outcome: 'succeeded' | 'refused'
  pendingFor: number
  /** How often the server has asked for the status since the payout succeeded. */
  queries: number
  isReversed: boolean
}

export type Bank = PayoutPort & {
  /** The bank's own books: the transfers that it accepted, by key. */
  readonly transfers: ReadonlyMap<string, Transfer>
}

/**
 * Simulates a bank that is sometimes unreachable, loses answers, takes its time, refuses payouts and
 * reverses them. A key always names the same transfer.
 */
export function bankOf(chance: Chance, faults: Faults): Bank {
  const transfers = new Map<string, Transfer>()
  const statusOf = (transfer: Transfer): PayoutStatus => {
    if (transfer.pendingFor > 0) {
      transfer.pendingFor -= 1
      return { state: 'pending' }
    }
    if (transfer.outcome === 'refused') return { state: 'refused', reason: 'account closed' }
    if (transfer.isReversed)
      return { state: 'reversed', reason: 'returned by the beneficiary bank' }
    return { state: 'succeeded', utr: transfer.request.key.replaceAll('-', '').slice(0, 12) }
  }
  return {
    name: 'simulation',
    reversibleForDays: 180,
    transfers,
    send: async request => {
      if (faults.strikes('bank unreachable', UNREACHABLE)) throw new Error('connect ETIMEDOUT')
      const earlier = transfers.get(request.key)
      if (earlier && JSON.stringify(earlier.request) !== JSON.stringify(request))
        throw new Error(`the key ${request.key} was sent with two different transfers`)
      const transfer = earlier ?? {
        request,
        outcome: faults.strikes('payout refused', REFUSES)
          ? ('refused' as const)
          : ('succeeded' as const),
        pendingFor: chance.between(0, PENDING_MOST),
        queries: 0,
        isReversed: false,
      }
      transfers.set(request.key, transfer)
      if (faults.strikes('bank answer lost', ANSWER_LOST)) throw new Error('read ECONNRESET')
      return statusOf(transfer)
    },
    status: async key => {
      if (faults.strikes('bank unreachable', UNREACHABLE)) throw new Error('connect ETIMEDOUT')
      const transfer = transfers.get(key)
      if (!transfer) return { state: 'unknown' }
      const isDone =
        transfer.outcome === 'succeeded' && transfer.pendingFor === 0 && !transfer.isReversed
      if (isDone) {
        transfer.queries += 1
        const isOld = transfer.queries > OLD_AFTER_QUERIES
        transfer.isReversed = isOld
          ? faults.strikes('payout reversed late', REVERSES_LATE)
          : faults.strikes('payout reversed', REVERSES)
      }
      return statusOf(transfer)
    },
  }
}
