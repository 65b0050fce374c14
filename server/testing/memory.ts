import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A folder of Linux in memory: a database of a thousand files is copied there in a tenth of the time. */
const MEMORY = '/dev/shm'
/** The memory that four files with their databases and browsers need at most. */
const ENOUGH_BYTES = 2 ** 31

/**
 * The beginning of the names of folders that a process owns. Those of a killed process are removed by
 * the next run of the server's tests.
 */
export const OWNED_PREFIX = 'saral-test-'

/** True if this machine's folder in memory has room for what the tests of a run store. */
export function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    return false
  }
}

/** The folder for what tests store and delete again: in memory where there is room. */
export function temporaryFolder(): string {
  return hasMemoryFolder() ? MEMORY : tmpdir()
}
