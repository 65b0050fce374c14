import type { OrderNews } from '#server/platform/jobs/names.ts'
import type { PushMessage } from '#server/providers/push/port.ts'
import type { Language } from '#words/language.ts'
import { say } from '#words/say.ts'

const detail = (orderId: string) => `/orders/${orderId}/detail`

/** The page that a message opens. */
const PATHS: Readonly<Record<OrderNews, (orderId: string) => string>> = {
  approved: orderId => `/orders/${orderId}/confirm`,
  denied: detail,
  'may-apply-again': detail,
  'question-asked': orderId => `/orders/${orderId}/question`,
  'payout-arrived': detail,
  'payout-refused': detail,
  'payout-reversed': detail,
  'due-soon': detail,
  'due-today': detail,
  'payment-received': detail,
  settled: detail,
  'hardship-granted': detail,
  'hardship-refused': detail,
  'penal-waived': detail,
  'autopay-notice': detail,
  'autopay-failed': detail,
  'autopay-cannot': detail,
  'autopay-off': detail,
  'reservation-applied': orderId => `/orders/${orderId}/audit`,
  'reservation-refused': orderId => `/schedule/${orderId}`,
  'face-passed': () => '/',
  'face-denied': () => '/auth/face',
  'identity-passed': () => '/',
  'identity-denied': () => '/auth/kyc',
  'account-passed': () => '/bank',
  'account-denied': () => '/bank',
  'passkey-added': () => '/personal',
  'passkey-removed': () => '/personal',
  'feedback-answered': () => '/feedback?view=history',
}

/** Everything that a push may say. */
export const PUSH_NEWS = Object.keys(PATHS) as OrderNews[]

/** Anybody can read these on a locked screen, so they hold no amounts, no names and no details of a loan. */
export function pushText(
  news: OrderNews,
  language: Language,
  orderId: string,
): Omit<PushMessage, 'tag'> {
  return {
    title: say(language, `push.${news}.title`),
    body: say(language, `push.${news}.body`),
    path: PATHS[news](orderId),
  }
}
