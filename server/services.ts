import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database, Transaction } from '#server/platform/db/open.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { JobData, Queue } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Signer } from '#server/platform/signing/signer.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import type { StaffSignInPort } from '#server/providers/staff-sign-in/port.ts'

/**
 * The services that every part of the server uses. Passed to each `…Routes(services)`; areas that
 * need more extend it.
 */
export type Services = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly cipher: Cipher
  readonly sms: SmsPort
  readonly queue: Queue<JobData>
  readonly log: Log
  /** The product's public origin, without a trailing slash. */
  readonly publicOrigin: () => string
  /** Signs documents, if the lender has a certificate for it. */
  readonly signer?: Signer | undefined
  /** The lender's own sign-in for its people, if one is configured. */
  readonly staffSignIn?: StaffSignInPort | undefined
  /** Measures how requests and jobs end, where METRICS_PORT is set. */
  readonly metrics?: Metrics | undefined
}

/** One transaction of work: the services it uses, the transaction, and the moment it happens at. */
export type Work<S = Services> = {
  readonly services: S
  readonly tx: Transaction
  readonly at: Date
}
