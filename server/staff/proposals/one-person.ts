/** The lines of `npm run ops -- books` about acts that need two persons and were done by one. */
import type { actsDoneAlone } from '#server/staff/proposals/db/proposal.ts'

/** A line for each kind of act; none where two persons did all of them. */
export function aloneLines(acts: Awaited<ReturnType<typeof actsDoneAlone>>): string[] {
  return acts.map(
    ({ act, count }) =>
      `${act}: ${count} approved by the person who proposed it, since the second person was switched off.`,
  )
}
