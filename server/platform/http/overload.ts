/** Refuses requests early that the server could not answer in time (docs/running.md, "Overload"). */
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import { CODE } from '#contract/codes.ts'
import { refused } from '#contract/envelope.ts'
import { type Gate, gate, type Urgency } from '#server/platform/http/admission.ts'
import { envelopeOf } from '#server/platform/http/edge.ts'
import { JSON_TYPE } from '#server/platform/http/reference.ts'
import { headersWithoutHooks } from '#server/platform/http/security-headers.ts'

const RETRY_AFTER_SECONDS = 2

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of a library.
  interface FastifyContextConfig {
    /** A message about money that has moved already: admitted before all reads. */
    readonly comesFirst?: true
  }
}

/**
 * Lets requests of calls and webhooks through a gate. Pages and health checks pass: they cost
 * nothing that is scarce.
 */
export function refuseOverload(
  app: FastifyInstance,
  isPublishedOnHttps: boolean,
  entrance: Gate = gate(),
): void {
  const text = JSON.stringify(envelopeOf(refused('server-busy')))
  const headers = {
    ...headersWithoutHooks(isPublishedOnHttps),
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(text)),
    'retry-after': String(RETRY_AFTER_SECONDS),
  }
  // Past the other hooks and the serializer: each refusal takes time from a request that is served.
  const refuse = (reply: FastifyReply): void => {
    reply.outcome = { code: CODE.refused, reason: 'server-busy' }
    reply.hijack()
    reply.raw.writeHead(503, headers).end(text)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const urgency = urgencyOf(request.routeOptions.config)
    if (!urgency) return done()
    const leave = entrance.enter({ urgency, admit: done, refuse: () => refuse(reply) })
    reply.raw.once('finish', leave).once('close', leave)
  })
}

function urgencyOf({ limitedAs, comesFirst }: FastifyContextConfig): Urgency | undefined {
  if (comesFirst) return 'first'
  if (limitedAs === undefined || limitedAs === 'nothing') return undefined
  return limitedAs.idempotent ? 'first' : 'usual'
}
