export type BankAccountRequest = {
  readonly account: string
  readonly ifsc: string
  /** The borrower's verified name. */
  readonly name: string
}

export type BankAccountRefusal = 'no-such-account' | 'no-such-ifsc' | 'blocked'

/**
 * A valid account names its holder; the domain judges whether that is the borrower
 * (`nameAgreement`).
 */
export type BankAccountCheck =
  | { readonly state: 'valid'; readonly nameAtBank: string }
  | { readonly state: 'invalid'; readonly reason: BankAccountRefusal }

/**
 * Asks a bank about an account before money is sent to it. Throws only when the provider could not
 * be asked.
 */
export type BankAccountPort = {
  check(request: BankAccountRequest): Promise<BankAccountCheck>
}
