/**
 * `npm run check`: runs types, lint, the fast tests, and the test that prepares every statement.
 * `--house` prints the rooms' figures first.
 */
import { spawnSync } from 'node:child_process'

const steps = ['types', 'lint', 'unit', 'statements']
if (process.argv.includes('--house')) steps.unshift('house')

for (const step of steps) {
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
