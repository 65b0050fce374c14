/**
 * `npm run simulate -- [--loans 2000] [--seeds 1,2] [--minutes 8]`: runs loans to their end while
 * vendors fail and the server is killed. A seed decides the borrowers and their plans; because they
 * act at the same time, and the server dies in between, no two runs are alike in every step. A run
 * that takes longer than so many minutes fails.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '2000' },
    seeds: { type: 'string' },
    minutes: { type: 'string', default: '1440' },
  },
})
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--configLoader=native',
    '--project',
    'simulation',
    'simulation/simulation.test.ts',
  ],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      SIMULATED_LOANS: values.loans,
      SIMULATED_MINUTES: values.minutes,
      SIMULATED_SEEDS: values.seeds ?? String(Date.now() % 1_000_000),
    },
  },
)
process.exit(status ?? 1)
