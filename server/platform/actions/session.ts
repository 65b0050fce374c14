import type { Queryable } from '#server/platform/db/open.ts'

/** What a native app says of the device it runs on (specification §7, "Native logins"). */
export type NativeDevice = {
  readonly deviceId: string
  readonly version: string
  readonly idfv: string
  readonly idfa: string
  readonly sdkVersion: string
  readonly brand: string
}

/** A session as the edge knows it: whose it is, and what opens it. */
export type SessionRow = {
  readonly borrowerId: string
  readonly sessionId: string
  readonly deviceId: string
  /** Of the cookie, or of the device that a native session is bound to. */
  readonly cookieHash: Buffer
  readonly boundTo: 'cookie' | 'device'
  readonly isAppUser: boolean
  /** Nobody has noted for long that it is in use. */
  readonly isToBeNoted: boolean
}

/** Which sessions are alive, and of which it is to be noted that they are in use. */
export type Liveness = {
  readonly createdSince: Date
  readonly seenSince: Date
  readonly notedSince: Date
}

/** Finds the session alive that each of the tokens opens, in its place; nothing where one opens none. */
export type FindSessions<Found extends SessionRow> = (
  db: Queryable,
  tokenHashes: readonly string[],
  liveness: Liveness,
) => Promise<readonly (Found | undefined)[]>

/** What a request shows beside its token: a browser its cookie, a native app the headers that name its device. */
export type OtherHalf = {
  readonly cookie: string | undefined
  readonly device: NativeDevice | undefined
}

/** The session of a request that shows both halves, if it is alive. */
export type OpenSession<Found extends SessionRow = SessionRow> = (
  token: string,
  half: OtherHalf,
) => Promise<Found | undefined>
