import type { DeviceInfo } from '#web/device/bridge.ts'
import { AD_IDS } from '#web/device/credentials.ts'
import { readStored, writeStored } from '#web/device/storage.ts'

/**
 * Inside a native app every call identifies the device (spec §7), as the app did when the page was
 * signed in.
 */
const STORED_AS = 'app-device'
const names = ['deviceId', 'version', 'idfv', 'idfa', 'sdkVersion', 'brand'] as const

export function storeDevice(info: DeviceInfo): void {
  writeStored(STORED_AS, JSON.stringify(info))
}

const adIds = ['fbp', 'fbc', 'fbUserId'] as const
export type AdId = (typeof adIds)[number]

/** Whether this page was opened in a native app. */
export function isInNativeApp(): boolean {
  return readStored(STORED_AS) !== null
}

/**
 * The headers that identify the device inside a native app, and the ids of advertisements that the
 * borrower allowed; mostly empty in a browser.
 */
export function deviceHeaders(): Record<string, string> {
  return { ...storedHeaders(STORED_AS, names), ...storedHeaders(AD_IDS, adIds) }
}

function storedHeaders(key: string, allowed: readonly string[]): Record<string, string> {
  try {
    const stored = JSON.parse(readStored(key) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      allowed.flatMap(name =>
        typeof stored[name] === 'string' && stored[name] !== '' ? [[name, stored[name]]] : [],
      ),
    )
  } catch {
    return {}
  }
}

/**
 * Which of the specification's two clients this is (specification §7): ios-h5 for iPhone or Mac OS
 * X, else android-h5.
 */
export function clientOs(userAgent: string = navigator.userAgent): 'ios-h5' | 'android-h5' {
  return /iPhone|Mac OS X/.test(userAgent) ? 'ios-h5' : 'android-h5'
}
