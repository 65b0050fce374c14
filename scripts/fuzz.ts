/**
 * `npm run rig -- fuzz [--requests 100000] [--seed 7]`: sends valid, borderline and hostile requests for
 * every call of the contract, as nobody and as several borrowers, and for every call of the console
 * as each role, and judges each answer by the contract. It prints what it counted, and ends at the first fault with the smallest request that
 * shows it, and with the arguments that repeat it.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
console.log(`Seed ${values.seed}`)
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--configLoader=native', '--project', 'slow', 'fuzz/'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  },
)
process.exit(status ?? 1)
