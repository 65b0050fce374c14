import type { Chance } from './chance.ts'
import { caseFaults, closeComplaints, collect, decide, lookAtFaces } from './staff-cases.ts'
import { decideProposals, moneyFaults, noMemory, propose, refundsByHand } from './staff-money.ts'
import { type Call, type Parts, type StaffCounts, staffWorld } from './staff-world.ts'
import type { Provider } from './vendor.ts'

/** The lender's people, who work through the console's calls while the server may die. */
export type Staff = {
  /** Does some of the waiting items. An act without an answer is repeated another time. */
  readonly work: (chance: Chance) => Promise<void>
  readonly counts: Readonly<StaffCounts>
  /** The refunds paid by hand, by the lender's own bank account. */
  readonly refundsByHand: () => Provider['refunds']
  /** The complaints that were closed, and the instant before it. */
  readonly closedComplaints: ReadonlyMap<string, string>
  readonly calls: readonly Call[]
  /** Names the acts of these people on which the server's books differ. */
  readonly faults: () => Promise<string[]>
}

/** Invites the lender's people, and lets them work. */
export async function openStaff(parts: Parts): Promise<Staff> {
  const world = await staffWorld(parts)
  const memory = noMemory()
  return {
    counts: world.counts,
    closedComplaints: world.closed,
    calls: world.calls,
    work: async chance => {
      await lookAtFaces(world, chance)
      await decide(world, chance)
      await closeComplaints(world, chance)
      await collect(world, chance)
      await propose(world, memory, chance)
      await decideProposals(world, memory, chance)
    },
    refundsByHand: () => refundsByHand(memory),
    faults: async () => [...(await moneyFaults(world, memory)), ...(await caseFaults(world))],
  }
}
