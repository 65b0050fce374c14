import type { IncomingHttpHeaders } from 'node:http'
import type { NativeDevice } from '#server/platform/actions/session.ts'

/** Ids given by an operating system: printable and of limited length. */
const DEVICE_ID = /^[\w.:-]{8,100}$/
const OTHER = /^[\x20-\x7e]{0,100}$/

/** The device that a native app's headers name; undefined without a valid `deviceId`. */
export function nativeDeviceOf(headers: IncomingHttpHeaders): NativeDevice | undefined {
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && OTHER.test(value) ? value : ''
  }
  const deviceId = header('deviceid')
  if (!DEVICE_ID.test(deviceId)) return undefined
  return {
    deviceId,
    version: header('version'),
    idfv: header('idfv'),
    idfa: header('idfa'),
    sdkVersion: header('sdkversion'),
    brand: header('brand'),
  }
}

/**
 * The fields that stay the same while the app is installed: an update changes the versions, and the
 * owner may reset the `idfa`.
 */
export function deviceBinding({ deviceId, idfv, brand }: NativeDevice): string {
  return JSON.stringify([deviceId, idfv, brand])
}
