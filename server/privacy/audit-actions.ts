/** The audited actions of privacy. */
export const PRIVACY_ACTIONS = ['profile-erased', 'data-exported', 'consent-withdrawn'] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly privacy: typeof PRIVACY_ACTIONS
  }
}
