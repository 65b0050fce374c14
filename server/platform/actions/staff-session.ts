import type { Permission, Role } from '#domain/staff/permissions.ts'

/** The session of a member of staff, as the edge knows it. */
export type StaffSession = {
  readonly staffId: string
  readonly sessionId: string
  readonly roles: readonly Role[]
  readonly permissions: ReadonlySet<Permission>
  /** The instant of the last passkey proof, by this machine's clock. */
  readonly provedAt: Date
  /** Made by the sandbox, in a demonstration. */
  readonly isSimulated: boolean
}

/** The live session of a cookie's secret; undefined if there is none. */
export type OpenStaffSession = (cookie: string) => Promise<StaffSession | undefined>
