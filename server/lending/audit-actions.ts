/** The audited actions of lending. */
export const LENDING_ACTIONS = ['device-ended', 'own-limits-changed', 'journal-sealed'] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly lending: typeof LENDING_ACTIONS
  }
}
