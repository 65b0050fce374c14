/** The lender's people as the console lists them: their roles, and the state of each account. */
import type { Output } from '#contract/endpoint.ts'
import type { people } from '#contract/staff/people.ts'
import { whyNotConfirm } from '#domain/staff/account.ts'
import { permissionsOf, ROLES } from '#domain/staff/permissions.ts'
import type { StaffCall } from '#server/platform/actions/call.ts'
import type { Services } from '#server/services.ts'
import { confirming, unconfirmed } from '#server/staff/people/accounts.ts'
import { waitingAccounts } from '#server/staff/people/db/account.ts'
import { allStaff, editedRolesOf } from '#server/staff/people/db/staff.ts'
import { mailOf } from '#server/staff/people/people.ts'

type People = Output<typeof people.list>

/** Everybody, with what the caller may do about each waiting account, and the roles' permissions. */
export async function peopleFor(
  services: Pick<Services, 'db' | 'cipher' | 'config'>,
  { staff, now }: Pick<StaffCall, 'staff' | 'now'>,
): Promise<People> {
  const { db } = services
  const [rows, edited, waiting, circumstances] = await Promise.all([
    allStaff(db),
    editedRolesOf(db),
    waitingAccounts(db),
    confirming(services, db, now),
  ])
  const accounts = new Map(waiting.map(account => [account.staffId, account]))
  const mails = new Map(rows.map(row => [row.staffId, mailOf(services, row)]))
  return {
    people: rows.map(row => {
      const { staffId, endedAt } = row
      const account = endedAt ? undefined : accounts.get(staffId)
      const proposer = account?.proposedBy
      const isOpened = account?.openedAt !== null
      return {
        staffId,
        mail: mails.get(staffId) ?? '',
        roles: [...row.roles],
        hasPasskey: row.hasPasskey,
        isSimulated: row.isSimulated,
        since: row.createdAt,
        endedAt,
        state: endedAt ? 'ended' : account ? (isOpened ? 'to-confirm' : 'to-open') : 'works',
        proposedBy: (proposer && mails.get(proposer)) || null,
        mayMakeLink: account !== undefined && !isOpened && proposer === staff.staffId,
        cannotConfirm:
          account && isOpened
            ? (whyNotConfirm(unconfirmed(account), staff, circumstances(account)) ?? null)
            : null,
      }
    }),
    roles: ROLES.map(role => ({ role, permissions: [...permissionsOf([role], edited)] })),
  }
}
