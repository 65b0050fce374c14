import type { SandboxClock } from '#server/platform/clock.ts'
import type { Vendors } from '#server/platform/config-vendors.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { AadhaarQrSimulator } from '#server/providers/aadhaar-qr/simulator.ts'
import type { DigilockerSimulator } from '#server/providers/digilocker/simulator.ts'
import type { MandateSimulator } from '#server/providers/mandate/simulator.ts'
import type { PaymentSimulator } from '#server/providers/payment/simulator.ts'
import type { WebhookSender } from '#server/providers/payment/webhook-sender.ts'
import type { PayoutSimulator } from '#server/providers/payout/simulator.ts'
import type { Reset } from '#server/sandbox/reset.ts'

/** The services that can be simulated. */
export type Simulated = keyof Vendors

/** Whether a borrower's life touches the service. */
const TOUCHES_LIVES: Readonly<Record<Simulated, boolean>> = {
  sms: true,
  payment: true,
  payout: true,
  verification: true,
}

/** The console, where the sandbox may sign people in to it. */
export type SandboxConsole = {
  readonly isPublishedOnHttps: boolean
  /** Its address, if it has one of its own; otherwise it is wherever the product is. */
  readonly ownOrigin: string | undefined
}

export type SandboxParts = {
  readonly db: Database
  readonly clock: SandboxClock
  readonly ids: Ids
  readonly cipher: Cipher
  /** Undefined while only real codes are trusted. */
  readonly codes: AadhaarQrSimulator | undefined
  readonly payout: PayoutSimulator
  readonly payment: PaymentSimulator
  readonly mandate: MandateSimulator
  readonly digilocker: DigilockerSimulator
  readonly webhooks: WebhookSender
  readonly runCloseOfBusiness: () => Promise<unknown>
  readonly simulated: readonly Simulated[]
  /** The configured addresses of the product and its console. */
  readonly publicOrigins: readonly string[]
  /** Undefined where the sandbox may sign nobody in to the console. */
  readonly console: SandboxConsole | undefined
  /** Undefined wherever something real could be lost. */
  readonly reset: Reset | undefined
}

/** True where every service that a borrower's life touches is simulated. */
export function simulatesLives(simulated: readonly Simulated[]): boolean {
  const services = Object.keys(TOUCHES_LIVES) as Simulated[]
  return services.every(service => !TOUCHES_LIVES[service] || simulated.includes(service))
}
