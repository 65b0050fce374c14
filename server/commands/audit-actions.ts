/** The audited actions of an operator's commands. */
export const COMMANDS_ACTIONS = [
  'emergency-end-sessions',
  'emergency-end-staff-sessions',
  'emergency-stop-payout',
] as const

declare module '#server/platform/audit/entries.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to one of another module.
  interface AuditActions {
    readonly commands: typeof COMMANDS_ACTIONS
  }
}
