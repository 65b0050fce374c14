/** Rereads the whole audit log, slot by slot, and compares it with its keys and its anchors. */
import { CHAIN_START } from '#domain/chain.ts'
import type { Anchor } from '#server/platform/audit/anchors.ts'
import { type AuditRow, SLOTS, type StoredLog, sealOfRow } from '#server/platform/audit/entries.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'

const BATCH = 1_000

export type Verdict = {
  readonly entries: number
  readonly anchors: number
  /** The entries after the last anchor of their slot: the check would not miss them if they were cut off. */
  readonly unanchored: number
  /** The entries of before the keys, which anchors alone protect against a change of the whole. */
  readonly unkeyed: number
  readonly faults: readonly string[]
  /** Set where the log is sound in itself, and lacks the entries that its anchors name in one span of time. */
  readonly behind?: Behind | undefined
}

/** Anchors until `agreedUntil` agree; those from `lostFrom` to `lostUntil` name entries that are missing. */
export type Behind = {
  /** Undefined if none agrees. */
  readonly agreedUntil: string | undefined
  readonly lostFrom: string
  readonly lostUntil: string
}

/** The instants of the anchors that agree with the log, and of those that do not. */
type Standing = { readonly agreed: readonly string[]; readonly lost: readonly string[] }

/**
 * The disagreements; empty where the log is intact. Read the anchors before the entries, so that
 * none is younger than the entries.
 */
export async function verifyAudit(
  log: StoredLog,
  cipher: Pick<Cipher, 'sealUnder'>,
  anchors: readonly Anchor[],
): Promise<Verdict> {
  const counted = await log.count()
  let verdict: Verdict = {
    entries: 0,
    anchors: anchors.length,
    unanchored: 0,
    unkeyed: 0,
    faults: [],
  }
  const standings: Standing[] = []
  const items: Fault[] = []
  for (let slot = 0; slot < SLOTS; slot++) {
    const ofSlot = anchors.filter(each => each.slot === slot)
    const { entries, unanchored, unkeyed, faults, standing } = await verifySlot(
      log,
      cipher,
      slot,
      ofSlot,
    )
    standings.push(standing)
    items.push(...faults)
    verdict = {
      ...verdict,
      entries: verdict.entries + entries,
      unanchored: verdict.unanchored + unanchored,
      unkeyed: verdict.unkeyed + unkeyed,
    }
  }
  const faults = items.map(({ text }) => text)
  if (verdict.entries >= counted) return { ...verdict, faults, behind: behindOf(standings, items) }
  const outside = `${counted - verdict.entries} entries are in no chain.`
  return { ...verdict, faults: [...faults, outside] }
}

/** `isNotAsAnchored`: an anchor names an entry that is missing or differs; any other fault means a change. */
type Fault = { readonly text: string; readonly isNotAsAnchored: boolean }
const changed = (text: string): Fault => ({ text, isNotAsAnchored: false })
const notAsAnchored = (text: string): Fault => ({ text, isNotAsAnchored: true })

/**
 * The span of time whose anchors name entries that the log lacks; undefined if it has other faults,
 * or if an anchor within that span agrees.
 */
function behindOf(standings: readonly Standing[], faults: readonly Fault[]): Behind | undefined {
  const lost = standings.flatMap(each => each.lost).sort()
  const [lostFrom] = lost
  const lostUntil = lost.at(-1)
  if (lostFrom === undefined || lostUntil === undefined) return undefined
  const agreed = standings.flatMap(each => each.agreed).sort()
  const isCut = faults.every(({ isNotAsAnchored }) => isNotAsAnchored)
  if (!isCut || agreed.some(at => at > lostFrom && at <= lostUntil)) return undefined
  return { agreedUntil: agreed.filter(at => at <= lostFrom).at(-1), lostFrom, lostUntil }
}

async function verifySlot(
  log: StoredLog,
  cipher: Pick<Cipher, 'sealUnder'>,
  slot: number,
  anchors: readonly Anchor[],
): Promise<
  Omit<Verdict, 'anchors' | 'faults'> & {
    readonly faults: readonly Fault[]
    readonly standing: Standing
  }
> {
  const anchored = Map.groupBy(anchors, ({ number }) => number)
  const faults: Fault[] = []
  let entries = 0
  let unkeyed = 0
  let last: Last = BEFORE_ALL
  const same = new Set<Anchor>()
  for (;;) {
    const rows = await log.after(slot, last.number, BATCH)
    for (const { number, seal } of rows)
      for (const anchor of anchored.get(number) ?? []) if (anchor.seal === seal) same.add(anchor)
    faults.push(...faultsOf(last, rows, cipher, anchored))
    unkeyed += rows.filter(({ keyId }) => keyId === null).length
    last = rows.at(-1) ?? last
    entries += rows.length
    if (rows.length < BATCH) break
  }
  // An entry without a key that is followed by one with a key was sealed by it.
  if (last.number > 0 && last.keyId === null)
    faults.push(
      changed(
        `Slot ${slot} ends at entry ${last.number} without a key. A server seals old entries when it starts.`,
      ),
    )
  const lastAnchored = Math.max(0, ...anchored.keys())
  if (lastAnchored > last.number)
    faults.push(
      notAsAnchored(`Entries of slot ${slot} up to ${lastAnchored} were anchored and are missing.`),
    )
  const unanchored = Math.max(0, last.number - lastAnchored)
  const standing = {
    agreed: [...same].map(({ at }) => at),
    lost: anchors.filter(anchor => !same.has(anchor)).map(({ at }) => at),
  }
  return { entries, unanchored, unkeyed, faults, standing }
}

/** The end of the entries of a slot that were verified. */
type Last = Pick<AuditRow, 'number' | 'seal' | 'keyId'>
/** Where a slot begins. */
export const BEFORE_ALL: Last = { number: 0, seal: CHAIN_START, keyId: null }

/** The faults of the next entries of a slot, in order after the last one. */
export function faultsAfter(
  last: Pick<AuditRow, 'number' | 'seal'>,
  rows: readonly AuditRow[],
  cipher: Pick<Cipher, 'sealUnder'>,
  anchored: ReadonlyMap<number, readonly Anchor[]>,
): string[] {
  return faultsOf(last, rows, cipher, anchored).map(({ text }) => text)
}

function faultsOf(
  last: Pick<AuditRow, 'number' | 'seal'>,
  rows: readonly AuditRow[],
  cipher: Pick<Cipher, 'sealUnder'>,
  anchored: ReadonlyMap<number, readonly Anchor[]>,
): Fault[] {
  return rows.flatMap((row, at) => {
    const entry = `Entry ${row.number} of slot ${row.slot}`
    const link = linkFault(row, rows[at - 1] ?? last, cipher)
    if (link) return [changed(`${entry} ${link}`)]
    const anchor = anchorFault(row, anchored.get(row.number))
    return anchor ? [notAsAnchored(`${entry} ${anchor}`)] : []
  })
}

function linkFault(
  row: AuditRow,
  before: Pick<AuditRow, 'number' | 'seal'>,
  cipher: Pick<Cipher, 'sealUnder'>,
): string | undefined {
  if (row.number !== before.number + 1) return 'does not follow the one before it.'
  const seal = sealOfRow(row, cipher)
  if (seal === undefined) return `is sealed with the key ${row.keyId}, which the key file lacks.`
  return row.previous === before.seal && row.seal === seal
    ? undefined
    : 'was changed, or the one before it was.'
}

/** Every anchor counts: of two that contradict each other, at least one disagrees with any log. */
function anchorFault({ seal }: AuditRow, anchors: readonly Anchor[] = []): string | undefined {
  const other = anchors.find(anchor => anchor.seal !== seal)
  return other && `differs from the one that was anchored at ${other.at}.`
}
