/** The sign-in codes of unknown devices, counted for all servers together (decision 54). */
import {
  type CodeFigures,
  TALLY_SLOT_MS,
  TALLY_SLOTS,
  tallySlotAt,
} from '#domain/accounts/proof-of-work.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { countUse, rowOf, usesOf } from '#server/platform/db/rate-window.ts'

type CodeOutcome = keyof CodeFigures

/** A slot is kept while it affects a decision. */
const KEPT_SECONDS = ((TALLY_SLOTS + 1) * TALLY_SLOT_MS) / 1000

/** The rows that share the count of one slot, so that no code waits for all others. */
const ROWS = 8

export type TalliedCode = {
  readonly outcome: CodeOutcome
  /** The hash of the number, by which the counts are divided among the rows. */
  readonly phoneHash: Buffer
  readonly at: Date
}

/** Counts a code, in the transaction that sends or compares it; returns the window of the count. */
export async function tallyCode(
  db: Queryable,
  { outcome, phoneHash, at }: TalliedCode,
): Promise<string> {
  const bucket = bucketOf(outcome, tallySlotAt(at.getTime()), rowOf(phoneHash, ROWS))
  await countUse(db, { bucket, windowSeconds: KEPT_SECONDS }, at)
  return bucket
}

/** The figures of the hour before this moment. */
export async function codeFiguresAt(db: Queryable, at: Date): Promise<CodeFigures> {
  const present = tallySlotAt(at.getTime())
  const slots = Array.from({ length: TALLY_SLOTS }, (_, back) => present - back)
  const bucketsOf = (outcome: CodeOutcome) =>
    slots
      .filter(slot => outcome !== 'sent' || slot !== present)
      .flatMap(slot => Array.from({ length: ROWS }, (_, row) => bucketOf(outcome, slot, row)))
  const buckets = { sent: bucketsOf('sent'), used: bucketsOf('used'), wrong: bucketsOf('wrong') }
  const uses = await usesOf(db, Object.values(buckets).flat(), at)
  const total = (of: readonly string[]) =>
    of.reduce((sum, bucket) => sum + (uses.get(bucket) ?? 0), 0)
  return { sent: total(buckets.sent), used: total(buckets.used), wrong: total(buckets.wrong) }
}

function bucketOf(outcome: CodeOutcome, slot: number, row: number): string {
  return `codes-${outcome}:${slot}:${row}`
}
