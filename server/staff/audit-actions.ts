/**
 * The audited actions of staff. Those that begin with `desk-` are named after a command of earlier
 * versions; some appear only in entries of that time.
 */
export const STAFF_ACTIONS = [
  'desk-read',
  'desk-approve',
  'desk-deny',
  'desk-ask',
  'desk-reply',
  'desk-look',
  'desk-identity',
  'desk-stop-payout',
  'desk-end-sessions',
  'desk-settle-refund',
  'borrower-sessions-ended',
  'penal-waived',
  'unknown-payment-closed',
  'proposal-made',
  'proposal-approved',
  'proposal-approved-alone',
  'proposal-refused',
  'proposal-ended',
  'staff-invited',
  'staff-link-made',
  'staff-confirmed',
  'staff-confirmation-refused',
  'staff-passkey-added',
  'staff-passkey-removed',
  'staff-passkey-counter-behind',
  'staff-provider-bound',
  'staff-codes-begun',
  'staff-renewed',
  'staff-session-ended',
  'staff-signed-in',
  'staff-changed',
  'staff-role-changed',
  'staff-looked',
  'staff-searched',
  'look-limit-reached',
  'looks-reviewed',
  'product-published',
  'product-withdrawn',
  'report-exported',
  'audit-verified',
  'borrower-called',
  'collection-noted',
  'policy-changed',
  'content-changed',
] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly staff: typeof STAFF_ACTIONS
  }
}
