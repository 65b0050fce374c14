import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failurePage, sendPage } from '#server/sandbox/page.ts'

/** Reports an error: as a page for a person, as `{ error }` for a machine. */
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

/** Reports success: redirects a person to the page, returns the outcome to a machine. */
export function done(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  outcome: object,
): FastifyReply {
  return wantsPage(request) ? reply.redirect(page, 303) : reply.send(outcome)
}

/** Refuses buttons that another site presses. */
export function refuseStrangers(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST' && !isFromHere(request))
      return fail(request, reply, 403, 'This form came from another site.')
  })
}

/** The names of this machine, which no other site can have. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers only at the product's own addresses and at this machine's. A site whose name was pointed
 * here (DNS rebinding) counts as ours in its visitor's browser, except for its name.
 */
export function refuseUnknownHosts(app: FastifyInstance, origins: readonly string[]): void {
  const published = origins.map(origin => new URL(origin).host)
  app.addHook('onRequest', async (request, reply) => {
    if (!isKnownHost(request, published))
      return fail(
        request,
        reply,
        403,
        'The sandbox answers at the address of PUBLIC_URL, and on its own machine, alone.',
      )
  })
}

/** Reads `Host` itself: a page may set any other header. */
function isKnownHost(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  published: readonly string[],
): boolean {
  const host = headers.host?.toLowerCase()
  if (host === undefined) return false
  const { localAddress = '' } = socket
  const address = localAddress.replace(/^::ffff:/, '')
  // The address of the connection is no name that leads elsewhere. A local proxy has another port.
  const names = [...OWN_NAMES, address.includes(':') ? `[${address}]` : address]
  return published.includes(host) || names.includes(host.replace(/:\d+$/, ''))
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

/** True if the caller is a browser that shows pages; a machine gets JSON (product §7). */
export function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html')
}

/**
 * True if a POST came from a page of ours, or from a program. Browsers send `Sec-Fetch-Site`; older
 * ones, or those on plain http, `Origin`. A form without either is refused, because every browser
 * sends one of them.
 */
function isFromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  if (origin !== undefined) return URL.parse(origin)?.host === request.host
  return !isForm(request)
}

function isForm(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').startsWith(FORM_TYPE)
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'
