import type { Log } from '#server/platform/log.ts'
import { instrumented, type Metrics, type Outcome } from '#server/platform/metrics/metrics.ts'

export type Regular = { readonly stop: () => Promise<void> }

/**
 * Does some work now and every so often, one run after the other; stops when told, after the run under way. Work that answers
 * `left-behind` went to its end, and a part of it is still to be done.
 */
export function regularly(
  everyMs: number,
  { log, metrics }: { readonly log: Log; readonly metrics?: Metrics | undefined },
  name: string,
  work: () => Promise<unknown>,
): Regular {
  let outcome: Outcome = 'done'
  const noteOutcome = async () => {
    outcome = (await work()) === 'left-behind' ? 'left-behind' : 'done'
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
  }
  run()
  const timer = setInterval(run, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
