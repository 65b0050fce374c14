import type { Endpoint } from '#contract/endpoint.ts'

/** The requirement of a call of staff, as the contract names it. */
export type Permission = Extract<Endpoint['auth'], object>['staff']

/** How a member of staff signs in: by passkey, at the lender's provider, or by a button of the sandbox. */
export type SignInWay = 'passkey' | 'provider' | 'sandbox'

/** The session of a member of staff, as the edge knows it; the room of staff adds what its handlers read. */
// biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended by a room.
export interface StaffSession {
  readonly staffId: string
  readonly sessionId: string
  readonly permissions: ReadonlySet<Permission>
  /** The instant of the last proof, by this machine's clock. */
  readonly provedAt: Date
  readonly way: SignInWay
  /** Made by the sandbox, in a demonstration. */
  readonly isSimulated: boolean
}

/** The live session of a cookie's secret; undefined if there is none. */
export type OpenStaffSession = (cookie: string) => Promise<StaffSession | undefined>
