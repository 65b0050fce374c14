/** Type-checks every folder with its own tsconfig, which limits what the folder may import. */
import { spawnSync } from 'node:child_process'

const folders = [
  'domain',
  'words',
  'contract',
  'server',
  'web',
  'web/sw',
  'e2e',
  'simulation',
  'bench',
  'scripts',
]

let failed = false
for (const folder of folders) {
  const { status } = spawnSync('tsc', ['-p', folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) failed = true
}
process.exit(failed ? 1 : 0)
