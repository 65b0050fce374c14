import type { Output } from '#contract/endpoint.ts'
import type { ownData } from '#contract/own-data.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import type { MessageId } from '#words/catalogues.ts'

export type Overview = Output<typeof ownData.overview>
export type StoredItem = Overview['items'][number]
export type Kind = StoredItem['kind']
type Law = NonNullable<StoredItem['law']>

/** The name of each kind of data, and the purpose for which it is stored. */
export const kindWords: Record<Kind, { name: MessageId; why: MessageId }> = {
  number: { name: 'data.kind.number', why: 'data.why.number' },
  basic: { name: 'data.kind.basic', why: 'data.why.basic' },
  work: { name: 'data.kind.work', why: 'data.why.work' },
  identity: { name: 'data.kind.identity', why: 'data.why.identity' },
  pictures: { name: 'data.kind.pictures', why: 'data.why.pictures' },
  contacts: { name: 'data.kind.contacts', why: 'data.why.contacts' },
  'bank-account': { name: 'data.kind.bank-account', why: 'data.why.bank-account' },
  decisions: { name: 'data.kind.decisions', why: 'data.why.decisions' },
  loans: { name: 'data.kind.loans', why: 'data.why.loans' },
  papers: { name: 'data.kind.papers', why: 'data.why.papers' },
  location: { name: 'data.kind.location', why: 'data.why.location' },
  use: { name: 'data.kind.use', why: 'data.why.use' },
  notifications: { name: 'data.kind.notifications', why: 'data.why.notifications' },
  collection: { name: 'data.kind.collection', why: 'data.why.collection' },
  feedback: { name: 'data.kind.feedback', why: 'data.why.feedback' },
  record: { name: 'data.kind.record', why: 'data.why.record' },
}

export const lawWords: Record<Law, MessageId> = {
  pmla: 'data.law.pmla',
  'companies-act': 'data.law.companies-act',
  wait: 'data.law.wait',
}

/** Until when an item is stored: a day if there is one, otherwise the event it depends on. */
export function untilText({ kind, because, keptUntil }: StoredItem): string {
  if (keptUntil !== null) return day(keptUntil)
  if (because === 'loan') return t('data.until.loan')
  if (kind === 'loans') return t('data.until.loans')
  return t(kind === 'use' || kind === 'notifications' ? 'data.until.off' : 'data.until.account')
}

/**
 * The kinds with an erase button of their own. The optional consents have switches, and the phone
 * number is erased with the account.
 */
const ERASABLE = [
  'basic',
  'work',
  'identity',
  'pictures',
  'contacts',
  'bank-account',
  'notifications',
  'feedback',
] as const
export type Erasable = (typeof ERASABLE)[number]

export function erasable({ kind, erasure }: StoredItem): Erasable | undefined {
  const erasable = ERASABLE.find(each => each === kind)
  return erasure === 'at-once' || erasure === 'sealed-away' ? erasable : undefined
}

type Look = Overview['looks'][number]

/** The parts of the data that staff open. */
export const lookPartWords: Record<Look['part'], MessageId> = {
  application: 'data.look.application',
  name: 'data.look.name',
  phone: 'data.look.phone',
  search: 'data.look.search',
  borrower: 'data.look.borrower',
  order: 'data.look.order',
  pictures: 'data.look.pictures',
  feedback: 'data.look.feedback',
  loan: 'data.look.loan',
}

/** The reasons for which staff look. */
export const lookWhyWords: Record<Look['why'], MessageId> = {
  decision: 'data.look.why.decision',
  identity: 'data.look.why.identity',
  money: 'data.look.why.money',
  'borrower-asked': 'data.look.why.borrower-asked',
  complaint: 'data.look.why.complaint',
  collection: 'data.look.why.collection',
  review: 'data.look.why.review',
}

export const roleWords: Record<Look['role'], MessageId> = {
  viewer: 'data.role.viewer',
  'credit-officer': 'data.role.credit-officer',
  'kyc-officer': 'data.role.kyc-officer',
  operations: 'data.role.operations',
  collections: 'data.role.collections',
  'grievance-officer': 'data.role.grievance-officer',
  'product-manager': 'data.role.product-manager',
  finance: 'data.role.finance',
  compliance: 'data.role.compliance',
  administrator: 'data.role.administrator',
  desk: 'data.role.desk',
}
