import type { AadhaarDetails } from '#server/providers/aadhaar/port.ts'

export type DigilockerResult =
  /** The borrower has not finished on the hosted page. */
  | { readonly state: 'waiting' }
  /** The borrower declined, or the page expired. */
  | { readonly state: 'declined' }
  | { readonly state: 'expired' }
  /**
   * The borrower's identity from the Aadhaar in their locker, with only the last four digits of its
   * number.
   */
  | { readonly state: 'shared'; readonly lastFour: string; readonly details: AadhaarDetails }

/**
 * Lets a borrower share their Aadhaar from DigiLocker, on a hosted page that their browser visits.
 * The answer of the browser is not trusted: the provider is asked for the result. Throws only when
 * the provider could not be reached.
 */
export type DigilockerPort = {
  /** Opens the page of a request; `id` is ours, and unique. */
  open(request: {
    readonly id: string
    readonly returnUrl: string
  }): Promise<{ readonly url: string }>
  result(id: string): Promise<DigilockerResult>
}
