/**
 * A push service for tests: it accepts only requests that are signed as RFC 8292 requires, and
 * decrypts them as the browser would.
 */
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import { localhostCertificate } from './certificate.ts'

export type Delivered = {
  readonly to: string
  readonly message: unknown
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export type PushService = {
  readonly host: string
  /** PEM, for `localhost`. */
  readonly certificate: string
  /** Trusts this service's certificate, and no other. */
  readonly agent: Agent
  readonly delivered: Delivered[]
  /**
   * A browser that subscribed here. `answer` is the status that the service returns for it, and
   * `location` where that answer sends on to.
   */
  readonly browser: (
    publicKey: string,
    answer?: number,
    location?: string,
  ) => { endpoint: string; auth: string; userPublicKey: string }
  readonly close: () => Promise<void>
}

type Subscriber = {
  readonly keys: ECDH
  readonly auth: string
  readonly publicKey: string
  readonly answer: number
  readonly location: string | undefined
}

export async function startPushService(): Promise<PushService> {
  const { key, cert } = localhostCertificate()
  const delivered: Delivered[] = []
  const subscribers = new Map<string, Subscriber>()
  const server = createServer({ key, cert }, async (request, response) => {
    const body = await buffer(request)
    const subscriber = subscribers.get(request.url ?? '')
    if (!subscriber) return response.writeHead(404).end()
    const claims = claimsOf(request.headers.authorization ?? '', subscriber.publicKey)
    if (!claims) return response.writeHead(403).end()
    const { answer, location } = subscriber
    if (answer !== 201) return response.writeHead(answer, location ? { location } : {}).end()
    const message = decrypt(body, {
      version: 'aes128gcm',
      privateKey: subscriber.keys,
      authSecret: subscriber.auth,
    })
    delivered.push({
      to: request.url ?? '',
      message: JSON.parse(message.toString()),
      claims,
      headers: request.headers,
    })
    return response.writeHead(201).end()
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    delivered,
    certificate: cert,
    agent: new Agent({ ca: cert }),
    browser: (publicKey, answer = 201, location = undefined) => {
      const keys = createECDH('prime256v1')
      const userPublicKey = keys.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      const path = `/push/${randomBytes(12).toString('base64url')}`
      subscribers.set(path, { keys, auth, publicKey, answer, location })
      return { endpoint: `https://${host}${path}`, auth, userPublicKey }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The content of the signature, if the key that the browser subscribed with made it. */
function claimsOf(authorization: string, publicKey: string): Delivered['claims'] | undefined {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (key !== publicKey) return undefined
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
  const jwk = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
  const signed = Buffer.from(`${header}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : undefined
}
