import type { FastifyInstance } from 'fastify'
import type { LendingServices } from '#server/flows/lending-services.ts'
import { receiveEvent } from '#server/flows/receive-payment.ts'

const BODY_MAX_BYTES = 64 * 1024

/**
 * `POST /webhook/payment`: what the payment provider tells us. The signature is over the bytes as they came, so they are not
 * parsed before. The answer is 2xx only once what was told is committed: until then the provider tells it again.
 */
export function serveWebhook(app: FastifyInstance, services: LendingServices): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => done(null, body))
    // Not limited by address: a provider sends everything from a few, and what is forged costs one hash.
    scope.post('/webhook/payment', { config: { rateLimit: false } }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const reading = services.payment.readWebhook(rawBody, request.headers)
      if (reading.kind === 'forged') return reply.status(401).header('cache-control', 'no-store').send({ status: 'refused' })
      if (reading.kind === 'event') await receiveEvent(services, reading.event)
      return reply
        .status(200)
        .header('cache-control', 'no-store')
        .send({ status: reading.kind === 'event' ? 'taken' : 'ignored' })
    })
  })
}
