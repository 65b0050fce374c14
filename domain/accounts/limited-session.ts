/** Limited sessions: of a borrower with a verified identity, on an unknown device (product §10). */

/** The ways in which a device becomes known to be its owner's. */
export const KNOWN_BY = ['identity', 'code', 'passkey'] as const
export type KnownBy = (typeof KNOWN_BY)[number]

/** The facts of a session: its borrower's identity and its device. */
export type SessionStanding = {
  readonly isIdentityVerified: boolean
  readonly isDeviceKnown: boolean
}

/**
 * True if the session may only see and repay loans, because nothing but the number proves its
 * owner. Before an identity is verified there is nothing to protect yet.
 */
export function isLimited({ isIdentityVerified, isDeviceKnown }: SessionStanding): boolean {
  return isIdentityVerified && !isDeviceKnown
}
