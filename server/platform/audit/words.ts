/** The texts of `npm run ops -- verify-audit` for the operator. */
import type { Anchor } from '#server/platform/audit/anchors.ts'
import type { Behind, Verdict } from '#server/platform/audit/verify.ts'

/**
 * The verdict, line by line: the faults first, then what they mean and what to do, then what no anchor
 * covers. `files` are those of the anchors.
 */
export function verdictLines(
  { entries, unanchored, unkeyed, faults, behind }: Verdict,
  anchors: readonly Anchor[],
  files: readonly string[],
): string[] {
  const newest = anchors
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const lines =
    faults.length > 0
      ? [...faults, `The audit log is NOT intact: ${faults.length} faults are named above.`]
      : [`The audit log is intact: ${entries} entries agree with ${anchors.length} anchors.`]
  if (behind) lines.push(...behindLines(behind, files))
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

/** A restored older backup and a log whose end was cut off look the same here: only people know which it is. */
function behindLines({ agreedUntil, lostFrom, lostUntil }: Behind, files: readonly string[]) {
  const agrees =
    agreedUntil === undefined
      ? 'It agrees with no anchor'
      : `It agrees with the anchors until ${agreedUntil}`
  const spans =
    agreedUntil === undefined
      ? `of before ${lostFrom}`
      : `of between ${agreedUntil} and ${lostFrom}`
  return [
    `What it means: the log is sound in itself, and older than its anchors. ${agrees}, and lacks what those from ${lostFrom} to ${lostUntil} saw. So looks a database that was restored from a backup ${spans}, and so does one from whose end somebody has removed entries.`,
    `If you restored such a backup: what was done after it is lost, also payments and payouts (docs/running.md, "Backups, and back to a point in time"). Write the restoration down, stop the servers, move ${files.join(' and ')} away and keep it with that record, for it alone proves what was lost, and start the servers: they begin a new file. Then run this again.`,
    'If nobody restored one: somebody with the rights of the owner removed entries. Change nothing, keep a copy of the database and of the anchors, and find out who.',
  ]
}
