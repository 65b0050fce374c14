import type { FastifyRequest } from 'fastify'

/** Whether the caller is a browser that shows pages; a machine gets JSON (product §7). */
export function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html')
}

/**
 * Whether a POST came from a page of ours, or from a program. A browser tells by `Sec-Fetch-Site`, an older one or one on
 * plain http by `Origin`; without either, a form is refused, because every browser sends one of them with it.
 */
export function isFromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  if (origin !== undefined) return URL.parse(origin)?.host === request.host
  return !isForm(request)
}

export function isForm(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').startsWith(FORM_TYPE)
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'
