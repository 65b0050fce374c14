/** A sign-in where somebody is signed in already (product §10, "Session"). */

/** The borrower of a session, and whether the native app created it. */
export type SignedIn = { readonly borrowerId: string; readonly isAppUser: boolean }

/** The outcome of a sign-in: its session's kind, or the question that comes first. */
export type SignInOver =
  | { readonly asks: true }
  | { readonly asks: false; readonly isAppUser: boolean }

/**
 * Judges a sign-in of `next` over the present session. Another person's is replaced only once the
 * visitor `agreed`; `next.borrowerId` is undefined for a new borrower. The same person's stays of
 * its kind, whatever code is entered.
 */
export function signInOver(
  present: SignedIn | undefined,
  next: { readonly borrowerId: string | undefined; readonly isAppUser: boolean },
  hasAgreed: boolean,
): SignInOver {
  if (!present) return { asks: false, isAppUser: next.isAppUser }
  if (present.borrowerId === next.borrowerId) return { asks: false, isAppUser: present.isAppUser }
  return hasAgreed ? { asks: false, isAppUser: next.isAppUser } : { asks: true }
}
