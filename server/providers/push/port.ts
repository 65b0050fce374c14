/** A browser that asked for notifications, as it described itself. */
export type PushSubscription = {
  readonly endpoint: string
  readonly auth: string
  readonly userPublicKey: string
}

/**
 * The content of a notification. Shown on locked screens, so it names neither amounts nor people.
 */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** The target of a tap: a path of ours. */
  readonly path: string
  /**
   * A newer notification with the same tag replaces an older one. At most 32 characters of
   * base64url.
   */
  readonly tag: string
}

/** Sends notifications to browsers. Throws only where a retry may help. */
export type PushPort = {
  /** Browsers subscribe with it, and then accept notifications from nobody else. */
  readonly publicKey: string
  /**
   * A browser that is off gets it within this many seconds, or not at all. `gone`: the subscription
   * has ended for good.
   */
  readonly send: (
    to: PushSubscription,
    message: PushMessage,
    keptSeconds: number,
  ) => Promise<'sent' | 'gone'>
}
