/**
 * Assembles the HTTP application from its parts. It opens nothing and chooses nothing: open.ts does
 * that.
 */
import Fastify, { type FastifyInstance, type FastifyPluginCallback, LogController } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { contract } from '#contract/index.ts'
import { openapi } from '#contract/openapi.ts'
import { BASE_PATH } from '#contract/path.ts'
import { staffContract } from '#contract/staff/index.ts'
import { isLimited } from '#domain/accounts/limited-session.ts'
import { isProofFresh } from '#domain/staff/permissions.ts'
import { findSessions } from '#server/accounts/db/session.ts'
import { sessionOpener } from '#server/accounts/sessions.ts'
import type { Route } from '#server/platform/actions/call.ts'
import { newestMigration } from '#server/platform/db/migrate.ts'
import { type ApiDocument, serveApiPage } from '#server/platform/http/api-page.ts'
import { serveRoutes } from '#server/platform/http/edge.ts'
import {
  answerErrors,
  answerUnreadableAddress,
  answerUnreadableRequest,
  refuseUnclearHosts,
} from '#server/platform/http/errors.ts'
import { letGoOfConnections, type Phase, serveHealth, serving } from '#server/platform/http/life.ts'
import * as limits from '#server/platform/http/limits.ts'
import { refuseOverload } from '#server/platform/http/overload.ts'
import { protectPages } from '#server/platform/http/security-headers.ts'
import {
  limitRequests,
  type SharedLimits,
  sharedLimits,
} from '#server/platform/http/shared-limits.ts'
import { type Pages, serveStatic } from '#server/platform/http/static.ts'
import type { Services } from '#server/services.ts'
import { consoleHostOf } from '#server/staff/people/people.ts'
import { staffOpener } from '#server/staff/people/sessions.ts'
import { inWords } from '#words/say.ts'

export type AppParts = {
  readonly services: Services
  readonly routes: readonly Route[]
  readonly logger: Logger
  readonly version: string
  /** The built web app, if there is one. */
  readonly pages?: Pages | undefined
  /** The server's phase; without it, the server counts as serving. */
  readonly phase?: () => Phase
  /**
   * The counts of requests by address; passed in by a caller that exchanges them with other
   * servers.
   */
  readonly limits?: SharedLimits
  /** Makes a trace of each request. */
  readonly traces?: FastifyPluginCallback | undefined
  /** Routes outside the contract: webhooks, the sandbox. */
  readonly extend?: (app: FastifyInstance) => void | Promise<void>
}

const LOG_HASH_BYTES = 12
/** Addresses and borrowers seen lately: a keyed hash costs as much as the rest of a log line. */
const LOG_HASHES_KEPT = 20_000

/** Builds the application; the caller listens and closes. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { services, logger, pages } = parts
  const { config, clock, ids } = services
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A log line about a request includes its id: a logger for each request would cost more than
    // most of them log.
    childLoggerFactory: logger => logger,
    genReqId: numbered(ids.uuid(clock.wall())),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: limits.JSON_MAX_BYTES,
    requestTimeout: limits.RECEIVE_TIMEOUT_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    frameworkErrors: answerUnreadableAddress(config.isPublishedOnHttps),
    clientErrorHandler: answerUnreadableRequest(config.isPublishedOnHttps),
    // Node would refuse a request without a host, but without our headers; refuseUnclearHosts does.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    // A request that still arrives on an open connection has been accepted, and is answered as
    // usual.
    return503OnClosing: false,
  }) as unknown as FastifyInstance
  if (parts.traces) await app.register(parts.traces)
  measureAnswers(app, services)
  letGoOfConnections(app, parts.phase ?? serving)
  answerErrors(app)
  const { scriptHashes = [], styleHashes = [] } = pages ?? {}
  protectPages(
    app,
    { scriptHashes, styleHashes, formHosts: config.paymentHosts },
    config.isPublishedOnHttps,
  )
  refuseUnclearHosts(app)
  refuseOverload(app, config.isPublishedOnHttps)
  limitRequests(app, parts.limits ?? sharedLimits(services), config.limitScale)
  acceptEmptyJson(app)
  await serveRoutes(app, parts.routes, {
    ...services,
    isPublishedOnHttps: config.isPublishedOnHttps,
    opener: find => sessionOpener(services, find),
    findSessions,
    isLimited,
    openStaff: config.console && staffOpener(services),
    isProofFresh,
    consoleHost: consoleHostOf(config),
  })
  serveDocument(app, parts)
  serveHealth(app, {
    db: services.db,
    phase: parts.phase ?? serving,
    migration: await newestMigration(),
  })
  await parts.extend?.(app)
  await serveStatic(app, pages)
  return app
}

/** The id of a request: the id of this process run, and the request's number in it. */
function numbered(life: string): () => string {
  let number = 0
  return () => {
    number += 1
    return `${life}-${number}`
  }
}

/** A POST without input may send an empty JSON body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, String(body), done)
  })
}

/**
 * One line per answer: the route's pattern and never its address, which may contain a number or a
 * token; where it came from and whose it was as keyed hashes, which find the lines that belong
 * together and name nobody.
 */
function measureAnswers(app: FastifyInstance, { metrics, cipher }: Services): void {
  const hashes = new LRUCache<string, string>({
    max: LOG_HASHES_KEPT,
    memoMethod: value =>
      cipher.keyedHash('log', value).subarray(0, LOG_HASH_BYTES).toString('base64url'),
  })
  app.addHook('onResponse', (request, reply, done) => {
    const tookMs = reply.elapsedTime
    const { method } = request
    const { url: route = 'unknown' } = request.routeOptions
    metrics?.answered({ method, route, status: reply.statusCode, ...reply.outcome }, tookMs / 1000)
    // A flood of refusals is logged by its number alone.
    if (reply.outcome?.reason !== 'server-busy')
      request.log.info(
        {
          requestId: request.id,
          method,
          route,
          status: reply.statusCode,
          durationMs: Math.round(tookMs),
          from: hashes.memo(request.ip),
          ...(reply.subject !== undefined && { who: hashes.memo(reply.subject) }),
          ...reply.outcome,
        },
        'answered',
      )
    done()
  })
}

function serveDocument(app: FastifyInstance, { version, services }: AppParts): void {
  const areas = services.config.console ? { ...contract, ...staffContract } : contract
  // Made when it is first asked for: that takes a third of the application's start.
  let document: ReturnType<typeof openapi> | undefined
  const read = () => {
    document ??= openapi(areas, version, (what, details) => inWords('en', what, details))
    return document
  }
  app.get(`${BASE_PATH}/openapi.json`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(read()),
  )
  serveApiPage(app, () => read() as ApiDocument)
}
