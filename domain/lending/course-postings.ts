import type { ExtensionCourse, Use } from '#domain/lending/course-state.ts'
import {
  postExtensionPaid,
  postExtensionPayment,
  postExtensionReleased,
  postExtensionReturned,
  postPayment,
  type Transfer,
} from '#domain/lending/ledger.ts'
import type { Paise } from '#domain/money.ts'

/* The journal entries of each payment and extension, by the course of the loan. */

/** The entries of a received payment. */
export function postUse(amount: Paise, { parts, held }: Pick<Use, 'parts' | 'held'>): Transfer[] {
  return held > 0 ? postExtensionPayment(amount, held) : postPayment(amount, parts)
}

/** The entries of a request to move the due date, apart from the money set aside for it. */
export function postExtensionCourse(extension: ExtensionCourse): Transfer[] {
  const { state, fee, released, overpaid } = extension
  if (state === 'paid') return [...postExtensionPaid(fee), ...postExtensionReturned(overpaid)]
  return released ? postExtensionReleased(released.amount, released.parts) : []
}
