/** Rereads the whole audit chain, and compares it with its end and its anchors. */
import { CHAIN_START, firstBreak } from '#domain/chain.ts'
import type { Anchor } from '#server/platform/audit/anchors.ts'
import {
  type AuditRow,
  auditAfter,
  auditHash,
  auditHead,
  sealedPart,
} from '#server/platform/audit/entries.ts'
import type { Queryable } from '#server/platform/db/open.ts'

const BATCH = 1_000

export type Verdict = {
  readonly entries: number
  readonly anchors: number
  readonly faults: readonly string[]
}

/**
 * The disagreements; empty where the log is intact. Entries written during the check are not
 * judged.
 */
export async function verifyAudit(db: Queryable, anchors: readonly Anchor[]): Promise<Verdict> {
  const head = await auditHead(db)
  const open = new Map(anchors.map(each => [each.number, each]))
  const faults: string[] = []
  let last = { number: 0, seal: CHAIN_START }
  for (;;) {
    const rows = (await auditAfter(db, last.number, BATCH)).filter(
      ({ number }) => number <= head.number,
    )
    faults.push(...faultsOf(rows, last), ...anchoredOtherwise(rows, open))
    last = rows.at(-1) ?? last
    if (rows.length < BATCH) break
  }
  if (last.number !== head.number)
    faults.push(`The log ends at entry ${last.number}, but its recorded end is ${head.number}.`)
  else if (last.seal !== head.seal)
    faults.push(`The log ends at entry ${last.number}, but its recorded end has another seal.`)
  const missing = [...open.values()].filter(({ number }) => number > last.number)
  if (missing.length > 0)
    faults.push(
      `Entries up to ${Math.max(...missing.map(({ number }) => number))} were anchored and are missing.`,
    )
  return { entries: last.number, anchors: anchors.length, faults }
}

function faultsOf(
  rows: readonly AuditRow[],
  before: { readonly number: number; readonly seal: string },
): string[] {
  const gap = rows.find(({ number }, at) => number !== before.number + at + 1)
  if (gap) return [`Entry ${gap.number} does not follow the one before it.`]
  const links = rows.map(row => ({
    previous: row.previous,
    entry: sealedPart(row),
    seal: row.seal,
  }))
  const broken = firstBreak(auditHash, links, before.seal)
  return broken === undefined
    ? []
    : [`Entry ${rows[broken]?.number} was changed, or the one before it was.`]
}

function anchoredOtherwise(rows: readonly AuditRow[], open: ReadonlyMap<number, Anchor>): string[] {
  return rows.flatMap(({ number, seal }) => {
    const anchored = open.get(number)
    return anchored && anchored.seal !== seal
      ? [`Entry ${number} differs from the one that was anchored at ${anchored.at}.`]
      : []
  })
}
