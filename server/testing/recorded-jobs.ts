/** Jobs that wait until a test runs them. */

import { jobHandlers } from '#server/jobs.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import type { JobData, JobName } from '#server/platform/jobs/queue.ts'
import type { Services } from '#server/services.ts'

export type Job = {
  readonly [Name in JobName]: {
    readonly name: Name
    readonly data: JobData[Name]
    readonly isLater: boolean
  }
}[JobName]

/** Records enqueued jobs once their transaction is committed. */
export function recordingQueue({ queue }: Services, jobs: Job[]): LendingServices['queue'] {
  const note = (name: JobName, data: object, isLater = false) =>
    jobs.push({ name, data, isLater } as Job)
  const waits = (name: JobName, key: string) =>
    jobs.some(job => job.name === name && Object.values<unknown>(job.data).includes(key))
  return {
    ...queue,
    enqueue: async (tx, name, data, options) =>
      tx.afterCommit(() => note(name, data, options?.startAfter !== undefined)),
    enqueueAll: async (tx, name, all) => tx.afterCommit(() => all.map(data => note(name, data))),
    enqueueMissing: async (tx, name, all) =>
      tx.afterCommit(() =>
        all.filter(({ key }) => !waits(name, key)).map(({ data }) => note(name, data)),
      ),
  }
}

/** Runs due jobs until none is left; of the later jobs, one with the requested name. */
export async function runJobs(
  services: LendingServices,
  jobs: Job[],
  later: JobName | undefined,
): Promise<void> {
  const handlers = jobHandlers(services)
  const isDue = (job: Job) => !job.isLater || job.name === later
  const most = jobs.length + 20
  for (let ran = 0; ran < most && jobs.some(isDue); ran += 1) {
    const [job] = jobs.splice(jobs.findIndex(isDue), 1)
    if (job) await handlers[job.name](job.data as never)
    if (job?.isLater) return
  }
}
