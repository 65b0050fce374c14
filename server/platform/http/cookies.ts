import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The product's cookies. All are HttpOnly: no script ever reads them. */
export type CookieName = 'session' | 'challenge' | 'passkey' | 'device' | 'staff' | 'attempt'

export type CookieJar = {
  readonly read: (name: CookieName) => string | undefined
  readonly write: (name: CookieName, value: string, maxAgeSeconds: number) => void
  readonly clear: (name: CookieName) => void
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
const VALUE = /^[\w.-]{1,260}$/

/**
 * The cookies of one request. `__Host-` binds them to this very host over https (browsers count
 * localhost as such). A demonstration over plain http on a local network uses other names without
 * Secure, but only while the product is not published over https.
 */
export function cookieJar(
  request: FastifyRequest,
  reply: FastifyReply,
  isPublishedOnHttps: boolean,
): CookieJar {
  const isSecure =
    isPublishedOnHttps || request.protocol === 'https' || LOOPBACK.has(request.hostname)
  const fullName = (name: CookieName) =>
    isSecure ? `__Host-saral-${name}` : `saral-insecure-${name}`
  let cookies: Cookies | undefined
  const set = (name: CookieName, cookie: Omit<SetCookie, 'name'>) => {
    const attributes = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' } as const
    reply.header(
      'set-cookie',
      stringifySetCookie({ name: fullName(name), ...attributes, ...cookie }),
    )
  }
  return {
    read: name => {
      cookies ??= parseCookie(request.headers.cookie ?? '')
      const value = cookies[fullName(name)]
      return value !== undefined && VALUE.test(value) ? value : undefined
    },
    write: (name, value, maxAgeSeconds) => set(name, { value, maxAge: maxAgeSeconds }),
    clear: name => set(name, { value: '', maxAge: 0, expires: new Date(0) }),
  }
}
