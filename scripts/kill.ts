/**
 * `npm run rig -- kill [--kills 100] [--servers 2] [--seed 1]`: kills servers while people borrow, on
 * the database of DATABASE_URL or the embedded one. The outcome depends on the seed and on timing.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    servers: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const args = ['run', '--configLoader=native', '--project', 'journeys', 'e2e/kill.e2e.ts']
const { status } = spawnSync(process.execPath, [vitest, ...args], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: {
    ...process.env,
    KILLS: values.kills,
    KILL_SERVERS: values.servers,
    KILL_SEED: values.seed,
  },
})
process.exit(status ?? 1)
