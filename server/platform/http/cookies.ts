import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#domain/loopback.ts'

/** The product's cookies. All are HttpOnly: no script ever reads them. */
export type CookieName = 'session' | 'challenge' | 'passkey' | 'device' | 'staff' | 'attempt'

export type CookieJar = {
  readonly read: (name: CookieName) => string | undefined
  readonly write: (name: CookieName, value: string, maxAgeSeconds: number) => void
  readonly clear: (name: CookieName) => void
}

const VALUE = /^[\w.-]{1,260}$/

/**
 * The full name of a cookie. `__Host-` binds it to this very host over https. WebKit, unlike other
 * browsers, keeps no such cookie of localhost over http: there, and there alone, it has another name.
 */
export function cookieName(name: CookieName, isSecure: boolean): string {
  return isSecure ? `__Host-saral-${name}` : `saral-insecure-${name}`
}

/**
 * The cookies of one request. They are Secure, except over http on this machine alone while the
 * product is not published over https.
 */
export function cookieJar(
  request: FastifyRequest,
  reply: FastifyReply,
  isPublishedOnHttps: boolean,
): CookieJar {
  const isSecure =
    isPublishedOnHttps || request.protocol === 'https' || !isLoopback(request.hostname)
  const fullName = (name: CookieName) => cookieName(name, isSecure)
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
