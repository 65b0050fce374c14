/** The list of banks by the four letters of their codes, with the successors of those that merged. */

import { join } from 'node:path'
import { indiaDayOf } from '#domain/day.ts'
import { bankCodeEdition, type ListedBank, storeBankCodes } from '#server/identity/db/bank-code.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import { csvFile } from './csv.ts'

/** The day of the bundled list. A database imports it if the list that it holds is older. */
const EDITION = '2026-05-22'
const BUNDLED = join(import.meta.dirname, `banks-${EDITION}.csv`)

/**
 * Reads a list: a CSV with the columns CODE, BANK and SUCCESSOR, the last one empty for a present
 * bank. Refuses a duplicate code, and a successor that is not listed or has merged itself.
 */
export async function readBanks(path: string): Promise<readonly ListedBank[]> {
  const banks = new Map<string, ListedBank>()
  for await (const row of csvFile(path)) {
    const code = (row.CODE ?? '').trim()
    const name = (row.BANK ?? '').trim()
    if (!/^[A-Z]{4}$/.test(code) || name === '') throw new Error(`Row "${code}" is no bank.`)
    if (banks.has(code)) throw new Error(`${code} is listed twice.`)
    banks.set(code, { code, name, successor: (row.SUCCESSOR ?? '').trim() || null })
  }
  for (const { code, successor } of banks.values())
    if (successor !== null && banks.get(successor)?.successor !== null)
      throw new Error(`${successor}, the successor of ${code}, is no bank of the list.`)
  if (banks.size === 0) throw new Error('The list names no bank.')
  return [...banks.values()]
}

/** Imports the bundled list, unless the database holds one of that day or a later one. */
export async function importBundledBanks({ db }: { readonly db: Database }): Promise<void> {
  const stored = await bankCodeEdition(db)
  if (stored !== null && stored >= EDITION) return
  const banks = await readBanks(BUNDLED)
  await db.transaction(tx => storeBankCodes(tx, banks, EDITION))
}

/** Replaces the list by a lender's, which stays until a release brings a later one. */
export async function importBanks(
  { db, clock }: { readonly db: Database; readonly clock: Pick<Clock, 'wall'> },
  path: string,
): Promise<{ readonly banks: number; readonly merged: number }> {
  const banks = await readBanks(path)
  await db.transaction(tx => storeBankCodes(tx, banks, indiaDayOf(clock.wall())))
  return { banks: banks.length, merged: banks.filter(bank => bank.successor !== null).length }
}
