/**
 * Answers requests that never reached a handler, or crashed there, in the same envelope (product
 * §2).
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refused } from '#contract/envelope.ts'
import { BASE_PATH } from '#contract/path.ts'
import { DatabaseBusy, isMachineAway, RETRY_AFTER_SECONDS } from '#server/platform/db/pool.ts'
import { envelopeOf, sendRefusal } from '#server/platform/http/edge.ts'
import { LimitReached } from '#server/platform/http/limits.ts'
import { headersWithoutHooks } from '#server/platform/http/security-headers.ts'

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
    if (error instanceof DatabaseBusy || isMachineAway(error)) {
      const what =
        error instanceof DatabaseBusy ? 'got no connection' : 'met a database that is away'
      request.log.warn({ err: error, requestId: request.id }, `a request ${what}`)
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      return sendRefusal(reply, refused('server-busy'), 503)
    }
    const status = statusOf(error)
    if (status === 413) return sendRefusal(reply, refused('too-large'), 413)
    // An address that the file server forbids, such as a folder or one with two slashes, answers as
    // not found.
    if (status === 404 || status === 403) return sendRefusal(reply, refused('not-found'), 404)
    if (status === 415) return sendRefusal(reply, invalidHeader('content-type'), 415)
    if (status >= 400 && status < 500) return sendRefusal(reply, refused('input-invalid'), status)
    request.log.error({ err: error, requestId: request.id }, 'a request failed unexpectedly')
    return sendRefusal(
      reply,
      refused('failed-unexpectedly', { details: { requestId: request.id } }),
      500,
    )
  })
}

/** A request that cannot be read because of one of its headers, or because it lacks one. */
function invalidHeader(column: string): Refusal<'input-invalid'> {
  return refused('input-invalid', { errorColumn: [{ column, reason: 'malformed' }] })
}

function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null ? (error as Thrown).statusCode : undefined
  return status ?? 500
}

/** A path that the app has no page for; it says so. */
const NO_PAGE = '/not-found'

/**
 * Answers an unreadable address: sends a browser that wants a page to one that says that there is
 * none, and refuses the rest. It bypasses all hooks and routes, so it sets its own headers.
 */
export function answerUnreadableAddress(isPublishedOnHttps: boolean) {
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headersWithoutHooks(isPublishedOnHttps))
    if (isForPage(request)) reply.header('cache-control', 'no-store').redirect(NO_PAGE, 303)
    else sendRefusal(reply, refused('input-invalid'), 400)
  }
}

function isForPage({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    !url.startsWith(`${BASE_PATH}/`) &&
    (headers.accept ?? '').includes('text/html')
  )
}

/** Statuses of bytes that never became a request, by Node's names; 400 for all others. */
const CONNECTION_STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers bytes that are no HTTP in the same envelope, and closes their connection. */
export function answerUnreadableRequest(isPublishedOnHttps: boolean) {
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    const status = CONNECTION_STATUSES[code] ?? 400
    const body = JSON.stringify(envelopeOf(refused('input-invalid')))
    const headers = {
      ...headersWithoutHooks(isPublishedOnHttps),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
    if (socket.writable) socket.write(`${head}\r\n\r\n${body}`)
    socket.destroy()
  }
}

/**
 * Refuses a request that names no host, or several: a proxy could have read another one from it
 * than we do. Node must be set to let the first kind through. `X-Forwarded-Host` is dropped, which
 * the framework would prefer to `Host`: a client can send it through a proxy that neither sets nor
 * removes it.
 */
export function refuseUnclearHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    delete request.raw.headers['x-forwarded-host']
    if (hasOneHost(request.raw)) done()
    else sendRefusal(reply, invalidHeader('host'), 400)
  })
}

/** HTTP/1.0 has no `Host`. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
