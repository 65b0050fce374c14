import type { DeviceInfo } from '#web/device/bridge.ts'
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

/** The headers that identify the device; empty in a browser. */
export function deviceHeaders(): Record<string, string> {
  try {
    const info = JSON.parse(readStored(STORED_AS) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      names.flatMap(name =>
        typeof info[name] === 'string' && info[name] !== '' ? [[name, info[name]]] : [],
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
