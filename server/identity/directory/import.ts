/**
 * Imports a list of branches as the directory: completely or not at all; importing the same list
 * twice changes nothing.
 */

import {
  beginDirectory,
  type DirectoryBranch,
  directoryOf,
  forgetOtherImports,
  importDirectoryRows,
} from '#server/identity/db/directory.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Ids } from '#server/platform/ids.ts'
import { boxBranches } from './box.ts'
import { type Branch, chainIds, type Dirt, type Reading } from './branch.ts'

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
/** `read` opens the list anew: the transaction may be retried. */
export type DirectorySource = {
  readonly read: () => AsyncIterable<Reading & { readonly code: string }>
  readonly source: 'box' | 'import'
  readonly isComplete: boolean
}

export async function importDirectory(
  { db, clock, ids }: ImportParts,
  list: DirectorySource,
): Promise<ImportReport> {
  const importedAt = clock.wall()
  const importId = ids.uuid(importedAt)
  return db.transaction(async tx => {
    await beginDirectory(tx, { source: list.source, isComplete: list.isComplete, importedAt })
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

/** Imports the built-in directory where there is none yet. */
export async function seedDirectory(parts: ImportParts): Promise<void> {
  if (await directoryOf(parts.db)) return
  async function* read() {
    for (const branch of boxBranches()) yield { branch, dirt: [], code: branch.ifsc }
  }
  await importDirectory(parts, { read, source: 'box', isComplete: false })
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
