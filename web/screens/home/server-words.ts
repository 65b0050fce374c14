import { t } from '#web/locales/i18n.ts'
import type { MessageId } from '#words/catalogues.ts'

/** The words that the server sends with an order in progress, and where they stand in our catalogues. */
const known = new Map<string, MessageId>([
  ['Loan amount', 'home.order.amount'],
  ['Next repayment', 'home.order.next'],
  ['Overdue', 'home.order.late'],
  ['Get Money', 'home.order.get-money'],
  ['Repayment', 'home.order.repay'],
  ['View', 'home.order.view'],
])

/** The server's word in the borrower's language; a word that we do not know stays as it is. */
export function inWords(text: string): string {
  const id = known.get(text)
  return id === undefined ? text : t(id)
}
