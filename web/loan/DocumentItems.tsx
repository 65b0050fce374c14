import type { Output } from '#contract/endpoint.ts'
import type { loanDocument } from '#contract/loan-document.ts'
import type { LoanDocumentKind } from '#domain/lending/loan-document.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Item } from '#web/ui/Card.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'

export type ListedDocument = Output<typeof loanDocument.list>['documents'][number]

/** A row for each document: its kind, day and amount, with a link to its page. */
export function DocumentItems({ documents }: { documents: readonly ListedDocument[] }) {
  return documents.map(document => (
    <Item
      key={document.documentId}
      icon="document"
      title={t(documentKindWords[document.kind])}
      note={noteOf(document)}
      to={paths.document(document.documentId)}
    />
  ))
}

function noteOf({ issuedAt, amount, isWithdrawn }: ListedDocument): string {
  const parts = [
    day(issuedAt),
    amount !== null && money(amount),
    isWithdrawn && t('orders.document.withdrawn'),
  ]
  return parts.filter(part => part !== false).join(' · ')
}

/** The name of each kind of document. */
export const documentKindWords: Readonly<Record<LoanDocumentKind, MessageId>> = {
  'key-facts-statement': 'orders.document.kind.key-facts-statement',
  'key-facts-addendum': 'orders.document.kind.key-facts-addendum',
  'hardship-addendum': 'orders.document.kind.hardship-addendum',
  receipt: 'orders.document.kind.receipt',
  'statement-of-account': 'orders.document.kind.statement-of-account',
  'no-dues-certificate': 'orders.document.kind.no-dues-certificate',
}
