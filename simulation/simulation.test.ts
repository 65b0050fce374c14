import { afterEach, expect, test } from 'vitest'
import { faultNames } from './faults.ts'
import { isReminder } from './messenger.ts'
import { type Run, simulate } from './run.ts'
import { verdict } from './verdict.ts'

/** `npm run simulate -- --loans 5000 --seeds 7,8` runs as many as asked for, of any seed; `npm test` some of the same each time. */
const LOANS = Number(process.env.SIMULATED_LOANS ?? 60)
const SEEDS = (process.env.SIMULATED_SEEDS ?? '5,6').split(',').map(Number)
const LOANS_A_BORROWER = 6

let run: Run | undefined
afterEach(async () => {
  await run?.world.close()
  run = undefined
})

test.each(SEEDS)(
  `${LOANS} loans to their end, seed %i: nothing lost, nothing doubled, nobody charged more than agreed or reminded more than published`,
  async seed => {
    const startedAt = performance.now()
    run = await simulate({ seed, loans: LOANS, borrowers: Math.ceil(LOANS / LOANS_A_BORROWER) })
    const { faults, loans, days, bank, provider, messenger } = run
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(
      [
        `seed ${seed}: ${loans} loans in ${days} days (${seconds} s), ${bank.transfers.size} payouts, ${provider.ended.length} attempts to pay, ${provider.refunds.size} refunds, ${messenger.carried.length} texts, ${messenger.carried.filter(isReminder).length} of them reminders, ${faults.total()} faults`,
        ...faultNames.map(name => `  ${String(faults.counts.get(name)).padStart(6)}  ${name}`),
      ].join('\n'),
    )
    expect(
      await verdict(run),
      `replay with: npm run simulate -- --loans ${LOANS} --seeds ${seed}`,
    ).toEqual([])
    expect(faults.total()).toBeGreaterThan(loans)
    expect(messenger.carried.filter(isReminder).length).toBeGreaterThan(0)
    expect(bank.transfers.size).toBeGreaterThan(loans / 3)
  },
  24 * 3_600_000,
)
