/** Questions at the console ("Ask for more") about a referred application (decision 74). */
import type { Input, Output } from '#contract/endpoint.ts'
import { type Refusal, refused } from '#contract/envelope.ts'
import type { application } from '#contract/staff/application.ts'
import type { DecisionServices } from '#server/lending/borrowing/decide.ts'
import { askBorrower, questionSentences } from '#server/lending/borrowing/questions.ts'
import { waitingOrderOf } from '#server/lending/db/waiting.ts'
import { writeAudit } from '#server/platform/audit/entries.ts'
import { type By, hasOpened } from '#server/staff/looks/look.ts'

type Asking = Input<typeof application.ask>

/** A question as its borrower reads it, in the two languages that every borrower may choose. */
export function previewOfQuestion(
  question: Pick<Asking, 'kind' | 'words'>,
): Output<typeof application.questionPreview> {
  return { en: questionSentences('en', question), hi: questionSentences('hi', question) }
}

/** Asks the borrower, and audits it in the same transaction. */
export async function askAboutApplication(
  services: DecisionServices,
  { orderId, kind, words }: Asking,
  by: By,
): Promise<null | Refusal<'order-not-found' | 'input-invalid' | 'look-needed' | 'outdated'>> {
  if (kind === null && words === null) return refused('input-invalid')
  const { staff, now } = by
  return services.db.transaction(async tx => {
    const key = await waitingOrderOf(tx, orderId)
    if (!key) return refused('order-not-found')
    const { borrowerId } = key
    const page = { borrowerId, part: 'application', subjectId: key.orderId } as const
    if (!(await hasOpened(tx, page, by))) return refused('look-needed')
    const question = { kind, words, askedBy: staff.staffId }
    if (!(await askBorrower({ services, tx, at: now }, key, question))) return refused('outdated')
    const entry = { actor: `staff:${staff.staffId}`, subject: orderId, at: now }
    await writeAudit(tx, services.cipher, { ...entry, action: 'desk-ask' })
    return null
  })
}
