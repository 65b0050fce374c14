/** What every answer tells the browser to refuse (product §10, "Pages"). */
import { createHash } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { BASE_PATH } from '#contract/path.ts'

const ONE_YEAR_SECONDS = 31_536_000

export type PagePolicy = {
  /** `'sha256-…'` of each inline script and style that is in a page of ours; nothing else inline runs. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
  /** https hosts that a form may be sent on to. */
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
    // One policy, made by web/device/trusted-script.ts, which lets the addresses of our workers through and nothing else.
    'trusted-types': ['saral-worker'],
  }
}

/**
 * The policy of a worker, which is its own and not that of its page: it runs scripts and WebAssembly of ours, asks our server, and does
 * nothing else. So no page has to allow WebAssembly for one that reads a code or looks for a face.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types"

/** How the policy names an inline script or style. */
export function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** What an answer of the API may do in a browser that shows it as a page: nothing. */
export const ANSWER_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/**
 * What matters for an answer that is no page. The rest says nothing of it, and would go over a slow network with every one: whether it may
 * be framed, its own policy says already, and it can lead nowhere that could be told where it stood.
 */
const OF_ANSWERS = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/** Sets the headers of every answer. HSTS only where the product is published under https. */
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

/** They are the same for every answer, so they are worked out once. */
function headersBy(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, problem => {
    if (problem) throw problem
  })
  return { ...response.getHeaders() }
}
