/** The two kinds of session key: for a browser, and for a native app (product §10, "Session"). */

import { timingSafeEqual } from 'node:crypto'
import type { Key } from '#server/accounts/create-session.ts'
import { secretHash } from '#server/accounts/db/session.ts'
import { SESSION_DAYS } from '#server/accounts/sessions.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import type { NativeDevice } from '#server/platform/actions/session.ts'
import type { Cipher } from '#server/platform/db/encrypt.ts'
import { deviceBinding } from '#server/platform/http/native-device.ts'
import type { Services } from '#server/services.ts'

/** The letters of 256 random bits. */
const SECRET_LENGTH = 43
const DAY_SECONDS = 86_400
/** The longest time that browsers keep a cookie. */
const DEVICE_DAYS = 400

/** `handOver` sets the browser's cookies, once the session exists. */
export type NewKey = { readonly key: Key; readonly handOver: () => void }

/** True if the caller is a browser or a page of the app: both have cookies that no script reads. */
export function isBrowser({ client: { os } }: PublicCall): boolean {
  return os === '' || os.endsWith('-h5')
}

export function browserKey(
  { ids, cipher }: Services,
  call: PublicCall,
  isAppUser: boolean,
): NewKey {
  const session = ids.secret()
  const device = deviceCookieOf(cipher, call) ?? sealedDevice(cipher, ids.secret())
  const halfHash = Buffer.from(secretHash('cookie', session), 'hex')
  return {
    key: {
      secret: ids.secret(),
      halfHash,
      boundTo: 'cookie',
      deviceHash: cipher.keyedHash('device-cookie', device),
      isAppUser,
    },
    handOver: () => {
      call.cookies.clear('challenge')
      call.cookies.write('session', session, SESSION_DAYS * DAY_SECONDS)
      call.cookies.write('device', device, DEVICE_DAYS * DAY_SECONDS)
    },
  }
}

/** The cookie of a device: a secret and its keyed hash, which shows that we made it. */
function sealedDevice(cipher: Cipher, secret: string): string {
  return secret + cipher.keyedHash('device-cookie-seal', secret).toString('base64url')
}

/** The device's cookie; undefined for one that we did not make, which somebody may have planted. */
function deviceCookieOf(cipher: Cipher, call: PublicCall): string | undefined {
  const cookie = Buffer.from(call.cookies.read('device') ?? '')
  const secret = cookie.subarray(0, SECRET_LENGTH).toString()
  const own = Buffer.from(sealedDevice(cipher, secret))
  return cookie.length === own.length && timingSafeEqual(cookie, own) ? own.toString() : undefined
}

/**
 * The hash of the device that the request proves: a browser by the cookie that we made, a native app
 * by the key that signed. Headers can be copied, so they prove none.
 */
export function provenDevice(cipher: Cipher, call: PublicCall): Buffer | undefined {
  if (!isBrowser(call))
    return call.deviceKey === undefined ? undefined : keyHash(cipher, call.deviceKey)
  const cookie = deviceCookieOf(cipher, call)
  return cookie === undefined ? undefined : cipher.keyedHash('device-cookie', cookie)
}

/** A native app's session: bound to its device's key, or, of an older app, to its headers. */
export function nativeKey(
  { ids, cipher }: Services,
  device: NativeDevice,
  deviceKey: string | undefined,
): NewKey {
  const shared = { secret: ids.secret(), isAppUser: true }
  const binding = deviceBinding(device)
  const key: Key =
    deviceKey === undefined
      ? {
          ...shared,
          boundTo: 'device',
          halfHash: cipher.keyedHash('session-device', binding),
          deviceHash: cipher.keyedHash('device-headers', binding),
        }
      : {
          ...shared,
          boundTo: 'key',
          halfHash: cipher.keyedHash('session-key', deviceKey),
          deviceHash: keyHash(cipher, deviceKey),
        }
  return { key, handOver: () => undefined }
}

function keyHash(cipher: Cipher, deviceKey: string): Buffer {
  return cipher.keyedHash('device-key', deviceKey)
}
