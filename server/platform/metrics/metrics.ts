import { traced } from '#server/platform/tracing/traced.ts'

/**
 * The measurements of a running server: fixed words and numbers, never an address, an id or
 * personal data.
 */
export type Metrics = {
  /** `route` is the pattern of the path. */
  readonly answered: (answer: Answered, seconds: number) => void
  readonly jobEnded: (job: string, outcome: Outcome, seconds: number) => void
  readonly runEnded: (work: string, outcome: Outcome, seconds: number) => void
  /** `outcome` is `done`, or the kind of the failure. */
  readonly vendorAsked: (
    call: { readonly vendor: string; readonly call: string },
    outcome: string,
    seconds: number,
  ) => void
  /** The number of orders that a close of business moved, by kind of move. */
  readonly closed: (counts: Readonly<Record<string, number>>) => void
  /** The number of orders that the close of business skipped, by the step that failed. */
  readonly skipped: (counts: Readonly<Record<string, number>>) => void
  /** The number of AutoPay mandates whose service has not confirmed a command. */
  readonly mandatesUnconfirmed: (count: number) => void
  /** A sign-in code was sent, exchanged for a session, or compared and wrong. */
  readonly signInCode: (outcome: 'sent' | 'used' | 'wrong') => void
  /** An unknown device was asked for a proof of work, or showed one (decision 54). */
  readonly proofOfWork: (outcome: 'required' | 'accepted') => void
  /** A browser reported that a page stopped working. */
  readonly pageFailed: (app: AppOfPage) => void
}

export type Answered = {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly reason?: string | undefined
}
/** The borrower's app, or the console of the lender's people. */
export type AppOfPage = 'borrower' | 'console'
/** `skipped`: done but for some orders that wait for a person. */
export type Outcome = 'done' | 'skipped' | 'failed'

/** Does the work, and reports how it ended and how many seconds it took. */
export async function instrumented<T>(
  work: () => Promise<T>,
  report: (thrown: unknown, seconds: number) => void,
): Promise<T> {
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  try {
    const result = await work()
    report(undefined, seconds())
    return result
  } catch (error) {
    report(error ?? new Error('nothing was thrown'), seconds())
    throw error
  }
}

/** A port whose calls are counted, timed and traced, by the names of the port and of the call. */
export function instrumentedPort<Port extends object>(
  vendor: string,
  port: Port,
  metrics: Pick<Metrics, 'vendorAsked'> | undefined,
): Port {
  return new Proxy(port, {
    get(target, property) {
      const part: unknown = Reflect.get(target, property)
      if (typeof part !== 'function') return part
      const about = { vendor, call: String(property) }
      return (...parameters: unknown[]) => {
        const answer: unknown = part.apply(target, parameters)
        if (!(answer instanceof Promise)) return answer
        return traced(`${vendor} ${about.call}`, about, () =>
          instrumented(
            () => answer,
            (thrown, seconds) => metrics?.vendorAsked(about, kindOf(thrown), seconds),
          ),
        )
      }
    },
  })
}

function kindOf(thrown: unknown): string {
  if (thrown === undefined) return 'done'
  const kind =
    typeof thrown === 'object' && thrown !== null && 'kind' in thrown ? thrown.kind : undefined
  return typeof kind === 'string' && /^[a-z-]{1,30}$/.test(kind) ? kind : 'failed'
}
