/** The key of a native app's device, and the proofs that it signs (decision 52), for tests. */
import { hash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Browser } from '#server/testing/browser.ts'

export type Proven = {
  readonly method: string
  readonly address: string
  readonly secret?: string | undefined
  readonly at: Date
}
export type DeviceKey = {
  readonly prove: (about: Proven) => Promise<string>
  readonly thumbprint: () => Promise<string>
}

/** A new key, as a device's secure hardware would make it. */
export async function newDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return {
    thumbprint: () => calculateJwkThumbprint(jwk),
    prove: ({ method, address, secret, at }) =>
      new SignJWT({
        jti: randomUUID(),
        htm: method,
        htu: address,
        iat: Math.floor(at.getTime() / 1000),
        ...(secret !== undefined && { ath: hash('sha256', secret, 'base64url') }),
      })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
        .sign(privateKey),
  }
}

/** Lets a device's key sign every call of a browser, so that it is a native app. */
export function signBy(browser: Browser, key: DeviceKey, origin: string, now: () => Date): void {
  browser.prove = (method, path, secret) =>
    key.prove({ method, address: origin + path, secret, at: now() })
}
