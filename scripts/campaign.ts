/**
 * `npm run rig -- campaign`: a day of guessing by 10,000 networks against the running server, on a clock
 * that moves. Prints codes sent, guesses judged by the length of the code, accounts entered, and how the owners of
 * the numbers fared on known and on new devices. Then it measures how long codes and wrong guesses
 * take for numbers that are customers', and for others.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const tests = ['server/accounts/campaign.test.ts', 'server/accounts/timing.test.ts']
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--configLoader=native', '--project', 'server', ...tests],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, CAMPAIGN: 'whole' },
  },
)
process.exit(status ?? 1)
