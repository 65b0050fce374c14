import { device } from '#contract/device.ts'
import { coarse, type Location } from '#domain/privacy/location.ts'
import { call } from '#web/api/call.ts'

const PATIENCE_MS = 10_000
/** Where somebody was a while ago is where they are, to a kilometre. */
const MAY_BE_OLD_MS = 600_000

/**
 * Sends where the device is, once, if the server still wants it after a yes (specification §4, "Apply entry"): rounded before it
 * leaves the phone, with an empty address. Whatever fails on the way stays silent and holds nothing up (§8). The browser asks for its
 * own permission only where `mayAsk`: at the tap that agreed.
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

/** Where the browser says that it is; nothing where it may not, cannot, or takes too long. */
function position(): Promise<Location | undefined> {
  return new Promise(resolve => {
    const nothing = () => resolve(undefined)
    if (!('geolocation' in navigator)) return nothing()
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      nothing,
      {
        enableHighAccuracy: false,
        timeout: PATIENCE_MS,
        maximumAge: MAY_BE_OLD_MS,
      },
    )
  })
}
