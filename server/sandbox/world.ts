import type { FastifyInstance } from 'fastify'
import type { SandboxClock } from '#server/platform/clock.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Ids } from '#server/platform/ids.ts'
import { instrumentedPort, type Metrics } from '#server/platform/metrics/metrics.ts'
import { redactingPort } from '#server/platform/redaction.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { aadhaarSimulator } from '#server/providers/aadhaar/simulator.ts'
import type { AadhaarQrPort } from '#server/providers/aadhaar-qr/port.ts'
import { aadhaarQrSimulator } from '#server/providers/aadhaar-qr/simulator.ts'
import type { BankAccountPort } from '#server/providers/bank-account/port.ts'
import { bankAccountSimulator } from '#server/providers/bank-account/simulator.ts'
import { boundedPort } from '#server/providers/bounded-port.ts'
import type { DigilockerPort } from '#server/providers/digilocker/port.ts'
import {
  type DigilockerSimulator,
  digilockerSimulator,
} from '#server/providers/digilocker/simulator.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { faceSimulator } from '#server/providers/face/simulator.ts'
import type { MandatePort } from '#server/providers/mandate/port.ts'
import { type MandateSimulator, mandateSimulator } from '#server/providers/mandate/simulator.ts'
import type { PanPort } from '#server/providers/pan/port.ts'
import { panSimulator } from '#server/providers/pan/simulator.ts'
import type { PaymentPort } from '#server/providers/payment/port.ts'
import { webhookSecret } from '#server/providers/payment/simulated-webhook.ts'
import { type PaymentSimulator, paymentSimulator } from '#server/providers/payment/simulator.ts'
import { type WebhookSender, webhookSender } from '#server/providers/payment/webhook-sender.ts'
import type { PayoutPort } from '#server/providers/payout/port.ts'
import { type PayoutSimulator, payoutSimulator } from '#server/providers/payout/simulator.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import { pushSimulator } from '#server/providers/push/simulator.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { smsSimulator } from '#server/providers/sms/simulator.ts'
import { sandboxRoutes } from '#server/sandbox/routes.ts'
import type { SandboxParts, Simulated } from './parts.ts'

export type WorldParts = {
  readonly db: Database
  readonly clock: SandboxClock
  readonly ids: Ids
  readonly cipher: Cipher
  /** The product's public origin, without a trailing slash; called only once the server listens. */
  readonly publicOrigin: () => string
  /** Our own `POST /webhook/payment`, as reached from this machine. */
  readonly webhookUrl: () => string
  /**
   * The key that browsers subscribe with, and the real push port where notifications are really
   * sent.
   */
  readonly push: { readonly publicKey: string; readonly real?: PushPort | undefined }
  /** The simulated services; real vendors serve the rest, of which nothing is shown here. */
  readonly simulated: readonly Simulated[]
  /**
   * Verifies officially signed codes, where their certificates are configured: then the simulator's
   * are neither made nor trusted.
   */
  readonly aadhaarQr?: AadhaarQrPort | undefined
}

type Ports = {
  readonly sms: SmsPort
  readonly aadhaar: AadhaarPort
  readonly aadhaarQr: AadhaarQrPort
  readonly pan: PanPort
  readonly digilocker: DigilockerPort
  readonly face: FacePort
  readonly bankAccount: BankAccountPort
  readonly payout: PayoutPort
  readonly payment: PaymentPort
  readonly mandate: MandatePort
  readonly push: PushPort
}

/** Every outside service, simulated, and the routes that show them. */
export type SimulatedWorld = Ports & {
  readonly digilocker: DigilockerSimulator
  readonly payout: PayoutSimulator
  readonly payment: PaymentSimulator
  readonly mandate: MandateSimulator
  /** Start it once the server listens, and stop it before the database closes. */
  readonly webhooks: WebhookSender
  /**
   * Adds `/sandbox` to the server. `runCloseOfBusiness` runs after the clock was moved; `reset`
   * brings a demonstration back to its first state; `console` lets it sign staff in; `publicOrigins`
   * are the addresses at which it answers, besides those of this machine.
   */
  readonly serve: (
    app: FastifyInstance,
    runCloseOfBusiness: () => Promise<unknown>,
    more?: Partial<Pick<SandboxParts, 'reset' | 'console' | 'publicOrigins'>>,
  ) => void
}

/**
 * Opens the simulated world. Beside real vendors it serves only the services that are still
 * simulated (product §7).
 */
export async function openSimulatedWorld(parts: WorldParts): Promise<SimulatedWorld> {
  const { db, clock, ids, cipher, publicOrigin, webhookUrl, simulated } = parts
  const secret = await webhookSecret(db, ids)
  const sms = smsSimulator({ db, clock, ids, cipher })
  const codes = aadhaarQrSimulator({ db, clock })
  const payout = payoutSimulator({ db, clock, ids, cipher })
  const payment = paymentSimulator({ db, clock, ids, publicOrigin, secret })
  const mandate = mandateSimulator({ db, clock, ids, publicOrigin, secret })
  const digilocker = digilockerSimulator({ db, clock, ids, publicOrigin })
  const webhooks = webhookSender({ db, clock, secret, webhookUrl })
  return {
    sms,
    aadhaar: aadhaarSimulator({ db, clock, sms, ids, cipher }),
    aadhaarQr: parts.aadhaarQr ?? codes,
    pan: panSimulator(),
    digilocker,
    face: faceSimulator(),
    bankAccount: bankAccountSimulator(),
    payout,
    payment,
    mandate,
    push: pushSimulator({ db, clock, ids }, parts.push.publicKey, parts.push.real),
    webhooks,
    serve: (app, runCloseOfBusiness, { reset, console, publicOrigins = [] } = {}) => {
      if (simulated.length === 0) return
      const simulators = {
        codes: parts.aadhaarQr ? undefined : codes,
        payout,
        payment,
        mandate,
        digilocker,
        webhooks,
      }
      const common = { db, clock, ids, cipher, runCloseOfBusiness, simulated }
      app.register(sandboxRoutes({ ...common, ...simulators, reset, console, publicOrigins }))
    },
  }
}

/** The ports as the product uses them; `metrics` counts and times every call. */
export function redactingPorts(
  {
    sms,
    aadhaar,
    aadhaarQr,
    pan,
    digilocker,
    face,
    bankAccount,
    payout,
    payment,
    mandate,
    push,
  }: Ports,
  metrics?: Pick<Metrics, 'vendorAsked'>,
): Ports {
  const door = <Port extends object>(vendor: string, words: string, port: Port) =>
    redactingPort(words, instrumentedPort(vendor, boundedPort(vendor, port), metrics))
  return {
    sms: door('sms', 'the sender of messages', sms),
    aadhaar: door('aadhaar', 'the Aadhaar register', aadhaar),
    aadhaarQr: door('aadhaarQr', 'the reader of signed codes', aadhaarQr),
    pan: door('pan', 'the PAN register', pan),
    digilocker: door('digilocker', 'DigiLocker', digilocker),
    face: door('face', 'the face check', face),
    bankAccount: door('bankAccount', 'the check of bank accounts', bankAccount),
    payout: door('payout', 'the bank', payout),
    payment: door('payment', 'the payment provider', payment),
    mandate: door('mandate', 'the holder of mandates', mandate),
    push: door('push', 'the push services', push),
  }
}
