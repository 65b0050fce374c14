/** Written by `npm run rows` from PostgreSQL's description of each statement. */
import type { AuthenticatorTransport } from '#server/staff/passkeys.ts'
import type { DraftContent } from '#contract/staff/product.ts'
import type { Permission, Role } from '#domain/staff/permissions.ts'
import type { Sent } from '#server/platform/db/statement.ts'

declare module '#server/platform/db/statement.ts' {
  interface Statements {
    'inbox-give-back': {
      row: { subject: string }
      values: Sent<[string, string, string, Date]>
    }
    'inbox-marks': {
      row: { kind: string; subject: string; takenBy: string | null; putOffUntil: Date | null; reasonSealed: Buffer | null; takerSealed: Buffer | null }
      values: readonly []
    }
    'inbox-marks-forget': {
      row: never
      values: Sent<[Date]>
    }
    'inbox-put-off': {
      row: { subject: string }
      values: Sent<{ kind: string; subject: string; until: Date; reasonSealed: Uint8Array; at: Date; by: string }>
    }
    'inbox-take': {
      row: { subject: string }
      values: Sent<[string, string, string, Date]>
    }
    'product-draft': {
      row: { productId: string; content: DraftContent; revision: number; savedBy: string; savedAt: Date; saverSealed: Buffer }
      values: Sent<[string]>
    }
    'product-draft-discard': {
      row: { revision: number }
      values: Sent<[string, number]>
    }
    'product-draft-save': {
      row: { revision: number }
      values: Sent<[string, number, string, string, Date]>
    }
    'product-draft-start': {
      row: { revision: number }
      values: Sent<[string, string, string, Date]>
    }
    'product-drafts': {
      row: { productId: string; content: DraftContent; revision: number; savedBy: string; savedAt: Date; saverSealed: Buffer }
      values: readonly []
    }
    'proposal-close': {
      row: never
      values: Sent<[string]>
    }
    'proposal-decide': {
      row: never
      values: Sent<[string, string, string, string, Uint8Array, Date]>
    }
    'proposal-insert': {
      row: never
      values: Sent<{ proposalId: string; act: string; subject: string; detailsSealed: Uint8Array; whySealed: Uint8Array; proposedBy: string; proposedAt: Date; until: Date }>
    }
    'proposal-lock': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'invite-staff' | 'change-staff' | 'change-role' | 'publish-product' | 'withdraw-product'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer }
      values: Sent<[string]>
    }
    'proposal-lock-about': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'invite-staff' | 'change-staff' | 'change-role' | 'publish-product' | 'withdraw-product'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer }
      values: Sent<[string, string]>
    }
    'proposal-open': {
      row: { proposal_id: string }
      values: Sent<[string, string, string]>
    }
    'proposals-decided': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'invite-staff' | 'change-staff' | 'change-role' | 'publish-product' | 'withdraw-product'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer; outcome: 'approved' | 'refused' | 'withdrawn' | 'outdated' | 'expired'; decidedBy: string; decidedAt: Date; reasonSealed: Buffer | null; deciderSealed: Buffer }
      values: readonly []
    }
    'proposals-open': {
      row: { proposalId: string; act: 'settle-refund' | 'stop-payout' | 'invite-staff' | 'change-staff' | 'change-role' | 'publish-product' | 'withdraw-product'; subject: string; detailsSealed: Buffer; whySealed: Buffer; proposedBy: string; proposedAt: Date; until: Date; proposerSealed: Buffer }
      values: readonly []
    }
    'staff-all': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null; hasPasskey: boolean }
      values: readonly []
    }
    'staff-by-mail': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null }
      values: Sent<[Uint8Array]>
    }
    'staff-challenge-insert': {
      row: never
      values: Sent<[Uint8Array, Date]>
    }
    'staff-challenge-use': {
      row: { one: number | null }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-end': {
      row: { staff_id: string }
      values: Sent<[string, Date]>
    }
    'staff-end-sessions-of': {
      row: never
      values: Sent<[string]>
    }
    'staff-forget-challenges': {
      row: never
      values: Sent<[Date]>
    }
    'staff-forget-invitations': {
      row: never
      values: Sent<[Date]>
    }
    'staff-forget-sessions': {
      row: never
      values: Sent<[Date, Date]>
    }
    'staff-insert': {
      row: { staff_id: string }
      values: Sent<[string, Uint8Array, Uint8Array, readonly string[], boolean, Date]>
    }
    'staff-invitation-insert': {
      row: never
      values: Sent<[Uint8Array, string, Date]>
    }
    'staff-invitation-use': {
      row: { staffId: string }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-invitations-drop': {
      row: never
      values: Sent<[string]>
    }
    'staff-invited': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null }
      values: Sent<[Uint8Array, Date]>
    }
    'staff-look-insert': {
      row: never
      values: Sent<{ borrowerId: string; lookId: string; staffId: string; role: string; part: string; why: string; at: Date }>
    }
    'staff-looks-of-borrower': {
      row: { role: Role; part: 'application' | 'name' | 'phone'; why: 'decision' | 'borrower-asked' | 'complaint' | 'review'; at: Date }
      values: Sent<[string]>
    }
    'staff-one': {
      row: { staffId: string; mailSealed: Buffer; roles: readonly Role[]; isSimulated: boolean; createdAt: Date; endedAt: Date | null }
      values: Sent<[string]>
    }
    'staff-passkey': {
      row: { id: string; staffId: string; publicKey: Buffer; counter: number; transports: AuthenticatorTransport[] }
      values: Sent<[string]>
    }
    'staff-passkey-count': {
      row: never
      values: Sent<[string, number]>
    }
    'staff-passkey-insert': {
      row: { credential_id: string }
      values: Sent<[string, string, Uint8Array, number, readonly string[], Date]>
    }
    'staff-role-save': {
      row: never
      values: Sent<[string, readonly string[], Date]>
    }
    'staff-roles': {
      row: { role: Role; permissions: readonly Permission[] }
      values: readonly []
    }
    'staff-session-end': {
      row: never
      values: Sent<[string]>
    }
    'staff-session-insert': {
      row: never
      values: Sent<[string, Uint8Array, string, Date]>
    }
    'staff-session-open': {
      row: { sessionId: string; staffId: string; lastSeenAt: Date; provedAt: Date; roles: readonly Role[]; isSimulated: boolean }
      values: Sent<[Uint8Array, Date, Date]>
    }
    'staff-session-prove': {
      row: never
      values: Sent<[string, Date]>
    }
    'staff-session-touch': {
      row: never
      values: Sent<[string, Date]>
    }
    'staff-set-roles': {
      row: { staff_id: string }
      values: Sent<[string, readonly string[]]>
    }
  }
}
