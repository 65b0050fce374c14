/** What `npm run verify-audit` says to the operator. */
import type { Anchor } from '#server/platform/audit/anchors.ts'
import type { Verdict } from '#server/platform/audit/verify.ts'

/** The verdict, line by line: the faults first, then what no anchor covers. */
export function verdictLines(
  { entries, unanchored, unkeyed, faults }: Verdict,
  anchors: readonly Anchor[],
): string[] {
  const newest = anchors
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const lines =
    faults.length > 0
      ? [...faults, `The audit log is NOT intact: ${faults.length} faults are named above.`]
      : [`The audit log is intact: ${entries} entries agree with ${anchors.length} anchors.`]
  if (newest === undefined)
    lines.push('There are no anchors: without them entries cut off at the end go unnoticed.')
  else
    lines.push(
      `The last anchor is of ${newest}. ${unanchored} entries are younger than the last anchor of their chain: if they were cut off, nobody would notice.`,
    )
  if (unkeyed > 0)
    lines.push(
      `${unkeyed} entries of before the keys have no keyed seal: the anchors of that time, and the seal of the entry after them, protect them.`,
    )
  return lines
}
