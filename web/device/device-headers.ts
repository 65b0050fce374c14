import type { DeviceInfo } from '#web/device/bridge.ts'
import { readStored, writeStored } from '#web/device/storage.ts'

/** Inside a native app every call names the device (spec §7): as the app named it when the page was signed in. */
const STORED_AS = 'app-device'
const names = ['deviceId', 'version', 'idfv', 'idfa', 'sdkVersion', 'brand'] as const

export function storeDevice(info: DeviceInfo): void {
  writeStored(STORED_AS, JSON.stringify(info))
}

/** The headers that name the device; none in a browser. */
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
