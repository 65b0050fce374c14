/**
 * Answers requests that never reached a handler, or crashed there, in the same envelope (product
 * §2).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#contract/envelope.ts'
import { sendRefusal } from '#server/platform/http/edge.ts'
import { LimitReached } from '#server/platform/http/limits.ts'
import { ANSWER_POLICY, STRICT_TRANSPORT } from '#server/platform/http/security-headers.ts'

type Thrown = { statusCode?: number }

/** Installs the only error handler. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof LimitReached) {
      reply.header('retry-after', error.retryAfterSeconds)
      const waitSeconds = error.retryAfterSeconds
      const details = { waitSeconds, waitMinutes: Math.ceil(waitSeconds / 60) }
      return sendRefusal(reply, refused(error.reason, { details }), 429)
    }
    const status = statusOf(error)
    if (status === 413) return sendRefusal(reply, refused('too-large'), 413)
    // What the file server forbids, such as a folder or an address with two slashes, answers as not
    // found.
    if (status === 404 || status === 403) return sendRefusal(reply, refused('not-found'), 404)
    if (status >= 400 && status < 500) return sendRefusal(reply, refused('input-invalid'), status)
    request.log.error({ err: error, requestId: request.id }, 'a request failed unexpectedly')
    return sendRefusal(
      reply,
      refused('failed-unexpectedly', { details: { requestId: request.id } }),
      500,
    )
  })
}

function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null ? (error as Thrown).statusCode : undefined
  return status ?? 500
}

/** Answers an unreadable address. It bypasses all hooks and routes, so it sets its own headers. */
export function answerUnreadableAddress(isPublishedOnHttps: boolean) {
  return (_error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ 'content-security-policy': ANSWER_POLICY, 'x-content-type-options': 'nosniff' })
    if (isPublishedOnHttps) reply.header('strict-transport-security', STRICT_TRANSPORT)
    sendRefusal(reply, refused('input-invalid'), 400)
  }
}
