import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { receiveMandateChange } from '#server/lending/autopay/sync.ts'
import type { LendingServices } from '#server/lending/orders/lending-services.ts'
import { receivePayoutEvent } from '#server/lending/payout/payout.ts'
import { receiveEvent } from '#server/lending/repaying/receive-payment.ts'
import type { MandateReading } from '#server/providers/mandate/port.ts'
import type { PaymentEvent } from '#server/providers/payment/port.ts'

const BODY_MAX_BYTES = 64 * 1024

/**
 * `POST /webhook/payment`, `/webhook/mandate` and `/webhook/payout`: the providers' messages. The signature covers the
 * raw bytes, so they are verified before parsing. The answer is 2xx only once the message is
 * committed: until then the provider repeats it.
 */
export function serveWebhook(app: FastifyInstance, services: LendingServices): void {
  const { payment, payout, mandate } = services
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    serve(
      scope,
      '/webhook/payment',
      (body, headers) => payment.readWebhook(body, headers),
      event => receiveEvent(services, event),
    )
    serve(
      scope,
      '/webhook/mandate',
      (body, headers) => mandateReading(mandate?.readWebhook(body, headers)),
      event =>
        typeof event === 'string'
          ? receiveMandateChange(services, event)
          : receiveEvent(services, event),
    )
    serve(
      scope,
      '/webhook/payout',
      (body, headers) => payout.readWebhook?.(body, headers) ?? FORGED,
      event => receivePayoutEvent(services, event),
    )
  })
}

const FORGED = { kind: 'forged' } as const

/** A change of a mandate as the event of its name; the end of a debit is the event of a payment. */
function mandateReading(reading: MandateReading = FORGED): Reading<string | PaymentEvent> {
  return reading.kind === 'mandate' ? { kind: 'event', event: reading.key } : reading
}

type Reading<Event> =
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'ignored' | 'forged' }
type Read<Event> = (rawBody: Uint8Array, headers: FastifyRequest['headers']) => Reading<Event>

/**
 * Not limited by address: a provider sends from few addresses, and rejecting a forged message costs
 * one hash.
 */
function serve<Event>(
  scope: FastifyInstance,
  path: string,
  read: Read<Event>,
  receive: (event: Event) => Promise<void>,
): void {
  scope.post(
    path,
    { config: { limitedAs: 'nothing', comesFirst: true } },
    async (request, reply) => {
      const reading = read(
        Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        request.headers,
      )
      if (reading.kind === 'forged') return answer(reply, 401, 'refused')
      if (reading.kind === 'event') await receive(reading.event)
      return answer(reply, 200, reading.kind === 'event' ? 'taken' : 'ignored')
    },
  )
}

function answer(reply: FastifyReply, code: number, status: string): FastifyReply {
  return reply.status(code).header('cache-control', 'no-store').send({ status })
}
