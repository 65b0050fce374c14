/** The audited actions of accounts. */
export const ACCOUNTS_ACTIONS = [
  'sign-in-new-device',
  'sign-in-exchange-code',
  'sign-in-passkey',
  'passkey-added',
  'passkey-removed',
  'passkey-counter-behind',
  'device-confirmed',
  'owner-proved',
] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly accounts: typeof ACCOUNTS_ACTIONS
  }
}
