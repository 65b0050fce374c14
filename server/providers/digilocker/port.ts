import type { AadhaarDetails } from '#server/providers/aadhaar/port.ts'

export type DigilockerResult =
  /** The borrower has not come to an end on the hosted page. */
  | { readonly state: 'waiting' }
  /** The borrower said no, or the page's time ran out. */
  | { readonly state: 'declined' }
  | { readonly state: 'expired' }
  /** Who the borrower is, as the Aadhaar in their locker says. Of its number only the last four digits are told. */
  | { readonly state: 'shared'; readonly lastFour: string; readonly details: AadhaarDetails }

/**
 * Lets a borrower share their Aadhaar out of DigiLocker, on a hosted page to which their browser goes and comes back. What the browser
 * brings back says nothing; the result is asked for. Throws only when the provider could not be asked.
 */
export type DigilockerPort = {
  /** Opens the page of a request; `id` is ours, and unique. */
  open(request: {
    readonly id: string
    readonly returnUrl: string
  }): Promise<{ readonly url: string }>
  result(id: string): Promise<DigilockerResult>
}
