import { storedToken, webUuid } from '#web/device/credentials.ts'
import { clientOs, deviceHeaders } from '#web/device/device-headers.ts'
import type { Language } from '#words/language.ts'

const PACKAGE_NAME = 'saral.web'

/** What every request carries (specification §7). Marketing ids travel only with a consent, which is not asked yet. */
export function requestHeaders(language: Language): Record<string, string> {
  const token = storedToken()
  return {
    web_uuid: webUuid(),
    os: clientOs(),
    packageName: PACKAGE_NAME,
    'accept-language': 'en',
    'x-language': language,
    ...deviceHeaders(),
    ...(token !== null && { token }),
  }
}
