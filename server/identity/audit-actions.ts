/** The audited actions of identity. */
export const IDENTITY_ACTIONS = ['contact-declined'] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly identity: typeof IDENTITY_ACTIONS
  }
}
