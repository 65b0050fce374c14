/** The list of branches that the product brings along; its README names source and licence. */

import { join } from 'node:path'
import { type Branch, readBranch } from './branch.ts'
import { csvFile } from './csv.ts'

/** The day of the list. A database imports it if the list that it holds is older. */
const EDITION = '2026-03-23'

/**
 * The banks whose branches the list lacks, by the letters of their codes. The finder names them, and
 * asks for the code.
 */
export const BANKS_WITHOUT_BRANCHES: Readonly<Record<string, string>> = {
  BARB: 'Bank of Baroda',
  CNRB: 'Canara Bank',
  HDFC: 'HDFC Bank',
  PUNB: 'Punjab National Bank',
  SBIN: 'State Bank of India',
  UBIN: 'Union Bank of India',
}

/** A list for the background import: its branches in the order of their codes, each code once. */
export type BundledList = {
  readonly edition: string
  readonly branches: () => AsyncIterable<Branch>
  /** The names of banks that are listed without a branch. */
  readonly banksWithoutBranches: readonly string[]
}

export const bundledList: BundledList = {
  edition: EDITION,
  branches: bundledBranches,
  banksWithoutBranches: Object.values(BANKS_WITHOUT_BRANCHES),
}

async function* bundledBranches(): AsyncGenerator<Branch> {
  const path = join(import.meta.dirname, `branches-${EDITION}.csv.br`)
  for await (const row of csvFile(path)) {
    const { branch } = readBranch(row)
    if (!branch) throw new Error(`The bundled list of branches has an unusable row: ${row.IFSC}`)
    yield branch
  }
}
