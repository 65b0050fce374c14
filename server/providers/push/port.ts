/** A browser that asked for notifications, as it described itself. */
export type PushSubscription = {
  readonly endpoint: string
  readonly auth: string
  readonly userPublicKey: string
}

/** What a notification says. Shown on locked screens, so it names neither amounts nor people. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** Where a tap leads: a path of ours. */
  readonly path: string
  /** A newer one of the same tag takes the place of an older one. At most 32 characters of base64url. */
  readonly tag: string
}

/** Sends notifications to browsers. Throws only where it may be tried again. */
export type PushPort = {
  /** With it browsers subscribe: they then take notifications from nobody else. */
  readonly publicKey: string
  /**
   * A browser that is off gets it within so many seconds, or not at all. `gone`: it takes no more of them, and never will under this
   * address.
   */
  readonly send: (
    to: PushSubscription,
    message: PushMessage,
    keptSeconds: number,
  ) => Promise<'sent' | 'gone'>
}
