import { lendingHandlers } from '#server/lending/orders/handlers.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { JobData, JobName } from '#server/platform/jobs/names.ts'
import type { Faults } from './faults.ts'

type Job = {
  readonly name: JobName
  readonly data: JobData[JobName]
  readonly dueAt: number
  readonly key?: string | undefined
}

export type Jobs = {
  /** Wraps the server's queue: a job exists exactly if the transaction that enqueued it committed. */
  readonly queue: (real: LendingServices['queue'], now: () => number) => LendingServices['queue']
  /** Runs jobs until none is due. A job that fails runs again, and any job may run twice. */
  readonly run: (services: LendingServices, now: number) => Promise<void>
  readonly waiting: () => number
}

const RUNS_TWICE = 0.05
const RETRY_AFTER_MS = 60_000

export function jobsWith(faults: Faults): Jobs {
  const jobs: Job[] = []
  return {
    waiting: () => jobs.length,
    queue: (real, now) => ({
      ...real,
      enqueue: async (tx, name, data, options) => {
        // The server gives a delay in real time; here it passes in simulated time.
        const pauseMs = Math.max(0, (options?.startAfter?.getTime() ?? 0) - Date.now())
        tx.afterCommit(
          () => void jobs.push({ name, data, dueAt: now() + pauseMs, key: options?.singletonKey }),
        )
      },
      enqueueAll: async (tx, name, all) => {
        tx.afterCommit(() => void jobs.push(...all.map(data => ({ name, data, dueAt: now() }))))
      },
      enqueueMissing: async (tx, name, all) => {
        const missing = all.filter(
          one => !jobs.some(job => job.name === name && job.key === one.key),
        )
        tx.afterCommit(
          () =>
            void jobs.push(...missing.map(({ key, data }) => ({ name, data, dueAt: now(), key }))),
        )
      },
    }),
    run: async (services, now) => {
      const handlers = lendingHandlers(services)
      for (
        let at = jobs.findIndex(({ dueAt }) => dueAt <= now);
        at >= 0;
        at = jobs.findIndex(({ dueAt }) => dueAt <= now)
      ) {
        const [job] = jobs.splice(at, 1)
        if (!job) return
        try {
          await handlers[job.name](job.data as never)
          if (faults.strikes('job ran twice', RUNS_TWICE))
            jobs.push({ ...job, dueAt: now + RETRY_AFTER_MS })
        } catch {
          jobs.push({ ...job, dueAt: now + RETRY_AFTER_MS })
        }
      }
    },
  }
}
