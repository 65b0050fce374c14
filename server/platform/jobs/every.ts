import type { Log } from '#server/platform/log.ts'
import { instrumented, type Metrics, type Outcome } from '#server/platform/metrics/metrics.ts'

export type IntervalJob = {
  /** Runs once more, after the current run, and waits until that run has ended. */
  readonly run: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

/**
 * An interval job: runs now and every `everyMs`, one run at a time. `stop` waits for the current
 * run. A run that answers `skipped` finished but left some work undone.
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
  let underWay: Promise<unknown> = Promise.resolve()
  const run = () => {
    underWay = underWay
      .then(measured)
      .catch((error: Error) => log.error({ err: error }, `${name} failed and will run again`))
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
