/** The security headers of every answer (product §10, "Pages"). */
import { createHash } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { BASE_PATH } from '#contract/path.ts'

const ONE_YEAR_SECONDS = 31_536_000

export type PagePolicy = {
  /** `'sha256-…'` of each inline script and style in our pages; no other inline code runs. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
  /** https hosts to which a form submission may redirect. */
  readonly formHosts: readonly string[]
}

/** The content security policy as a list of directives. */
export function contentSecurityPolicy({
  scriptHashes,
  styleHashes,
  formHosts,
}: PagePolicy): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...formHosts.map(host => `https://${host}`)],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // One policy, made by web/device/trusted-script.ts, which admits only the addresses of our
    // workers.
    'trusted-types': ['saral-worker'],
  }
}

/**
 * The policy of a worker, which is independent of its page's: it runs our scripts and WebAssembly
 * and calls our server, nothing else. So pages need not allow WebAssembly for a worker that reads a
 * code or finds a face.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types"

/** An inline script or style as the policy names it. */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The policy of an API answer that a browser shows as a page: it may do nothing. */
export const ANSWER_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/**
 * The headers that matter for an answer that is not a page. The others would only cost bytes on a
 * slow network: the policy already forbids framing, and the answer links nowhere.
 */
const OF_ANSWERS = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/** The headers of an answer that no hook reaches. HSTS only where the product is on https. */
export function headersWithoutHooks(isPublishedOnHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': ANSWER_POLICY,
    'x-content-type-options': 'nosniff',
    ...(isPublishedOnHttps && {
      'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`,
    }),
  }
}

/** Sets the headers of every answer. HSTS only where the product is published over https. */
export function protectPages(
  app: FastifyInstance,
  policy: PagePolicy,
  isPublishedOnHttps: boolean,
): void {
  const all = headersBy({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(policy) },
    strictTransportSecurity: isPublishedOnHttps
      ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const permissions =
    'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), browsing-topics=()'
  const ofPages = { ...all, 'permissions-policy': permissions }
  const some = Object.entries(all).filter(([name]) => OF_ANSWERS.includes(name))
  const ofAnswers = { ...Object.fromEntries(some), 'content-security-policy': ANSWER_POLICY }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith(BASE_PATH) ? ofAnswers : ofPages)
    done()
  })
}

/** Computed once, because they are the same for every answer. */
function headersBy(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, problem => {
    if (problem) throw problem
  })
  return { ...response.getHeaders() }
}
