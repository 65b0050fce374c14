import type { FastifyInstance } from 'fastify'
import type { SandboxClock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import type { Ids } from '#server/ids.ts'
import type { AadhaarPort } from '#server/providers/aadhaar/port.ts'
import { aadhaarSimulator } from '#server/providers/aadhaar/simulator.ts'
import type { AadhaarQrPort } from '#server/providers/aadhaar-qr/port.ts'
import { aadhaarQrSimulator } from '#server/providers/aadhaar-qr/simulator.ts'
import type { BankAccountPort } from '#server/providers/bank-account/port.ts'
import { bankAccountSimulator } from '#server/providers/bank-account/simulator.ts'
import type { FacePort } from '#server/providers/face/port.ts'
import { faceSimulator } from '#server/providers/face/simulator.ts'
import type { PanPort } from '#server/providers/pan/port.ts'
import { panSimulator } from '#server/providers/pan/simulator.ts'
import { type PaymentSimulator, paymentSimulator } from '#server/providers/payment/simulator.ts'
import { webhookSecret } from '#server/providers/payment/webhook-secret.ts'
import { type WebhookSender, webhookSender } from '#server/providers/payment/webhook-sender.ts'
import { type PayoutSimulator, payoutSimulator } from '#server/providers/payout/simulator.ts'
import type { PushPort } from '#server/providers/push/port.ts'
import { pushSimulator } from '#server/providers/push/simulator.ts'
import type { SmsPort } from '#server/providers/sms/port.ts'
import { smsSimulator } from '#server/providers/sms/simulator.ts'
import { sandboxRoutes } from '#server/sandbox/routes.ts'

export type WorldParts = {
  readonly db: Database
  readonly clock: SandboxClock
  readonly ids: Ids
  /** Where browsers reach the product, without a slash at its end; asked for only once the server listens. */
  readonly publicOrigin: () => string
  /** Our own `POST /webhook/payment`, as it is reached from this machine. */
  readonly webhookUrl: () => string
  /** The key that browsers subscribe with, and the real way to them where notifications are really sent. */
  readonly push: { readonly publicKey: string; readonly real?: PushPort | undefined }
  /** The codes that are really signed, where their certificates are configured: then the simulator's are neither made nor trusted. */
  readonly aadhaarQr?: AadhaarQrPort | undefined
  /** Names of the real vendors that the configuration chose. */
  readonly vendors: readonly string[]
}

/** Every outside service, simulated, and the window into them. */
export type SimulatedWorld = {
  readonly sms: SmsPort
  readonly aadhaar: AadhaarPort
  readonly aadhaarQr: AadhaarQrPort
  readonly pan: PanPort
  readonly face: FacePort
  readonly bankAccount: BankAccountPort
  readonly payout: PayoutSimulator
  readonly payment: PaymentSimulator
  readonly push: PushPort
  /** To be started once the server listens, and stopped before the database closes. */
  readonly webhooks: WebhookSender
  /** Adds `/sandbox` to the server. `runCloseOfBusiness` is what happens after the clock was moved. */
  readonly serve: (app: FastifyInstance, runCloseOfBusiness: () => Promise<unknown>) => void
}

/** Opens the simulated world. Refuses to stand beside any real vendor: a simulated payout must never meet real money (decisions §7). */
export async function openSimulatedWorld(parts: WorldParts): Promise<SimulatedWorld> {
  const { db, clock, ids, publicOrigin, webhookUrl, vendors } = parts
  if (vendors.length > 0) throw new Error(`The simulators cannot run beside real vendors (${vendors.join(', ')}).`)
  const secret = await webhookSecret(db, ids)
  const sms = smsSimulator({ db, clock, ids })
  const codes = aadhaarQrSimulator({ db, clock })
  const payout = payoutSimulator({ db, clock, ids })
  const payment = paymentSimulator({ db, clock, ids, publicOrigin, secret })
  const webhooks = webhookSender({ db, clock, secret, webhookUrl })
  return {
    sms,
    aadhaar: aadhaarSimulator({ db, clock, sms, ids }),
    aadhaarQr: parts.aadhaarQr ?? codes,
    pan: panSimulator(),
    face: faceSimulator(),
    bankAccount: bankAccountSimulator(),
    payout,
    payment,
    push: pushSimulator({ db, clock, ids }, parts.push.publicKey, parts.push.real),
    webhooks,
    serve: (app, runCloseOfBusiness) => {
      app.register(
        sandboxRoutes({
          db,
          clock,
          ids,
          codes: parts.aadhaarQr ? undefined : codes,
          payout,
          payment,
          webhooks,
          runCloseOfBusiness,
        }),
      )
    },
  }
}
