/**
 * The accounts of the lender's people (decision 93). Its proposer gets the link of an account, its
 * person opens it, and somebody else confirms by the code on that person's page. Until then the
 * account may do nothing.
 */
import type { Input } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { people } from '#contract/staff/people.ts'
import { indiaDayOf } from '#domain/day.ts'
import {
  type Confirmer,
  type NewAccounts,
  newSince,
  type Unconfirmed,
  whyNotConfirm,
} from '#domain/staff/account.ts'
import { CONFIRMATION_DIGITS } from '#domain/staff/permissions.ts'
import type { TwoPersonsOff } from '#domain/staff/proposal.ts'
import { limitsOn } from '#server/lending/db/policy.ts'
import type { StaffCall } from '#server/platform/actions/call.ts'
import { type AuditAction, writeAudit } from '#server/platform/audit/entries.ts'
import type { Queryable, Transaction } from '#server/platform/db/open.ts'
import type { Services } from '#server/services.ts'
import {
  type AccountRow,
  accountOf,
  accountsSince,
  noteConfirmed,
  noteOpened,
  type OpeningWay,
} from '#server/staff/people/db/account.ts'
import { dropInvitations, staffOf } from '#server/staff/people/db/staff.ts'
import { makeInvitation, mayBeSimulated } from '#server/staff/people/people.ts'
import { able } from '#server/staff/people/renewal.ts'
import { lockRights, NO_RIGHTS } from '#server/staff/people/rights.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'cipher' | 'ids' | 'config'>
type At = { readonly now: Date }

/**
 * Opens an account by its link or at the lender's provider, which voids its links. False where
 * somebody opened it the other way and nobody has confirmed that person.
 */
export async function openAccount(
  tx: Transaction,
  staffId: string,
  way: OpeningWay,
  at: Date,
): Promise<boolean> {
  await dropInvitations(tx, staffId)
  const account = await accountOf(tx, staffId)
  if (!account || account.confirmedAt) return true
  return account.openedAt ? account.openedBy === way : noteOpened(tx, staffId, way, at)
}

/** Makes the link of an unopened account, for its proposer alone. Older links become void. */
export async function linkFor(
  services: Parts,
  { staffId }: Input<typeof people.link>,
  { staff, now }: StaffCall,
): Promise<{ readonly link: string } | Refusal<'not-permitted' | 'outdated'>> {
  return services.db.transaction(async tx => {
    const rights = await lockRights(tx, [staff.staffId, staffId])
    if (!rights.get(staff.staffId)?.has('staff:change')) return refused('not-permitted')
    const account = await accountOf(tx, staffId)
    const person = await staffOf(tx, staffId)
    if (account && account.proposedBy !== staff.staffId) return refused('not-permitted')
    if (!account || account.openedAt || !person || person.endedAt) return refused('outdated')
    const link = await makeInvitation({ services, tx, at: now }, staffId)
    await audit(services, tx, 'staff-link-made', staffId, { staff, now })
    return { link }
  })
}

type NotConfirmed = Refusal<
  'second-person-needed' | 'not-permitted' | 'account-too-new' | 'outdated' | 'confirmation-wrong'
>

/** Confirms that the right person opened an account. Only that person's page shows the code. */
export async function confirmAccount(
  services: Parts,
  { staffId, code }: Input<typeof people.confirm>,
  { staff, now }: StaffCall,
): Promise<null | NotConfirmed> {
  return services.db.transaction(async tx => {
    const before = await accountOf(tx, staffId)
    const makers = [before?.proposedBy, before?.approvedBy].filter(id => typeof id === 'string')
    const rights = await lockRights(tx, [staff.staffId, staffId, ...makers])
    const account = await accountOf(tx, staffId)
    const person = await staffOf(tx, staffId)
    if (!account || account.confirmedAt || !person || person.endedAt) return refused('outdated')
    const confirmer = { ...staff, permissions: rights.get(staff.staffId) ?? NO_RIGHTS }
    const reason = await hindrance(services, tx, account, confirmer, now)
    if (reason) return refused(reason)
    if (code !== codeOf(services, account)) {
      await audit(services, tx, 'staff-confirmation-refused', staffId, { staff, now })
      return refused('confirmation-wrong')
    }
    const confirmedBy = staff.staffId
    const isAlone = confirmedBy === account.proposedBy
    if (!(await noteConfirmed(tx, { staffId, confirmedBy, isAlone, at: now })))
      return refused('outdated')
    await audit(services, tx, 'staff-confirmed', staffId, { staff, now })
    return null
  })
}

async function hindrance(
  services: Parts,
  tx: Transaction,
  account: AccountRow,
  confirmer: Confirmer,
  now: Date,
) {
  const circumstances = await confirming(services, tx, now)
  return whyNotConfirm(unconfirmed(account), confirmer, circumstances(account))
}

/** What a confirmation depends on besides the account and the one who confirms. */
export async function confirming(services: Pick<Parts, 'config'>, db: Queryable, now: Date) {
  const accounts = await newAccountsOn(db, now)
  const others = await able(db, mayBeSimulated(services.config))
  const off: TwoPersonsOff = services.config.twoPersonsOff
  return ({ act }: Pick<AccountRow, 'act'>) => ({
    accounts,
    others,
    isAlone: act !== null && off.has(act),
  })
}

export function unconfirmed({
  staffId,
  proposedBy,
  approvedBy,
  openedAt,
}: Pick<AccountRow, 'staffId' | 'proposedBy' | 'approvedBy' | 'openedAt'>): Unconfirmed {
  return { staffId, proposedBy, approvedBy, isOpened: openedAt !== null }
}

/** The makers of the accounts that are new on the day of an instant, by the policy of that day. */
export async function newAccountsOn(db: Queryable, now: Date): Promise<NewAccounts> {
  const { newAccountDays } = await limitsOn(db, indiaDayOf(now))
  const rows = await accountsSince(db, newSince(now, newAccountDays))
  return new Map(
    rows.map(({ staffId, proposedBy, approvedBy, confirmedBy }) => [
      staffId,
      [proposedBy, approvedBy, confirmedBy].filter(maker => maker !== null),
    ]),
  )
}

/** What the page of a person shows while the account waits for its confirmation; null for others. */
export async function confirmationOf(
  services: Pick<Parts, 'db' | 'cipher'>,
  staffId: string,
): Promise<{ readonly code: string } | null> {
  const account = await accountOf(services.db, staffId)
  return account?.openedAt && !account.confirmedAt ? { code: codeOf(services, account) } : null
}

/** The code names the account and the moment at which it was opened. */
function codeOf(
  { cipher }: Pick<Parts, 'cipher'>,
  { staffId, openedAt }: Pick<AccountRow, 'staffId' | 'openedAt'>,
): string {
  const opened = openedAt?.toISOString() ?? ''
  const hash = cipher.keyedHash('staff-confirmation', `${staffId} ${opened}`)
  const code = hash.readUInt32BE() % 10 ** CONFIRMATION_DIGITS
  return String(code).padStart(CONFIRMATION_DIGITS, '0')
}

async function audit(
  { cipher }: Pick<Parts, 'cipher'>,
  tx: Transaction,
  action: AuditAction,
  subject: string,
  { staff, now }: Pick<StaffCall, 'staff'> & At,
): Promise<void> {
  await writeAudit(tx, cipher, { actor: `staff:${staff.staffId}`, action, subject, at: now })
}
