import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '#server/sandbox/page.ts'
import { failurePage } from '#server/sandbox/pages.ts'
import { isFromHere, wantsPage } from '#server/sandbox/request.ts'

/** Says what went wrong: a page to a person, `{ error }` to a machine. */
export function fail(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error: string,
): FastifyReply {
  return wantsPage(request)
    ? sendPage(reply, failurePage(error), status)
    : reply.status(status).send({ error })
}

/** After something was done: back to the page for a person, the outcome for a machine. */
export function done(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  outcome: object,
): FastifyReply {
  return wantsPage(request) ? reply.redirect(page, 303) : reply.send(outcome)
}

/** Another site must not be able to press a button here. */
export function refuseStrangers(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST' && !isFromHere(request))
      return fail(request, reply, 403, 'This form came from another site.')
  })
}

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'the sandbox failed')
    return fail(
      request,
      reply,
      status,
      status >= 500 ? 'The sandbox failed.' : 'The request could not be read.',
    )
  })
}
