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

/** The borrowers whose marks a browser remembers: those who share a phone. */
const DEVICES_MAX = 3
const BETWEEN_DEVICES = '.'

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
  const fresh = sealedDevice(cipher, ids.secret())
  const shown = shownDevices(cipher, call)
  const halfHash = Buffer.from(secretHash('cookie', session), 'hex')
  const hashOf = (device: string) => cipher.keyedHash('device-cookie', device)
  let used = fresh
  return {
    key: {
      secret: ids.secret(),
      halfHash,
      boundTo: 'cookie',
      deviceHashes: { shown: shown.map(hashOf), fresh: hashOf(fresh) },
      noteDevice: hash => {
        used = shown.find(device => hashOf(device).equals(hash)) ?? fresh
      },
      isAppUser,
    },
    handOver: () => {
      call.cookies.clear('challenge')
      call.cookies.write('session', session, SESSION_DAYS * DAY_SECONDS)
      const others = shown.filter(device => device !== used)
      const cookie = [used, ...others].slice(0, DEVICES_MAX).join(BETWEEN_DEVICES)
      call.cookies.write('device', cookie, DEVICE_DAYS * DAY_SECONDS)
    },
  }
}

/** The mark of a device: a secret and its keyed hash, which shows that we made it. */
function sealedDevice(cipher: Cipher, secret: string): string {
  return secret + cipher.keyedHash('device-cookie-seal', secret).toString('base64url')
}

/**
 * The marks in the browser's cookie, one for each of the last borrowers who signed in there,
 * without those that are not ours. A mark becomes a device of its own borrower alone, so that a
 * planted one, even a genuine one, makes no device of this borrower.
 */
function shownDevices(cipher: Cipher, call: PublicCall): string[] {
  const marks = (call.cookies.read('device') ?? '').split(BETWEEN_DEVICES).slice(0, DEVICES_MAX)
  return marks.filter(mark => {
    const expected = Buffer.from(sealedDevice(cipher, mark.slice(0, SECRET_LENGTH)))
    const presented = Buffer.from(mark)
    return presented.length === expected.length && timingSafeEqual(presented, expected)
  })
}

/**
 * The hashes of the devices that the request proves: a browser by our marks, a native app by the
 * key that signed. Headers can be copied, so they prove nothing.
 */
export function provenDevices(cipher: Cipher, call: PublicCall): Buffer[] {
  if (!isBrowser(call)) return call.deviceKey === undefined ? [] : [keyHash(cipher, call.deviceKey)]
  return shownDevices(cipher, call).map(mark => cipher.keyedHash('device-cookie', mark))
}

/** A native app's session: bound to its device's key, or, of an older app, to its headers. */
export function nativeKey(
  { ids, cipher }: Services,
  device: NativeDevice,
  deviceKey: string | undefined,
): NewKey {
  const shared = { secret: ids.secret(), isAppUser: true, noteDevice: () => undefined }
  const binding = deviceBinding(device)
  const key: Key =
    deviceKey === undefined
      ? {
          ...shared,
          boundTo: 'device',
          halfHash: cipher.keyedHash('session-device', binding),
          deviceHashes: sameDevice(cipher.keyedHash('device-headers', binding)),
        }
      : {
          ...shared,
          boundTo: 'key',
          halfHash: cipher.keyedHash('session-key', deviceKey),
          deviceHashes: sameDevice(keyHash(cipher, deviceKey)),
        }
  return { key, handOver: () => undefined }
}

const sameDevice = (hash: Buffer) => ({ shown: [hash], fresh: hash })

function keyHash(cipher: Cipher, deviceKey: string): Buffer {
  return cipher.keyedHash('device-key', deviceKey)
}
