import { afterEach, expect, test } from 'vitest'
import { countFaults, tableOf } from './counts.ts'
import { isReminder } from './messenger.ts'
import { type OpenRun, openRun } from './run.ts'
import { verdict } from './verdict.ts'

/** `npm run simulate -- --loans 5000 --seeds 7,8` sets them; `npm run test:all` runs 200. */
const LOANS = Number(process.env.SIMULATED_LOANS ?? 20)
const SEEDS = (process.env.SIMULATED_SEEDS ?? '5').split(',').map(Number)
const MINUTES = Number(process.env.SIMULATED_MINUTES ?? 10)
const LOANS_A_BORROWER = 3
/** One of each character. */
const BORROWERS_MIN = 9

let opened: OpenRun | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

test.each(SEEDS)(
  `runs ${LOANS} loans to their end with seed %i, and loses, doubles and overcharges nothing`,
  async seed => {
    const startedAt = performance.now()
    const borrowers = Math.max(BORROWERS_MIN, Math.ceil(LOANS / LOANS_A_BORROWER))
    opened = await openRun({ seed, loans: LOANS, borrowers })
    const run = await opened.run()
    const { faults, loans, days, bank, provider, messenger, acts, counts } = run
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(
      [
        `Seed ${seed}: ${loans} loans in ${days} simulated days (${seconds} s): ${bank.transfers.size} payouts, ${provider.ended.length} payment attempts, ${provider.refunds.size} refunds, ${messenger.carried.length} texts (${messenger.carried.filter(isReminder).length} reminders), ${faults.total()} faults:`,
        tableOf(counts, acts, faults),
      ].join('\n'),
    )
    expect(
      [...(await verdict(run)), ...countFaults(LOANS, counts, acts)],
      `look again with: npm run simulate -- --loans ${LOANS} --seeds ${seed}`,
    ).toEqual([])
    expect(messenger.carried.filter(isReminder).length).toBeGreaterThan(0)
  },
  MINUTES * 60_000,
)
