/**
 * The file: gzip of lines of JSON. A header; for each table its name and columns, then its rows as lists of PostgreSQL's
 * own spelling of each value; the jobs that wait; and a last line with the count, without which the file is not whole.
 */
import type { AppliedMigration, Column } from './tables.ts'

export const formatVersion = 1

export type Header = {
  format: 'saral-backup'
  version: number
  madeAt: string
  migrations: AppliedMigration[]
}
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
