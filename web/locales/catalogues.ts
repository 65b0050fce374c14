import type account from '#web/locales/en/account.json'
import type apply from '#web/locales/en/apply.json'
import type bank from '#web/locales/en/bank.json'
import type code from '#web/locales/en/code.json'
import common from '#web/locales/en/common.json'
import type compare from '#web/locales/en/compare.json'
import type consent from '#web/locales/en/consent.json'
import type contact from '#web/locales/en/contact.json'
import type content from '#web/locales/en/content.json'
import type data from '#web/locales/en/data.json'
import type device from '#web/locales/en/device.json'
import type download from '#web/locales/en/download.json'
import type extension from '#web/locales/en/extension.json'
import type feedback from '#web/locales/en/feedback.json'
import type home from '#web/locales/en/home.json'
import type ifsc from '#web/locales/en/ifsc.json'
import type legal from '#web/locales/en/legal.json'
import type loan from '#web/locales/en/loan.json'
import type login from '#web/locales/en/login.json'
import type orders from '#web/locales/en/orders.json'
import type product from '#web/locales/en/product.json'
import type schedule from '#web/locales/en/schedule.json'
import ui from '#web/locales/en/ui.json'
import type verify from '#web/locales/en/verify.json'
import type { Messages } from '#web/locales/messages.ts'

/**
 * Every message by its id, in files by area. `common` and `ui` are always there; a route names the other
 * areas that its screen speaks (routes.tsx), and they are fetched beside its code.
 */
type English = typeof common &
  typeof ui &
  typeof account &
  typeof apply &
  typeof bank &
  typeof code &
  typeof home
type MoreEnglish = typeof legal &
  typeof loan &
  typeof login &
  typeof orders &
  typeof product &
  typeof verify

type YetMoreEnglish = typeof compare &
  typeof consent &
  typeof contact &
  typeof content &
  typeof data &
  typeof device &
  typeof download &
  typeof extension &
  typeof feedback &
  typeof ifsc &
  typeof schedule

export type MessageId = keyof (English & MoreEnglish & YetMoreEnglish)
export type Language = 'en' | 'hi'
export type Area =
  | 'account'
  | 'apply'
  | 'bank'
  | 'code'
  | 'compare'
  | 'contact'
  | 'consent'
  | 'content'
  | 'data'
  | 'device'
  | 'download'
  | 'extension'
  | 'feedback'
  | 'home'
  | 'ifsc'
  | 'legal'
  | 'loan'
  | 'login'
  | 'orders'
  | 'product'
  | 'schedule'
  | 'verify'
type BaseArea = 'common' | 'ui'

export const languages: readonly Language[] = ['en', 'hi']
export const baseAreas: readonly BaseArea[] = ['common', 'ui']

/** English is the language of the shell before another is chosen, so its base is part of the first script. */
export const englishBase: Messages = { ...common, ...ui }

const files = import.meta.glob<{ default: Messages }>([
  './en/*.json',
  './hi/*.json',
  '!./en/common.json',
  '!./en/ui.json',
])

/** Fetches one area of one language. */
export async function fetchArea(language: Language, area: Area | BaseArea): Promise<Messages> {
  const load = files[`./${language}/${area}.json`]
  if (!load) throw new Error(`no catalogue for ${language}/${area}`)
  return (await load()).default
}
