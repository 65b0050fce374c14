import type { PagePurpose } from '#domain/privacy/consent.ts'
import { t } from '#web/locales/i18n.ts'
import { Hint } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'

type Purpose = Exclude<PagePurpose, 'agreement'>

const words: Record<Purpose, MessageId> = {
  basic: 'consent.basic',
  work: 'consent.work',
  identity: 'consent.identity',
  face: 'consent.face',
  contacts: 'consent.contacts',
  'bank-account': 'consent.bank-account',
}

/**
 * To what sending a page agrees, said where it is sent, in exactly the words that the ledger of consents records. There is
 * nothing to tick, and so nothing that could be ticked beforehand.
 */
export function ConsentHint({ purpose }: { purpose: Purpose }) {
  return <Hint icon="shield">{t(words[purpose])}</Hint>
}
