import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { every } from './every.ts'

const SECOND_MS = 1_000
const MINUTE_RUNS = 60

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A job that runs each second, and what it logged. */
function jobOf(work: () => Promise<unknown>) {
  const logged: string[] = []
  const note =
    (level: string) =>
    ({ failures }: { readonly failures?: number }, message: string) => {
      logged.push(`${level}: ${message} (${failures})`)
    }
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  return { job: every(SECOND_MS, { log }, 'the work', work), logged }
}

test('a job that fails again and again is logged at once, then once a minute, and when it works again', async () => {
  let isBroken = true
  const { job, logged } = jobOf(() =>
    isBroken ? Promise.reject(new Error('away')) : Promise.resolve(),
  )
  for (let runs = 1; runs < MINUTE_RUNS; runs++) await job.run()
  expect(logged).toEqual(['error: the work failed and will run again (1)'])
  await job.run()
  expect(logged.slice(1)).toEqual(['error: the work failed and will run again (61)'])
  isBroken = false
  await job.run()
  await job.run()
  expect(logged.slice(2)).toEqual(['info: the work works again (61)'])
  await job.stop()
})

test('a job that works is not logged, and its next failure is', async () => {
  let runs = 0
  const { job, logged } = jobOf(async () => {
    runs += 1
    if (runs % 2 === 0) throw new Error('away')
  })
  await job.run()
  await job.run()
  await job.run()
  expect(logged).toEqual([
    'error: the work failed and will run again (1)',
    'info: the work works again (1)',
    'error: the work failed and will run again (1)',
  ])
  await job.stop()
})
