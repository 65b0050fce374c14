/** The audited actions of support. */
export const SUPPORT_ACTIONS = [
  'complaint-raised',
  'complaint-sorted',
  'complaint-escalated',
  'complaint-closed',
  'feedback-replied',
] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly support: typeof SUPPORT_ACTIONS
  }
}
