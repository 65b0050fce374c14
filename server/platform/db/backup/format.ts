/**
 * The format of a backup: gzip of lines of JSON. A header comes first; then, for each table, its
 * name and columns, and its rows as lists of values in PostgreSQL's own spelling; then the waiting
 * jobs; and a last line with the count, without which the file is incomplete.
 */
import type { KeyName } from '#server/platform/keys/fingerprint.ts'
import type { AppliedMigration, Column } from './tables.ts'

export const formatVersion = 1

export type Header = {
  format: 'saral-backup'
  version: number
  madeAt: string
  migrations: AppliedMigration[]
  /** The fingerprints of the keys that open its values; empty if the database knew none. */
  keys: BackupKey[]
}
/** The name of a key and its fingerprint in base64, which does not reveal the key. */
export type BackupKey = { name: KeyName; fingerprint: string; isDropped: boolean }
export type TableStart = { table: string; columns: Column[] }
export type Row = (string | null)[]
export type WaitingJob = {
  job: string
  data: object
  singletonKey: string | null
  startAfter: string
}
export type End = { end: number }

export type Line = Header | TableStart | Row | WaitingJob | End
