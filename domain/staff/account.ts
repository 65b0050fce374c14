import type { Permission } from './permissions.ts'

/*
 * The making of an account of the lender's people (decision 93). One person proposes it, another
 * approves, its person opens the link that only the proposer gets, and somebody else confirms that
 * the right person did. For some days the makers of an account count as people who may hold it.
 */

/** The proposer, approver and confirmer of each account that is new. */
export type NewAccounts = ReadonlyMap<string, readonly string[]>

/** The instant since which an account counts as new; a policy value says for how long. */
export function newSince(now: Date, newAccountDays: number): Date {
  return new Date(now.getTime() - newAccountDays * 86_400_000)
}

/**
 * The people who may hold an account: its own, and while it is new its makers, and theirs while they
 * are new.
 */
export function holdersOf(staffId: string, accounts: NewAccounts): ReadonlySet<string> {
  const holders = new Set([staffId])
  for (const holder of holders) for (const maker of accounts.get(holder) ?? []) holders.add(maker)
  return holders
}

/** True if one person may hold both accounts: then they do not decide together. */
export function mayBeOne(one: string, other: string, accounts: NewAccounts): boolean {
  const others = holdersOf(other, accounts)
  return [...holdersOf(one, accounts)].some(holder => others.has(holder))
}

/** An account that waits for its confirmation. */
export type Unconfirmed = {
  readonly staffId: string
  /** Null where a command made it. */
  readonly proposedBy: string | null
  readonly approvedBy: string | null
  /** True if somebody has opened its link, or signed in at the lender's provider. */
  readonly isOpened: boolean
}
export type Confirmer = {
  readonly staffId: string
  readonly permissions: ReadonlySet<Permission>
}

/**
 * The reason why this person cannot confirm an account; undefined if they can. They are neither the
 * person nor the proposer, and not the approver either, unless nobody else can.
 * @param others all who sign in to the console today
 * @param isAlone the lender switched the second person off for the act that made the account
 */
export function whyNotConfirm(
  account: Unconfirmed,
  confirmer: Confirmer,
  {
    accounts,
    others,
    isAlone,
  }: {
    readonly accounts: NewAccounts
    readonly others: readonly Confirmer[]
    readonly isAlone: boolean
  },
): 'second-person-needed' | 'not-permitted' | 'account-too-new' | 'outdated' | undefined {
  const { staffId, proposedBy, approvedBy } = account
  const isMaker = ({ staffId: id }: Confirmer, maker: string | null) =>
    maker !== null && mayBeOne(id, maker, accounts)
  if (confirmer.staffId === staffId) return 'second-person-needed'
  if (!confirmer.permissions.has('staff:approve')) return 'not-permitted'
  if (!account.isOpened) return 'outdated'
  if (isAlone) return undefined
  if (isMaker(confirmer, proposedBy))
    return confirmer.staffId === proposedBy ? 'second-person-needed' : 'account-too-new'
  if (!isMaker(confirmer, approvedBy)) return undefined
  const canAnother = others.some(
    other =>
      other.staffId !== staffId &&
      other.permissions.has('staff:approve') &&
      !isMaker(other, proposedBy) &&
      !isMaker(other, approvedBy),
  )
  return canAnother ? 'second-person-needed' : undefined
}

/** The people who can approve others' accounts besides one; a command invites freely below two. */
export function canBeMadeByCommand(staffId: string, others: readonly Confirmer[]): boolean {
  const approvers = others.filter(
    other => other.staffId !== staffId && other.permissions.has('staff:approve'),
  )
  return approvers.length < APPROVERS_OF_ACCOUNTS
}
/** With as many, a proposal can be made and approved at the console. */
const APPROVERS_OF_ACCOUNTS = 2
