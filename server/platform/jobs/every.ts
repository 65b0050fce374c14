import type { Log } from '#server/platform/log.ts'
import { instrumented, type Metrics, type Outcome } from '#server/platform/metrics/metrics.ts'

export type IntervalJob = {
  /** Runs once more, after the current run, and waits until that run has ended. */
  readonly run: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** A job that goes on failing is logged once in this time, however often it runs. */
const FAILURE_LOGGED_EVERY_MS = 60_000

/**
 * An interval job: runs now and every `everyMs`, one run at a time. `stop` waits for the current
 * run. A run that answers `skipped` finished but left some work undone. The first failure is logged
 * at once, those after it once a minute, and their end.
 */
export function every(
  everyMs: number,
  { log, metrics }: { readonly log: Log; readonly metrics?: Metrics | undefined },
  name: string,
  work: () => Promise<unknown>,
): IntervalJob {
  let outcome: Outcome = 'done'
  const noteOutcome = async () => {
    outcome = (await work()) === 'skipped' ? 'skipped' : 'done'
  }
  const measured = () =>
    instrumented(noteOutcome, (thrown, seconds) =>
      metrics?.runEnded(name, thrown ? 'failed' : outcome, seconds),
    )
  const loggedEvery = Math.ceil(FAILURE_LOGGED_EVERY_MS / everyMs)
  let failures = 0
  const noteFailure = (error: unknown) => {
    if (failures % loggedEvery === 0)
      log.error({ err: error, failures: failures + 1 }, `${name} failed and will run again`)
    failures += 1
  }
  const noteSuccess = () => {
    if (failures > 0) log.info({ failures }, `${name} works again`)
    failures = 0
  }
  let underWay: Promise<unknown> = Promise.resolve()
  const run = () => {
    underWay = underWay.then(measured).then(noteSuccess, noteFailure)
    return underWay
  }
  void run()
  const timer = setInterval(run, everyMs)
  return {
    run,
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
