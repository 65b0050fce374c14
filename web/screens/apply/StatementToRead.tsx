import type { UseQueryResult } from '@tanstack/react-query'
import { messageOfError } from '#web/api/useCall.ts'
import { KeyFacts, type Statement } from '#web/loan/KeyFacts.tsx'
import { t } from '#web/locales/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Section, Stack } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'

type Props = {
  query: UseQueryResult<Statement, Error>
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
  isMissing: boolean
}

/**
 * Shows the Key Facts Statement on the apply page if the payout is automatic, because there is no
 * confirm page later.
 */
export function StatementToRead({ query, isAgreed, onAgree, isMissing }: Props) {
  return (
    <div id="key-facts">
      <Section title={t('common.title.key-facts')}>
        <Loadable
          query={query}
          skeleton={<Bones count={4} shape="row" />}
          messageOf={messageOfError}
        >
          {statement => (
            <Stack>
              <Card flush>
                <KeyFacts statement={statement} />
              </Card>
              <Checkbox
                checked={isAgreed}
                onChange={onAgree}
                error={isMissing ? t('loan.key-facts.read-first') : undefined}
              >
                {t('loan.key-facts.read')}
              </Checkbox>
            </Stack>
          )}
        </Loadable>
      </Section>
    </div>
  )
}
