import type { Chance } from './chance.ts'

/** Every kind of fault. */
export const faultNames = [
  'server killed',
  'bank unreachable',
  'bank answer lost',
  'payout refused',
  'payout reversed',
  'payout reversed late',
  'provider unreachable',
  'link answer lost',
  'payment failed',
  'debit failed',
  'webhook delayed',
  'webhook repeated',
  'webhook never came',
  'webhook forged',
  'refund answer lost',
  'refund failed',
  'refund given up',
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
