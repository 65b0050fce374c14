/**
 * The metrics of this process in Prometheus's format. Labels are fixed words: routes by pattern,
 * jobs and vendors by name.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/platform/db/open.ts'
import type { Metrics } from './metrics.ts'

const ANSWER_SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WORK_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]

export type Measurements = Metrics & {
  /** All metrics, as Prometheus reads them. */
  readonly text: () => Promise<string>
  readonly contentType: string
  /** Starts counting the connections of this database, too. */
  readonly measureDatabase: (db: Pick<Database, 'connections'>) => void
  /** Counts that this machine's clock was set back by more than a small step. */
  readonly clockSetBack: () => void
  /** Starts reporting when the signing certificate expires. */
  readonly measureCertificate: (validTo: Date) => void
}

/** New metrics of a process. */
export function measurements(): Measurements {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) =>
    new Histogram({
      name: `saral_${name}_seconds`,
      help,
      labelNames,
      buckets,
      registers: [register],
    })
  const total = totalsIn(register)

  const answers = seconds(
    'answer',
    'Requests until their answer.',
    ['method', 'route', 'status'],
    ANSWER_SECONDS,
  )
  const refusals = total('refusals', 'Answers that refused, by their reason.', ['reason'])
  const jobs = seconds('job', 'Tries of jobs until their end.', ['job', 'outcome'], WORK_SECONDS)
  const runs = seconds('run', 'Runs of interval jobs.', ['work', 'outcome'], WORK_SECONDS)
  const vendors = seconds(
    'vendor',
    'Calls of outside services until their answer.',
    ['vendor', 'call', 'outcome'],
    WORK_SECONDS,
  )
  const closings = total('closed', 'What closes of business have done, by what it was.', ['what'])
  const lastDone = new Gauge({
    name: 'saral_run_last_done_timestamp_seconds',
    help: 'When regular work last went to its end.',
    labelNames: ['work'],
    registers: [register],
  })

  const { skipped, mandatesUnconfirmed } = backlogsIn(register)

  return {
    answered: ({ method, route, status, reason }, took) => {
      answers.observe({ method, route, status }, took)
      if (reason !== undefined) refusals.inc({ reason })
    },
    jobEnded: (job, outcome, took) => jobs.observe({ job, outcome }, took),
    runEnded: (work, outcome, took) => {
      runs.observe({ work, outcome }, took)
      if (outcome !== 'failed') lastDone.setToCurrentTime({ work })
    },
    vendorAsked: (call, outcome, took) => vendors.observe({ ...call, outcome }, took),
    closed: counts => {
      for (const [what, count] of Object.entries(counts)) closings.inc({ what }, count)
    },
    skipped: counts => {
      for (const [step, count] of Object.entries(counts)) skipped.set({ step }, count)
    },
    mandatesUnconfirmed: count => mandatesUnconfirmed.set(count),
    ...noticedIn(register),
    text: () => register.metrics(),
    contentType: register.contentType,
    measureDatabase: db => measureConnections(register, db),
    measureCertificate: validTo => measureExpiry(register, validTo),
  }
}

function totalsIn(register: Registry) {
  return <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `saral_${name}_total`, help, labelNames, registers: [register] })
}

/** The counts whose growth a person should notice. */
function noticedIn(
  register: Registry,
): Pick<Measurements, 'signInCode' | 'proofOfWork' | 'pageFailed' | 'clockSetBack'> {
  const total = totalsIn(register)
  const signInCodes = total('sign_in_codes', 'Sign-in codes: sent, used, and compared but wrong.', [
    'outcome',
  ])
  const proofsOfWork = total('proofs_of_work', 'Proofs of work at sign-in: required, accepted.', [
    'outcome',
  ])
  const pagesFailed = total('pages_failed', 'Pages that stopped working, by their app.', ['app'])
  // An increase from nothing to the first failure is none to Prometheus.
  for (const app of ['borrower', 'console']) pagesFailed.inc({ app }, 0)
  const clockSetBacks = total(
    'clock_set_backs',
    'How often the clock of this machine was set back by more than five seconds.',
    [],
  )
  return {
    signInCode: outcome => signInCodes.inc({ outcome }),
    proofOfWork: outcome => proofsOfWork.inc({ outcome }),
    pageFailed: app => pagesFailed.inc({ app }),
    clockSetBack: () => clockSetBacks.inc(),
  }
}

/** The counts of work that waits for a person or for an outside service. */
function backlogsIn(register: Registry) {
  const skipped = new Gauge({
    name: 'saral_orders_skipped',
    help: 'Orders that the close of business could not close, by the step that failed.',
    labelNames: ['step'],
    registers: [register],
  })
  const mandatesUnconfirmed = new Gauge({
    name: 'saral_mandates_unconfirmed',
    help: 'AutoPay mandates whose service has not confirmed for an hour what was commanded here.',
    registers: [register],
  })
  return { skipped, mandatesUnconfirmed }
}

function measureConnections(register: Registry, db: Pick<Database, 'connections'>): void {
  new Gauge({
    name: 'saral_database_connections',
    help: 'Connections of the pool that answers requests: open, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count)
    },
  })
}

function measureExpiry(register: Registry, validTo: Date): void {
  const name = 'saral_signing_certificate_expires_timestamp_seconds'
  const help = 'When the certificate that signs documents expires.'
  new Gauge({ name, help, registers: [register] }).set(validTo.getTime() / 1000)
}
