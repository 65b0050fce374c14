/** `npm run check`: runs types, lint and the fast tests. `--house` prints the rooms' figures first. */
import { spawnSync } from 'node:child_process'

const steps = ['types', 'lint', 'unit']
if (process.argv.includes('--house')) steps.unshift('house')

for (const step of steps) {
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
