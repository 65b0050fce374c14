import type { Database, Transaction } from '#server/platform/db/open.ts'
import type { Chance } from './chance.ts'

/** Every kind of fault. */
export const faultNames = [
  'died before commit',
  'died after commit',
  'job ran twice',
  'bank unreachable',
  'bank answer lost',
  'payout refused',
  'payout reversed',
  'payout reversed late',
  'provider unreachable',
  'link answer lost',
  'payment failed',
  'webhook delayed',
  'webhook repeated',
  'webhook never came',
  'webhook forged',
  'refund answer lost',
  'text refused',
  'text answer lost',
  'request repeated',
  'paid twice',
  'came back to a page',
  'page was over',
] as const
export type Fault = (typeof faultNames)[number]

export type Faults = {
  /** Decides whether a fault strikes now, and counts it if it does. */
  readonly strikes: (fault: Fault, probability: number) => boolean
  readonly counts: ReadonlyMap<Fault, number>
  readonly total: () => number
  /** No fault strikes while this is false. */
  isOn: boolean
}

export function faultsBy(chance: Chance): Faults {
  const counts = new Map<Fault, number>(faultNames.map(name => [name, 0]))
  const faults: Faults = {
    isOn: false,
    counts,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    strikes: (fault, probability) => {
      if (!faults.isOn || !chance.happens(probability)) return false
      counts.set(fault, (counts.get(fault) ?? 0) + 1)
      return true
    },
  }
  return faults
}

/** Thrown where the process dies: the caller gets no answer and tries again. */
export class ProcessDied extends Error {}

const DIES_BEFORE_COMMIT = 0.01
const DIES_AFTER_COMMIT = 0.01

/** Wraps a database whose client sometimes dies just before or just after a commit. */
export function mortal(db: Database, faults: Faults): Database {
  return {
    ...db,
    transaction: async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      const result = await db.transaction(async tx => {
        const value = await work(tx)
        if (faults.strikes('died before commit', DIES_BEFORE_COMMIT))
          throw new ProcessDied('the process died before commit')
        return value
      })
      if (faults.strikes('died after commit', DIES_AFTER_COMMIT))
        throw new ProcessDied('the process died after commit')
      return result
    },
  }
}
