import type { Log } from '#server/services.ts'

export type Regular = { readonly stop: () => Promise<void> }

/** Does some work now and every so often, one run after the other; stops when told, after the run under way. */
export function regularly(everyMs: number, { log }: { readonly log: Log }, name: string, work: () => Promise<unknown>): Regular {
  let underWay: Promise<unknown> = Promise.resolve()
  const run = () => {
    underWay = underWay.then(work).catch((error: Error) => log.error({ err: error }, `${name} failed and will run again`))
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
