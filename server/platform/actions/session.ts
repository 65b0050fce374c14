import type { Queryable } from '#server/platform/db/open.ts'

/** The device as a native app reports it (specification §7, "Native logins"). */
export type NativeDevice = {
  readonly deviceId: string
  readonly version: string
  readonly idfv: string
  readonly idfa: string
  readonly sdkVersion: string
  readonly brand: string
}

/**
 * The other half of a session: a browser's cookie, the key of a native app's device, or, of an older
 * app, the headers that name its device. Headers can be copied, so they prove no device.
 */
export type BoundTo = 'cookie' | 'key' | 'device'

/** A session as the edge knows it: its borrower, and the secrets that authenticate it. */
export type SessionRow = {
  readonly borrowerId: string
  readonly sessionId: string
  readonly deviceId: string
  /** The hash of the cookie, of the device's key, or of the headers of an older native app. */
  readonly cookieHash: Buffer
  readonly boundTo: BoundTo
  readonly isAppUser: boolean
  /** These two decide whether a session is limited (see `isLimited` of the edge). */
  readonly isIdentityVerified: boolean
  readonly isDeviceKnown: boolean
  /** Its last use was recorded too long ago. */
  readonly isToBeNoted: boolean
}

/** Which sessions are alive, and which need their last use recorded. */
export type Liveness = {
  readonly createdSince: Date
  readonly seenSince: Date
  readonly notedSince: Date
}

/** A session that a request asks for: the hash of its token, and its borrower if the token names one. */
export type SessionQuery = {
  readonly tokenHash: string
  /** The hash under which version 0.0.1 stored the token; undefined for a token of a newer form. */
  readonly formerHash: string | undefined
  readonly borrowerId: string | undefined
}

/** Finds the live session of each token, at the token's index; undefined where there is none. */
export type FindSessions<Row extends SessionRow> = (
  db: Queryable,
  queries: readonly SessionQuery[],
  liveness: Liveness,
) => Promise<readonly (Row | undefined)[]>

/** The second half that a request presents. */
export type OtherHalf = {
  readonly cookie: string | undefined
  /** The thumbprint of the key that signed the request. */
  readonly deviceKey: string | undefined
  readonly device: NativeDevice | undefined
}

/** The session of a request that presents both halves, if it is alive. */
export type OpenSession<Row extends SessionRow = SessionRow> = (
  token: string,
  half: OtherHalf,
) => Promise<Row | undefined>
