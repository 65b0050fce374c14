import { useState } from 'react'
import { t } from '#web/locales/i18n.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'

/**
 * The box by which a borrower acknowledges the Key Facts Statement or addendum with this hash.
 * It can be ticked once the statement is there, and another statement must be read again.
 * `remind` shows below it what is missing.
 */
export function useAcknowledgement(keyFactsHash: string | undefined) {
  const [readHash, setReadHash] = useState<string>()
  const [isReminded, setReminded] = useState(false)
  const hasRead = keyFactsHash !== undefined && readHash === keyFactsHash
  const box = (
    <Checkbox
      checked={hasRead}
      disabled={keyFactsHash === undefined}
      onChange={is => setReadHash(is ? keyFactsHash : undefined)}
      error={isReminded && !hasRead ? t('loan.key-facts.read-first') : undefined}
    >
      {t('loan.key-facts.read')}
    </Checkbox>
  )
  return { hasRead, box, remind: () => setReminded(true) }
}
