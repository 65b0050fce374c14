/**
 * The settings of each vendor: addresses, keys and secrets, as the configuration passes them to its
 * adapter.
 */

/** Each of Cashfree's products has its own pair of keys. */
export type CashfreeSettings = {
  /** Without a product's path: `https://api.cashfree.com`, or `https://sandbox.cashfree.com`. */
  readonly baseUrl: string
  readonly clientId: string
  /** The first is active; during a rotation the second is still accepted in signatures. */
  readonly clientSecrets: readonly [string, ...string[]]
  readonly timeoutMs?: number
}

export type CashfreePayoutSettings = CashfreeSettings & {
  /** The lender's Cashfree account from which payouts are made; the default one if absent. */
  readonly fundsourceId: string | undefined
}

export type RazorpayXSettings = RazorpaySettings & {
  /** The lender's account from which payouts are made. */
  readonly accountNumber: string
}

export type RazorpaySettings = {
  readonly baseUrl: string
  readonly keyId: string
  readonly keySecret: string
  /** Two during a rotation. */
  readonly webhookSecrets: readonly string[]
  readonly timeoutMs?: number
}

/** A template as registered for DLT: fixed text, with `{#var#}` for each value. */
export type SmsTemplate = { readonly id: string; readonly text: string }

export type Msg91Settings = {
  readonly baseUrl: string
  readonly authKey: string
  readonly templates: readonly SmsTemplate[]
  readonly timeoutMs?: number
}

/** The lender's own sign-in for its people (OpenID Connect). */
export type OidcSettings = {
  /** Its discovery document stands below it, at `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}
