/** What the app may report of its own use (product §9, regulation C12), and what is made of it before it is kept. */

/**
 * Known without consent, because the service cannot be run without them: that somebody registered, and that an application, a bank
 * account or a page failed (specification §4, §8). They are kept without any id of the browser.
 */
export const NECESSARY_EVENTS = [
  'register-complete',
  'apply-failed',
  'add-bank-failed',
  'page-failed',
] as const

export function isNecessary(eventId: string): boolean {
  return (NECESSARY_EVENTS as readonly string[]).includes(eventId)
}

/** Numbers long enough to be a phone's, an account's or an identity's, whatever stands between their digits. */
const PERSONAL_NUMBER = /\d(?:[\s-]?\d){5,}/g
const MAIL_ADDRESS = /[^\s@]+@[^\s@]+/g

/** A reported value without what could name a person: nothing of the kind is meant to be in it. */
export function withoutPersonalData(value: string): string {
  return value.replace(MAIL_ADDRESS, '•').replace(PERSONAL_NUMBER, '•')
}

/** A page's address without its ids, so that pages are counted and nobody's order is. */
export function pagePattern(page: string): string {
  const [path = ''] = page.split(/[?#]/)
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/g, '/{id}')
}
