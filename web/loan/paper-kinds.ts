import type { PaperKind } from '#domain/lending/paper.ts'
import type { MessageId } from '#words/catalogues.ts'

/** What each kind of document is called. */
export const paperKindWords: Readonly<Record<PaperKind, MessageId>> = {
  'key-facts-statement': 'orders.document.kind.key-facts-statement',
  'key-facts-addendum': 'orders.document.kind.key-facts-addendum',
  receipt: 'orders.document.kind.receipt',
  'statement-of-account': 'orders.document.kind.statement-of-account',
  'no-dues-certificate': 'orders.document.kind.no-dues-certificate',
}
