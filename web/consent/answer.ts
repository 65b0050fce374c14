import { device } from '#contract/device.ts'
import type { OptionalPurpose } from '#domain/privacy/consent.ts'
import { call } from '#web/api/call.ts'
import { TRACKING_CONSENT } from '#web/device/tracking-store.ts'

/** Sends a yes or a no; false where it did not arrive. What the app itself does under the consent begins or ends with it. */
export async function answerOptional(purpose: OptionalPurpose, isGiven: boolean): Promise<boolean> {
  const result = await call(device.answerConsent, { purpose, isGiven })
  if (result.ok && purpose === 'tracking') dispatchEvent(new Event(TRACKING_CONSENT))
  return result.ok
}
