/**
 * Imports a list of branches as the directory. Importing the same list twice changes nothing. A
 * lender's list is imported completely or not at all; the bundled one in the background, in parts.
 */

import { createHash } from 'node:crypto'
import {
  advanceBundled,
  beginBundled,
  beginDirectory,
  type DirectoryBranch,
  directoryOf,
  finishBundled,
  forgetOtherImports,
  importDirectoryRows,
  listBanks,
} from '#server/identity/db/directory.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Ids } from '#server/platform/ids.ts'
import { every, type IntervalJob } from '#server/platform/jobs/every.ts'
import type { Services } from '#server/services.ts'
import { importBundledBanks } from './banks.ts'
import { type Branch, bankIdOf, chainIds, type Dirt, type Reading } from './branch.ts'
import { type BundledList, bundledList } from './bundled.ts'

const BATCH_ROWS = 2_000
const EXAMPLES = 5

export type ImportReport = {
  readonly branches: number
  readonly removed: number
  /** The number of rows per fault, and the first of them. */
  readonly dirty: readonly {
    readonly dirt: Dirt | 'code twice'
    readonly rows: number
    readonly examples: readonly string[]
  }[]
}

export type ImportParts = {
  readonly db: Database
  readonly clock: Pick<Clock, 'wall'>
  readonly ids: Pick<Ids, 'uuid'>
}
/** `read` opens the list again: the transaction may be retried. */
export type DirectorySource = {
  readonly read: () => AsyncIterable<Reading & { readonly code: string }>
  readonly isComplete: boolean
}

export async function importDirectory(
  { db, clock, ids }: ImportParts,
  list: DirectorySource,
): Promise<ImportReport> {
  const importedAt = clock.wall()
  const importId = ids.uuid(importedAt)
  return db.transaction(async tx => {
    await beginDirectory(tx, { isComplete: list.isComplete, importedAt })
    const codes = new Set<string>()
    const dirt = dirtNotes()
    let batch: DirectoryBranch[] = []
    for await (const { branch, dirt: faults, code } of list.read()) {
      for (const each of faults) dirt.note(each, code)
      if (!branch) continue
      if (codes.has(branch.ifsc)) dirt.note('code twice', code)
      else batch.push(rowOf(branch))
      codes.add(branch.ifsc)
      if (batch.length < BATCH_ROWS) continue
      await importDirectoryRows(tx, batch, importId)
      batch = []
    }
    if (batch.length > 0) await importDirectoryRows(tx, batch, importId)
    if (codes.size === 0) throw new Error('The list names no branch.')
    return {
      branches: codes.size,
      removed: await forgetOtherImports(tx, importId),
      dirty: dirt.report(),
    }
  })
}

/** Rows that are stored at once in the background, so that requests are served in between. */
const PART_ROWS = 500

/**
 * Imports the bundled list, unless the lender imported one or the database holds this edition. An
 * interrupted import continues after the last code stored. One of several servers stores each part:
 * the others stop when they find that the import has advanced. It stops early after `signal`.
 */
export async function importBundled(
  { db, clock }: Pick<ImportParts, 'db' | 'clock'>,
  list: BundledList = bundledList,
  signal?: AbortSignal,
): Promise<void> {
  const { edition } = list
  const isOwed = (stored: Awaited<ReturnType<typeof directoryOf>>) =>
    stored?.source !== 'import' &&
    (!stored?.edition ||
      stored.edition < edition ||
      (stored.edition === edition && stored.upTo !== null))
  if (!isOwed(await directoryOf(db))) return
  await beginBundled(db, edition, clock.wall())
  const begun = await directoryOf(db)
  if (!isOwed(begun)) return
  const importId = importIdOf(edition)
  let upTo = begun?.upTo ?? ''
  const store = (part: readonly DirectoryBranch[]): Promise<boolean> =>
    db.transaction(async tx => {
      const reached = part.at(-1)?.ifsc ?? upTo
      if (!(await advanceBundled(tx, { edition, from: upTo, to: reached }))) return false
      await importDirectoryRows(tx, part, importId)
      return true
    })
  let part: DirectoryBranch[] = []
  for await (const branch of list.branches()) {
    if (branch.ifsc <= upTo) continue
    part.push(rowOf(branch))
    if (part.length < PART_ROWS) continue
    if (signal?.aborted || !(await store(part))) return
    upTo = branch.ifsc
    part = []
  }
  await db.transaction(async tx => {
    const last = part.at(-1)?.ifsc ?? upTo
    if (!(await advanceBundled(tx, { edition, from: upTo, to: last }))) return
    if (part.length > 0) await importDirectoryRows(tx, part, importId)
    await forgetOtherImports(tx, importId)
    await listBanks(
      tx,
      list.banksWithoutBranches.map(name => ({ id: bankIdOf(name), name })),
    )
    await finishBundled(tx, clock.wall())
  })
}

/** The time after which a failed or interrupted import is tried again. */
const RETRY_MS = 60_000

/** Imports the bundled lists in the background, now and again until they are stored. */
export function startImportingBundled(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'metrics'>,
): IntervalJob {
  const stopping = new AbortController()
  const job = every(RETRY_MS, services, 'importing the bank branches', () =>
    importBundledBanks(services).then(() => importBundled(services, bundledList, stopping.signal)),
  )
  return {
    ...job,
    stop: () => {
      stopping.abort()
      return job.stop()
    },
  }
}

/** The id is the same for every server and every try, so that a continued import keeps its rows. */
function importIdOf(edition: string): string {
  const hex = createHash('sha256').update(`bundled branches ${edition}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-')
}

function rowOf(branch: Branch): DirectoryBranch {
  const { ifsc, name, bank, state, city } = branch
  return { ...chainIds(branch), ifsc, name, bank, state: state.name, city }
}

function dirtNotes() {
  const notes = new Map<Dirt | 'code twice', { rows: number; examples: string[] }>()
  return {
    note: (dirt: Dirt | 'code twice', code: string) => {
      const note = notes.get(dirt) ?? { rows: 0, examples: [] }
      notes.set(dirt, {
        rows: note.rows + 1,
        examples: [...note.examples, code].slice(0, EXAMPLES),
      })
    },
    report: () => [...notes].map(([dirt, { rows, examples }]) => ({ dirt, rows, examples })),
  }
}
