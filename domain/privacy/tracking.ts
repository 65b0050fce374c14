/**
 * The usage events that the app may report (product §9, regulation C12), and how they are cleaned
 * before they are stored.
 */

/**
 * Recorded without consent, because the service cannot be run without them: a registration, and the
 * failure of an application, a bank account or a page (specification §4, §8). They are stored
 * without any id of the browser.
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

/**
 * A number long enough to be a phone, account or identity number, whatever separates its digits.
 */
const PERSONAL_NUMBER = /\d(?:[\s-]?\d){5,}/g
const MAIL_ADDRESS = /[^\s@]+@[^\s@]+/g

/**
 * A reported value without anything that could identify a person. No such value should contain any.
 */
export function withoutPersonalData(value: string): string {
  return value.replace(MAIL_ADDRESS, '•').replace(PERSONAL_NUMBER, '•')
}

/** A page's address without ids, so that pages are counted but no order is identified. */
export function pagePattern(page: string): string {
  const path = page.replace(/[?#].*/s, '')
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/g, '/{id}')
}
