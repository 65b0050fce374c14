import { storedToken, webUuid } from '#web/device/credentials.ts'
import { clientOs, deviceHeaders } from '#web/device/device-headers.ts'
import type { Language } from '#words/language.ts'

const PACKAGE_NAME = 'saral.web'

/** The headers of every request (specification §7). */
export function requestHeaders(language: Language): Record<string, string> {
  return { ...browserHeaders(language), ...deviceHeaders() }
}

/** The headers of every request of a plain browser, outside a native app. */
export function browserHeaders(language: Language): Record<string, string> {
  const token = storedToken()
  return {
    web_uuid: webUuid(),
    os: clientOs(),
    packageName: PACKAGE_NAME,
    'accept-language': 'en',
    'x-language': language,
    ...(token !== null && { token }),
  }
}
