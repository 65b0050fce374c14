/** The sign-in codes of unknown devices, counted for all servers together (decision 54). */
import {
  type CodeFigures,
  TALLY_SLOT_MS,
  TALLY_SLOTS,
  tallySlotAt,
} from '#domain/accounts/proof-of-work.ts'
import type { Queryable } from '#server/platform/db/open.ts'
import { countUse, usesOf } from '#server/platform/db/rate-window.ts'

type CodeOutcome = keyof CodeFigures

/** A slot is kept until it no longer decides anything. */
const KEPT_SECONDS = ((TALLY_SLOTS + 1) * TALLY_SLOT_MS) / 1000

/** Counts a code, in the transaction that sends or compares it. */
export async function tallyCode(db: Queryable, outcome: CodeOutcome, at: Date): Promise<void> {
  const bucket = bucketOf(outcome, tallySlotAt(at.getTime()))
  await countUse(db, { bucket, windowSeconds: KEPT_SECONDS }, at)
}

/** The figures of the hour before this moment. */
export async function codeFiguresAt(db: Queryable, at: Date): Promise<CodeFigures> {
  const present = tallySlotAt(at.getTime())
  const slots = Array.from({ length: TALLY_SLOTS }, (_, back) => present - back)
  const bucketsOf = (outcome: CodeOutcome) =>
    slots
      .filter(slot => outcome !== 'sent' || slot !== present)
      .map(slot => bucketOf(outcome, slot))
  const buckets = { sent: bucketsOf('sent'), used: bucketsOf('used'), wrong: bucketsOf('wrong') }
  const uses = await usesOf(db, Object.values(buckets).flat(), at)
  const total = (of: readonly string[]) =>
    of.reduce((sum, bucket) => sum + (uses.get(bucket) ?? 0), 0)
  return { sent: total(buckets.sent), used: total(buckets.used), wrong: total(buckets.wrong) }
}

function bucketOf(outcome: CodeOutcome, slot: number): string {
  return `codes-${outcome}:${slot}`
}
