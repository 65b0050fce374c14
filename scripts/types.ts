/**
 * Type-checks every folder with its own tsconfig, which limits what the folder may import. A folder
 * is checked from what the check before found, so that an unchanged one takes a fifth of the time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

/** What tsc found in each folder, for its next check. Delete it at will. */
const FINDINGS = 'node_modules/.cache/types'

/** The largest come first, so that no processor waits for one of them at the end. */
const folders = [
  'e2e',
  'bench',
  'simulation',
  'model',
  'fuzz',
  'server',
  'scripts',
  'web',
  'console',
  'contract',
  'domain',
  'words',
  'mutants',
  'web/sw',
]

/** Checks one folder after the other until none is left; returns whether one had faults. */
async function checkFolders(): Promise<boolean> {
  let hasFaults = false
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    const findings = `${FINDINGS}/${folder.replace('/', '-')}.tsbuildinfo`
    const check = spawn('tsc', ['-p', folder, '--incremental', '--tsBuildInfoFile', findings], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    const [status] = await once(check, 'close')
    if (status !== 0) hasFaults = true
  }
  return hasFaults
}

// A check takes half a gigabyte of memory.
const workers = Array.from({ length: Math.min(availableParallelism(), 4) }, checkFolders)
const results = await Promise.all(workers)
process.exit(results.includes(true) ? 1 : 0)
