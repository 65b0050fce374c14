import { AD_IDS } from '#web/device/credentials.ts'
import type { AdId } from '#web/device/device-headers.ts'
import { removeStored, writeStored } from '#web/device/storage.ts'

/** The cookies in which a browser that came from an advertisement may hold its ids. */
const cookies: Readonly<Record<AdId, string>> = { fbp: '_fbp', fbc: '_fbc', fbUserId: 'fbUserId' }

/**
 * Stores the ids that requests carry (specification §7), or removes them: only ids that the browser
 * has, and only while the borrower consents to marketing. Signing out removes them too.
 */
export function allowAdIds(isAllowed: boolean): void {
  const ids = isAllowed ? adIdsIn(document.cookie) : {}
  if (Object.keys(ids).length > 0) writeStored(AD_IDS, JSON.stringify(ids))
  else removeStored(AD_IDS)
}

/** The advertising ids among the cookies of this page. */
export function adIdsIn(cookieText: string): Partial<Record<AdId, string>> {
  const present = new Map(
    cookieText.split('; ').map(each => {
      const [name = '', ...value] = each.split('=')
      return [name, value.join('=')] as const
    }),
  )
  return Object.fromEntries(
    Object.entries(cookies).flatMap(([id, name]) => {
      const value = present.get(name)
      return value !== undefined && /^[\w.-]{1,500}$/.test(value) ? [[id, value]] : []
    }),
  )
}
