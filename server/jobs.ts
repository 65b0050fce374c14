/** The jobs of all rooms, and this server's work on them. */
import { identityJobs } from '#server/identity/jobs.ts'
import { lendingJobs } from '#server/lending/jobs.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { noticeJobs } from '#server/notices/jobs.ts'
import type { JobData, JobName } from '#server/platform/jobs/queue.ts'

/** Two of each kind at a time: enough that a slow provider does not hold up the next borrower. */
const CONCURRENCY = 2

const jobs = { ...noticeJobs, ...identityJobs, ...lendingJobs } satisfies Record<JobName, unknown>

export const jobNames = Object.keys(jobs) as JobName[]

export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData[Name]) => Promise<void>
}

/** The handler of each job. Each may be interrupted and run again. */
export function jobHandlers(services: LendingServices): JobHandlers {
  const handlers = Object.entries<(services: LendingServices, data: never) => Promise<void>>(jobs)
  return Object.fromEntries(
    handlers.map(([name, handle]) => [name, (data: never) => handle(services, data)]),
  ) as JobHandlers
}

/** Starts working on the jobs on this server. */
export async function workOnJobs(services: LendingServices): Promise<void> {
  const handlers = jobHandlers(services)
  const work = <Name extends JobName>(name: Name) =>
    services.queue.work(name, handlers[name], { concurrency: CONCURRENCY })
  for (const name of jobNames) await work(name)
}
