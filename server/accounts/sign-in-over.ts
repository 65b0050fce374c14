/** A sign-in in a browser where somebody is signed in already (product §10, "Session"). */
import { type Refusal, refused } from '#contract/envelope.ts'
import { signInOver } from '#domain/accounts/sign-in-over.ts'
import { phoneOfBorrower } from '#server/accounts/db/sign-in.ts'
import type { PublicCall } from '#server/platform/actions/call.ts'
import type { SessionRow } from '#server/platform/actions/session.ts'
import type { Queryable } from '#server/platform/db/open.ts'

type Next = {
  /** The borrower of the new session; undefined for a new one. */
  readonly borrowerId: () => Promise<string | undefined>
  /** Their number, to show it in the question. */
  readonly maskedPhone: () => Promise<string>
  readonly isAppUser: boolean
  readonly hasAgreed: boolean
}

/** The kind of the new session, and the session that ends with its beginning. */
type Over = { readonly isAppUser: boolean; readonly replaced: SessionRow | undefined }

/**
 * Judges a sign-in over the session that the request shows, which ends with it. Another person's is
 * only replaced if the visitor agreed; a session stays of its kind. A native app asks by itself.
 */
export async function overPresent(
  db: Queryable,
  call: PublicCall,
  next: Next,
): Promise<Over | Refusal<'session-of-another'>> {
  const present = await call.presentSession()
  if (present?.boundTo !== 'cookie') return { isAppUser: next.isAppUser, replaced: present }
  const borrowerId = await next.borrowerId()
  const over = signInOver(present, { borrowerId, isAppUser: next.isAppUser }, next.hasAgreed)
  if (over.asks) {
    const [{ phoneMasked }, other] = await Promise.all([
      phoneOfBorrower(db, present.borrowerId),
      next.maskedPhone(),
    ])
    return refused('session-of-another', { details: { present: phoneMasked, other } })
  }
  return { isAppUser: over.isAppUser, replaced: present }
}
