/** The secrets of one sign-in at the provider: they bind its answer to the browser that was sent. */
export type SignInSecrets = {
  /** Comes back in the address (RFC 6749 §10.12). */
  readonly state: string
  /** Comes back in the signed answer (OpenID Connect Core §3.1.2.1). */
  readonly nonce: string
  /** Shown by this server alone, when it exchanges the code (PKCE, RFC 7636). */
  readonly verifier: string
}

/** The provider's answer, which the browser brings back. */
export type ProviderAnswer = {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

/** A person at the provider, by its signed answer. */
export type ProviderIdentity = {
  readonly issuer: string
  readonly subject: string
  /** In small letters; undefined unless the provider says that it verified the address. */
  readonly verifiedMail: string | undefined
  /** When the provider last asked who they are; undefined if it does not say. */
  readonly authenticatedAt: Date | undefined
}

/** The lender's own sign-in for its people (OpenID Connect). */
export type StaffSignInPort = {
  /** The address to which the browser goes; `reauthenticate` has them sign in again although they are signed in there. */
  readonly addressFor: (
    secrets: SignInSecrets,
    options: { readonly returnTo: string; readonly reauthenticate: boolean },
  ) => Promise<string>
  /** The person of an answer; undefined if the provider, or a check of its answer, refuses. */
  readonly identityOf: (
    answer: ProviderAnswer,
    secrets: SignInSecrets,
    options: { readonly returnTo: string },
  ) => Promise<ProviderIdentity | undefined>
}
