import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decode } from '#contract/codec.ts'
import { CODE, type Reason } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRefusal, type Refusal, refusal, refused } from '#contract/envelope.ts'
import { BASE_PATH, STAFF_PATH } from '#contract/path.ts'
import { PROOF_OF_WORK_HEADER } from '#contract/proof-of-work.ts'
import type { BorrowerCall, PublicCall, Route, StaffCall } from '#server/platform/actions/call.ts'
import {
  type Action,
  areKeysOfOthers,
  bodyHashOf,
  idempotencyKeyOf,
  once,
} from '#server/platform/actions/idempotency.ts'
import type { FindSessions, OpenSession, SessionRow } from '#server/platform/actions/session.ts'
import type { OpenStaffSession } from '#server/platform/actions/staff-session.ts'
import type { Clock } from '#server/platform/clock.ts'
import { batched } from '#server/platform/db/batch.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import type { Database } from '#server/platform/db/open.ts'
import { cookieJar } from '#server/platform/http/cookies.ts'
import { keyOfProof } from '#server/platform/http/device-proof.ts'
import { FORM_LIMITS, FORM_MAX_BYTES, JSON_MAX_BYTES } from '#server/platform/http/limits.ts'
import { nativeDeviceOf } from '#server/platform/http/native-device.ts'
import { JSON_TYPE, sendReference } from '#server/platform/http/reference.ts'
import { serializedSuccess } from '#server/platform/http/serialized.ts'
import { admitStaff, permissionFor } from '#server/platform/http/staff-access.ts'
import { formOf } from '#server/platform/http/uploads.ts'
import { isLanguage, type Language } from '#words/language.ts'
import { inWords } from '#words/say.ts'

export type Edge = {
  readonly db: Database
  readonly clock: Clock
  readonly cipher: Cipher
  readonly publicOrigin: () => string
  readonly isPublishedOnHttps: boolean
  readonly opener: (find: FindSessions<SessionRow>) => OpenSession
  /** Finds sessions for the calls that do not combine it with their own statement. */
  readonly findSessions: FindSessions<SessionRow>
  /** True if a session may only make the calls that are marked `limited`. */
  readonly isLimited: (session: SessionRow) => boolean
  /** Finds the session of a member of staff; absent where there is no console. */
  readonly openStaff?: OpenStaffSession | undefined
  /** True if the proof of a member of staff is recent enough for a call that requires one. */
  readonly isProofFresh: (provedAt: Date, now: Date) => boolean
  /** The only host that answers calls of staff, where the console has an address of its own. */
  readonly consoleHost?: string | undefined
}

/** The edge, and the questions that it batches over several requests. */
type Inside = Edge & {
  readonly open: OpenSession
  readonly isKeyOfAnother: (action: Action) => Promise<boolean>
}

type Outcome = { readonly code: number; readonly reason?: Reason }
const SUCCESS: Outcome = { code: CODE.success }

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of a library.
  interface FastifyReply {
    /** The outcome for the log: a code and a reason, never data. */
    outcome: Outcome | undefined
    /**
     * The caller, for the log, which hashes it: the borrower of the session, or the number that
     * somebody wants to sign in with.
     */
    subject: string | undefined
  }
}

/** Serves every route of the contract. */
export async function serveRoutes(
  app: FastifyInstance,
  all: readonly Route[],
  outside: Edge,
): Promise<void> {
  app.decorateReply('outcome', undefined)
  app.decorateReply('subject', undefined)
  const { db, opener, findSessions } = outside
  const inside: Inside = {
    ...outside,
    open: opener(findSessions),
    isKeyOfAnother: batched(db, actions => areKeysOfOthers(db, actions)),
  }
  const serve = (scope: FastifyInstance, route: Route) => {
    const { endpoint, find } = route
    const edge = find ? { ...inside, open: opener(find) } : inside
    scope.route({
      method: endpoint.method,
      url: BASE_PATH + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.sends === 'form' ? FORM_MAX_BYTES : JSON_MAX_BYTES,
      config: { limitedAs: endpoint },
      onRequest: (request, reply, done) => {
        if (isOfAnotherHost(endpoint, inside, request))
          sendRefusal(reply, refused('not-found'), 404)
        else if (isOfAnotherSite(request)) sendRefusal(reply, refused('not-found'), 403)
        else if (lacksOwnHeader(endpoint, request))
          sendRefusal(reply, headerInvalid('web_uuid'), 400)
        else done()
      },
      handler: (request, reply) => answer(route, edge, request, reply),
    })
  }
  const isForm = ({ endpoint }: Route) => endpoint.sends === 'form'
  for (const route of all.filter(each => !isForm(each))) serve(app, route)
  // The form parser hooks into every request of its scope, so calls without forms stay outside.
  await app.register(async scope => {
    await scope.register(multipart, { limits: FORM_LIMITS })
    for (const route of all.filter(isForm)) serve(scope, route)
  })
}

/** True for a call of staff at another address than the console's own. */
function isOfAnotherHost(
  { path }: Endpoint,
  { consoleHost }: Edge,
  { host }: FastifyRequest,
): boolean {
  return consoleHost !== undefined && path.startsWith(STAFF_PATH) && host !== consoleHost
}

/**
 * True for a request from a page of another site. Such a page must not make a borrower's browser
 * call us, not even for an SMS.
 */
function isOfAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * True for a call that acts without a valid `web_uuid`. A browser without `Sec-Fetch-Site` asks before
 * it sends such a header for another site, and gets no permission.
 */
function lacksOwnHeader(endpoint: Endpoint, { headers }: FastifyRequest): boolean {
  const needsHeader = endpoint.acts === true || permissionFor(endpoint) !== undefined
  return needsHeader && webUuidOf(headers.web_uuid) === undefined
}

/** Names the header that a request lacks, or that has no valid value. */
function headerInvalid(header: string): Refusal<'header-invalid'> {
  return refused('header-invalid', { details: { header } })
}

function sendSuccess(
  request: FastifyRequest,
  reply: FastifyReply,
  { output, reference }: Endpoint,
  inside: unknown,
) {
  const text = serializedSuccess(output, inside)
  reply.outcome = SUCCESS
  return reference ? sendReference(request, reply, text) : sendText(reply, text)
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE).send(text)
}

/** The envelope of a refusal, in the specification's language. */
export function envelopeOf(refused: Refusal) {
  return refusal(refused, (what, details) => inWords('en', what, details))
}

/** Sends a refusal, and notes it for the log. */
export function sendRefusal(reply: FastifyReply, refused: Refusal, status = 200): FastifyReply {
  const envelope = envelopeOf(refused)
  reply.outcome = { code: envelope.code, reason: refused.refused }
  return reply.status(status).header('cache-control', 'no-store').send(envelope)
}

async function answer(
  route: Route,
  edge: Inside,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint } = route
  const deviceKey = await deviceKeyOf(edge, request)
  if (request.headers.dpop !== undefined && !deviceKey && endpoint.auth === 'public')
    return sendRefusal(reply, refused('device-proof-refused', { details: { header: 'DPoP' } }))
  const call = publicCall(edge, request, reply, deviceKey)
  if (permissionFor(endpoint)) return answerStaff(route, edge, request, reply, call)
  const session = endpoint.auth === 'borrower' ? await sessionOf(edge, request, call) : undefined
  if (endpoint.auth === 'borrower' && !session) return sendRefusal(reply, refused('not-logged-in'))
  if (session && !endpoint.limited && edge.isLimited(session))
    return sendRefusal(reply, refused('confirm-code-required'))
  const input = await inputOf(endpoint, request)
  if (!input.ok) return sendRefusal(reply, input.refusal)
  reply.subject = session?.borrowerId ?? numberIn(input.inside)
  const result = session
    ? await asBorrower(route, edge, request, call, session, input.inside)
    : await route.handle(input.inside, call)
  return sendResult(request, reply, endpoint, result)
}

/** A call of staff: the cookie's session, and the permission that the contract names. */
async function answerStaff(
  { endpoint, handle }: Route,
  edge: Inside,
  request: FastifyRequest,
  reply: FastifyReply,
  call: PublicCall,
): Promise<FastifyReply> {
  const staff = await admitStaff(edge, endpoint, call.cookies)
  if (isRefusal(staff)) return sendRefusal(reply, staff)
  reply.subject = staff.staffId
  const input = await inputOf(endpoint, request)
  if (!input.ok) return sendRefusal(reply, input.refusal)
  const staffCall: StaffCall = { ...call, staff }
  return sendResult(request, reply, endpoint, await handle(input.inside, staffCall))
}

async function inputOf(endpoint: Endpoint, request: FastifyRequest) {
  const body = endpoint.sends === 'form' ? await uploaded(request) : request.body
  return decode(endpoint.input, wireInput(endpoint, request, body))
}

function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  result: unknown,
): FastifyReply | Promise<FastifyReply> {
  return isRefusal(result)
    ? sendRefusal(reply, result)
    : sendSuccess(request, reply, endpoint, result)
}

function numberIn(input: unknown): string | undefined {
  const { phone } = (input ?? {}) as { readonly phone?: unknown }
  return typeof phone === 'string' ? phone : undefined
}

function asBorrower(
  route: Route,
  edge: Inside,
  request: FastifyRequest,
  publicCall: PublicCall,
  session: SessionRow,
  input: unknown,
): Promise<unknown> {
  const { borrowerId, sessionId, deviceId, boundTo, isAppUser } = session
  const call: BorrowerCall = {
    ...publicCall,
    borrowerId,
    sessionId,
    deviceId,
    boundTo,
    isAppUser,
    isLimited: edge.isLimited(session),
  }
  return route.endpoint.idempotent
    ? withKey(route, edge, request, call, input)
    : route.handle(input, call, session)
}

async function withKey(
  { endpoint, handle }: Route,
  { db, isKeyOfAnother }: Inside,
  request: FastifyRequest,
  call: BorrowerCall,
  input: unknown,
): Promise<unknown> {
  const key = idempotencyKeyOf(request.headers['idempotency-key'])
  if (key === undefined)
    return refused('idempotency-key-required', { details: { header: 'Idempotency-Key' } })
  const action: Action = {
    endpoint,
    borrowerId: call.borrowerId,
    key,
    bodyHash: bodyHashOf(input),
    now: call.now,
  }
  // Handlers may ask a provider before they take the key: a key of another request must stop them
  // first.
  if (await isKeyOfAnother(action)) return refused('idempotency-key-reused')
  return handle(input, {
    ...call,
    idempotencyKey: key,
    action,
    once: (work: Parameters<typeof once>[2]) => once(db, action, work),
  })
}

/** The key that signed this request; undefined without a valid proof. */
async function deviceKeyOf(edge: Edge, request: FastifyRequest): Promise<string | undefined> {
  const { dpop: proof, token: secret } = request.headers
  if (typeof proof !== 'string' || Array.isArray(secret)) return undefined
  const [path = ''] = request.url.split('?')
  const address = edge.publicOrigin() + path
  return keyOfProof(edge, { proof, method: request.method, address, secret })
}

function publicCall(
  edge: Inside,
  request: FastifyRequest,
  reply: FastifyReply,
  deviceKey: string | undefined,
): PublicCall {
  const call: PublicCall = {
    requestId: request.id,
    now: edge.clock.now(),
    language: languageOf(request.headers['x-language']),
    client: {
      os: String(request.headers.os ?? ''),
      webUuid: webUuidOf(request.headers.web_uuid),
      ip: request.ip,
      linkToken: linkTokenOf(request.headers['link-token']),
      proofOfWork: firstOf(request.headers[PROOF_OF_WORK_HEADER]),
      device: nativeDeviceOf(request.headers),
    },
    deviceKey,
    cookies: cookieJar(request, reply, edge.isPublishedOnHttps),
    presentSession: async () => sessionOf(edge, request, call),
    noteSubject: subject => {
      reply.subject = subject
    },
  }
  return call
}

function sessionOf(
  { open }: Inside,
  request: FastifyRequest,
  { cookies, client, deviceKey }: PublicCall,
): Promise<SessionRow | undefined> | undefined {
  const token = request.headers.token
  const half = { cookie: cookies.read('session'), deviceKey, device: client.device }
  const showsOne = Object.values(half).some(shown => shown !== undefined)
  return typeof token === 'string' && showsOne ? open(token, half) : undefined
}

/** The input on the wire: query, body or form, overridden by the path's parameters. */
function wireInput({ sends }: Endpoint, request: FastifyRequest, content: unknown): unknown {
  const parts = request.params as object
  if (sends === 'query') return { ...(request.query as object), ...parts }
  // A body that is missing is empty; one that is null is another input than an object.
  const body = content === undefined ? {} : content
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? { ...body, ...parts } : body
}

/** Only a form carries files: a JSON value that claims to be one is not. */
async function uploaded(request: FastifyRequest): Promise<object> {
  return request.isMultipart() ? formOf(request) : {}
}

function languageOf(header: string | string[] | undefined): Language {
  return isLanguage(header) ? header : 'en'
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function linkTokenOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{43}$/.test(header) ? header : undefined
}

function webUuidOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{16,64}$/.test(header) ? header : undefined
}
