/**
 * `npm run rig -- campaign`: a day of guessing by 10,000 networks against the running server, on a
 * clock that moves. Prints the codes sent, the guesses by length of the code, the accounts entered,
 * and the outcomes of the numbers' owners on known and on new devices. Then it compares the times
 * of codes and wrong guesses for numbers of customers and for others.
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
