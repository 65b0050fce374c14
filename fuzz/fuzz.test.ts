import { expect, test } from 'vitest'
import { CALLS } from './calls.ts'
import { ROLES } from './requests.ts'
import { fuzz } from './run.ts'

/** The requests of about a minute; `npm run rig -- fuzz` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000)
const SEED = Number(process.env.FUZZ_SEED ?? 7)
/** Each run has a server of its own, with newly prepared borrowers. */
const REQUESTS_PER_RUN = 2_000
const PATIENCE_MS = 3_600_000

const PER_CALL_AND_ROLE = Math.floor(
  Math.min(REQUESTS, REQUESTS_PER_RUN) / CALLS.length / ROLES.length,
)

test(
  `${REQUESTS} requests for every call in every role find no fault (seed ${SEED})`,
  async () => {
    const counts = new Map<string, Map<string, number>>()
    for (let count = 0; count < REQUESTS; count += REQUESTS_PER_RUN)
      await fuzz(Math.min(REQUESTS_PER_RUN, REQUESTS - count), SEED + count, counts)
    if (process.env.FUZZ_REQUESTS) console.log(tableOf(counts))
    for (const { name } of CALLS)
      for (const role of ROLES)
        expect(counts.get(name)?.get(role), `${name} as ${role}`).toBeGreaterThanOrEqual(
          PER_CALL_AND_ROLE,
        )
  },
  PATIENCE_MS,
)

/** One line per call, and one for all. */
function tableOf(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const all = new Map<string, number>()
  for (const ofCall of counts.values())
    for (const [what, count] of ofCall) all.set(what, (all.get(what) ?? 0) + count)
  return [...counts, ['all', all] as const]
    .map(([name, ofCall]) => {
      const columns = [...ofCall].sort().map(([what, count]) => `${what} ${count}`)
      return `${name.padEnd(28)} ${columns.join(', ')}`
    })
    .join('\n')
}
