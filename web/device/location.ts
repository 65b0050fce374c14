import { device } from '#contract/device.ts'
import { coarse, type Location } from '#domain/privacy/location.ts'
import { call } from '#web/api/call.ts'

const TIMEOUT_MS = 10_000
/** A position this old is still right to a kilometre. */
const MAX_AGE_MS = 600_000

/**
 * Sends the device's location, once, if the server still wants it after consent (specification §4,
 * "Apply entry"): rounded before it leaves the phone, with an empty address. Failures stay silent
 * and block nothing (§8). The browser asks for its own permission only if `mayAsk`, at the tap that
 * consented.
 */
export async function collectLocation({ mayAsk }: { mayAsk: boolean }): Promise<void> {
  if (!mayAsk && !(await isAllowed())) return
  const list = await call(device.needUpload, {})
  if (!list.ok || !list.data.some(({ type, needUpload }) => type === 'gps' && needUpload === 1))
    return
  const here = await position()
  if (here) await call(device.uploadInfo, { ...coarse(here), address: '' })
}

async function isAllowed(): Promise<boolean> {
  const permission = await navigator.permissions
    ?.query({ name: 'geolocation' })
    .catch(() => undefined)
  return permission?.state === 'granted'
}

/** The browser's position; undefined if it is not allowed, unavailable, or takes too long. */
function position(): Promise<Location | undefined> {
  return new Promise(resolve => {
    const nothing = () => resolve(undefined)
    if (!('geolocation' in navigator)) return nothing()
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      nothing,
      {
        enableHighAccuracy: false,
        timeout: TIMEOUT_MS,
        maximumAge: MAX_AGE_MS,
      },
    )
  })
}
