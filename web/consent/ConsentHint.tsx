import type { PagePurpose } from '#domain/accounts/consent.ts'
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
 * States the consent that sending a page gives, in exactly the words that the consent ledger
 * records. There is no checkbox, so nothing can be ticked in advance.
 */
export function ConsentHint({ purpose }: { purpose: Purpose }) {
  return <Hint icon="shield">{t(words[purpose])}</Hint>
}
