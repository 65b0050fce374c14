/** The changes of a proposal and its reason, as stored, encrypted. Each act has details of its own. */
import type { DraftContent } from '#contract/staff/product.ts'
import type { ContentTexts } from '#domain/content.ts'
import type { Day } from '#domain/day.ts'
import type { DecisionFigures } from '#domain/lending/decision.ts'
import type { PolicyLimits } from '#domain/lending/policy-limits.ts'
import type { BasisPoints, Paise } from '#domain/money.ts'
import { PERMISSIONS, type Permission, ROLES, type Role } from '#domain/staff/permissions.ts'
import type { ActName } from '#domain/staff/proposal.ts'
import { type Cipher, type CipherContext, decryptJson } from '#server/platform/db/encrypt.ts'
import type { ProposalRow } from '#server/staff/proposals/db/proposal.ts'

/** The version of a product as it is proposed, frozen: later saves of the draft do not change it. */
export type ProductChange = {
  readonly productId: string
  readonly name: string
  readonly fromDay: Day
  /** The newest version when it was proposed; 0 if there was none. */
  readonly base: number
  /** Null to withdraw the product. */
  readonly content: DraftContent | null
  /** The revision of the draft. The approval removes the draft if nobody saved it since. */
  readonly revision: number | null
  /** The terms and texts that it changes. Missing in proposals of a previous version. */
  readonly names?: readonly string[]
}

/** A proposed policy: on its day all these values hold, of which `names` lists the changed ones. */
export type PolicyChange = {
  readonly figures: DecisionFigures
  /** A missing value, in proposals of a previous version, stays as it is. */
  readonly limits?: Partial<PolicyLimits>
  readonly fromDay: Day
  /** The newest version when it was proposed; 0 if there was none. */
  readonly base: number
  /** Missing in proposals of a previous version. */
  readonly names?: readonly string[]
}

/** The proposed texts. Without texts the program's hold again, or the question or notice ends. */
export type ContentWish = {
  readonly item: string
  readonly texts: ContentTexts | null
  readonly href: string | null
  readonly fromDay: Day
  readonly untilDay: Day | null
}
/** A proposed version: `base` is the newest version then, 0 if there was none. */
export type ContentChange = ContentWish & {
  readonly base: number
  /** The parts that it changes. Missing in proposals of a previous version. */
  readonly names?: readonly string[]
}

/** A value that a change names, as it is on the day of the change and as it would become. */
export type ChangedValue = {
  /** A text in one language carries that language: `slogan en`. */
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  /** The later version that also names it, from whose day on its value holds. */
  readonly until: { readonly day: Day; readonly after: string | null } | null
}
/** The day of a change, the version that it follows there, and the later ones, which keep their values. */
export type DatedPlace = {
  readonly fromDay: Day
  readonly follows: number | null
  readonly stays: readonly { readonly version: number; readonly fromDay: Day }[]
}
/** Of dated values: their day, the versions before and after it, and the changes. */
export type Dated = { readonly dated: DatedPlace; readonly values: readonly ChangedValue[] }

/** A loan of the largest amount of a product, on the day of a change, before and after it. */
export type CostExample = {
  readonly amount: Paise
  readonly before: LoanCost | null
  readonly after: LoanCost | null
}
export type LoanCost = {
  readonly arrives: Paise
  readonly repayment: Paise
  readonly apr: BasisPoints
}

type OrderAmount = { readonly orderNo: string | null; readonly amount: Paise }
type ProductDetails = Dated & {
  readonly product: ProductChange
  readonly example: CostExample | null
}
type DetailsByAct = {
  readonly 'settle-refund': OrderAmount & { readonly reference: string }
  readonly 'stop-payout': OrderAmount
  /** The rules that the approval overrides. */
  readonly 'approve-application': OrderAmount & { readonly denials: readonly string[] }
  readonly 'waive-penal': OrderAmount
  readonly 'close-unknown-payment': {
    /** Null of a payment in another currency. */
    readonly amount: Paise | null
    readonly reference: string | null
    /** The amount with its currency, where it is not rupees. */
    readonly vendor: string
  }
  readonly 'invite-staff': { readonly mail: string; readonly roles: readonly Role[] }
  /** Without a role afterwards, the person signs in no more. */
  readonly 'change-staff': {
    readonly mail: string
    readonly before: readonly Role[]
    readonly after: readonly Role[]
  }
  readonly 'renew-staff': { readonly mail: string; readonly roles: readonly Role[] }
  readonly 'change-role': {
    readonly role: Role
    readonly before: readonly Permission[]
    readonly after: readonly Permission[]
  }
  readonly 'publish-product': ProductDetails
  readonly 'withdraw-product': ProductDetails
  readonly 'change-policy': Dated & { readonly policy: PolicyChange }
  readonly 'change-content': Dated & { readonly content: ContentChange }
}

/** The changes of a proposal, by its act. */
export type ProposalDetails = {
  readonly [Act in ActName]: { readonly act: Act } & DetailsByAct[Act]
}[ActName]
/** The changes of a proposal of one act. */
export type DetailsOf<Act extends ActName> = Extract<ProposalDetails, { readonly act: Act }>

/**
 * Details as stored: one shape for all acts, which servers of the previous version read too. A
 * value that an act does not have is null, empty or missing.
 */
type StoredDetails = {
  readonly orderNo: string | null
  readonly amount: Paise | null
  readonly reference: string | null
  readonly mail: string | null
  readonly role: Role | null
  readonly product?: ProductChange
  readonly policy?: PolicyChange
  readonly content?: ContentChange
  readonly dated?: DatedPlace | null
  /** Missing in proposals of a previous version, which have lines in `before` and `after` instead. */
  readonly values?: readonly ChangedValue[]
  readonly example?: CostExample | null
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const NOTHING: StoredDetails = {
  orderNo: null,
  amount: null,
  reference: null,
  mail: null,
  role: null,
  before: [],
  after: [],
}

/** Details in the shape in which they are stored. */
function storedDetails(details: ProposalDetails): StoredDetails {
  switch (details.act) {
    case 'approve-application': {
      const { act: _, denials, ...facts } = details
      return { ...NOTHING, ...facts, after: denials }
    }
    case 'close-unknown-payment': {
      const { act: _, vendor, ...facts } = details
      return { ...NOTHING, ...facts, after: [vendor] }
    }
    case 'invite-staff':
      return { ...NOTHING, mail: details.mail, after: details.roles }
    case 'renew-staff':
      return { ...NOTHING, mail: details.mail, before: details.roles, after: details.roles }
    default: {
      const { act: _, ...facts } = details
      return { ...NOTHING, ...facts }
    }
  }
}

/** The stored details of an act, by this version of the program or an earlier one. */
export function detailsFrom(act: ActName, stored: StoredDetails): ProposalDetails {
  const { orderNo, reference, before, after } = stored
  const orderAmount = () => ({ orderNo, amount: present(act, stored.amount) })
  const mail = () => present(act, stored.mail)
  switch (act) {
    case 'settle-refund':
      return { act, ...orderAmount(), reference: reference ?? '' }
    case 'stop-payout':
    case 'waive-penal':
      return { act, ...orderAmount() }
    case 'approve-application':
      return { act, ...orderAmount(), denials: after }
    case 'close-unknown-payment':
      return { act, amount: stored.amount, reference, vendor: after[0] ?? '' }
    case 'invite-staff':
    case 'renew-staff':
      return { act, mail: mail(), roles: among(ROLES, after) }
    case 'change-staff':
      return { act, mail: mail(), before: among(ROLES, before), after: among(ROLES, after) }
    case 'change-role': {
      const rights = { before: among(PERMISSIONS, before), after: among(PERMISSIONS, after) }
      return { act, role: present(act, stored.role), ...rights }
    }
    case 'publish-product':
    case 'withdraw-product': {
      const product = present(act, stored.product)
      return { act, product, ...datedFrom(stored, product), example: stored.example ?? null }
    }
    case 'change-policy': {
      const policy = present(act, stored.policy)
      return { act, policy, ...datedFrom(stored, policy) }
    }
    case 'change-content': {
      const content = present(act, stored.content)
      return { act, content, ...datedFrom(stored, content) }
    }
  }
}

function present<T>(act: ActName, value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error(`a stored proposal of ${act} lacks a value`)
  return value
}

/** The known names among the texts, in their order. */
function among<T extends string>(names: readonly T[], texts: readonly string[]): readonly T[] {
  return texts.flatMap(text => names.find(each => each === text) ?? [])
}

/** Proposals of a previous version were compared with the newest version, whatever its day. */
function datedFrom(
  { dated, values, before, after }: StoredDetails,
  { fromDay, base }: { readonly fromDay: Day; readonly base: number },
): Dated {
  return {
    dated: dated ?? { fromDay, follows: base === 0 ? null : base, stays: [] },
    values: values ?? valuesOfLines(before, after),
  }
}

/** The values of a proposal of a previous version, which stored them as lines: `slogan (en): Plain loans`. */
function valuesOfLines(before: readonly string[], after: readonly string[]): ChangedValue[] {
  const read = (lines: readonly string[]) =>
    new Map(
      lines.map(line => {
        const at = line.indexOf(': ')
        const [name, text] = at < 0 ? ['isOffered', line] : [line.slice(0, at), line.slice(at + 2)]
        return [name.replace(/[()]/g, ''), text] as const
      }),
    )
  const was = read(before)
  const will = read(after)
  const names = [...new Set([...will.keys(), ...was.keys()])].filter(name => name !== 'from')
  return names.map(name => ({
    name,
    before: was.get(name) ?? null,
    after: will.get(name) ?? null,
    until: null,
  }))
}

type Keys = { readonly cipher: Cipher }

const contextOf = (proposalId: string, column: 'details_sealed' | 'why_sealed'): CipherContext => ({
  table: 'proposal',
  row: proposalId,
  column,
})
const reasonContext = (proposalId: string): CipherContext => ({
  table: 'proposal_decision',
  row: proposalId,
  column: 'reason_sealed',
})

/** The details and the reason of a new proposal, encrypted. */
export function encryptedProposal(
  { cipher }: Keys,
  proposalId: string,
  details: ProposalDetails,
  why: string,
) {
  const stored = JSON.stringify(storedDetails(details))
  return {
    detailsSealed: cipher.encrypt(stored, contextOf(proposalId, 'details_sealed')),
    whySealed: cipher.encrypt(why, contextOf(proposalId, 'why_sealed')),
  }
}

/** The reason of a decision, encrypted. */
export function encryptedReason({ cipher }: Keys, proposalId: string, reason: string): Buffer {
  return cipher.encrypt(reason, reasonContext(proposalId))
}

/** The details of a proposal, as they were made. */
export function detailsOf(
  { cipher }: Keys,
  { act, proposalId, detailsSealed }: Pick<ProposalRow, 'act' | 'proposalId' | 'detailsSealed'>,
): ProposalDetails {
  const at = contextOf(proposalId, 'details_sealed')
  return detailsFrom(act, decryptJson<StoredDetails>(cipher, detailsSealed, at))
}

/** The reason of a proposal, as its proposer wrote it. */
export function whyOf(
  { cipher }: Keys,
  { proposalId, whySealed }: Pick<ProposalRow, 'proposalId' | 'whySealed'>,
): string {
  return cipher.decryptText(whySealed, contextOf(proposalId, 'why_sealed'))
}

/** The reason of a decision, as its decider wrote it. */
export function reasonOf({ cipher }: Keys, proposalId: string, sealed: Buffer): string {
  return cipher.decryptText(sealed, reasonContext(proposalId))
}
