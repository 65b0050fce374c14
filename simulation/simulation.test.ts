import { afterEach, expect, test } from 'vitest'
import { faultNames } from './faults.ts'
import { isReminder } from './messenger.ts'
import { type Run, simulate } from './run.ts'
import { verdict } from './verdict.ts'

/** `npm run simulate -- --loans 5000 --seeds 7,8` sets both; `npm test` always runs the same few. */
const LOANS = Number(process.env.SIMULATED_LOANS ?? 60)
const SEEDS = (process.env.SIMULATED_SEEDS ?? '5,6').split(',').map(Number)
const LOANS_A_BORROWER = 6

let run: Run | undefined
afterEach(async () => {
  await run?.world.close()
  run = undefined
})

test.each(SEEDS)(
  `runs ${LOANS} loans to their end with seed %i, and loses, doubles and overcharges nothing`,
  async seed => {
    const startedAt = performance.now()
    run = await simulate({ seed, loans: LOANS, borrowers: Math.ceil(LOANS / LOANS_A_BORROWER) })
    const { faults, loans, days, bank, provider, messenger } = run
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(
      [
        `Seed ${seed}: ${loans} loans in ${days} simulated days (${seconds} s): ${bank.transfers.size} payouts, ${provider.ended.length} payment attempts, ${provider.refunds.size} refunds, ${messenger.carried.length} texts (${messenger.carried.filter(isReminder).length} reminders), ${faults.total()} faults:`,
        ...faultNames.map(name => `  ${String(faults.counts.get(name)).padStart(6)}  ${name}`),
      ].join('\n'),
    )
    expect(
      await verdict(run),
      `repeat it with: npm run simulate -- --loans ${LOANS} --seeds ${seed}`,
    ).toEqual([])
    expect(faults.total()).toBeGreaterThan(loans)
    expect(messenger.carried.filter(isReminder).length).toBeGreaterThan(0)
    expect(bank.transfers.size).toBeGreaterThan(loans / 3)
  },
  24 * 3_600_000,
)
