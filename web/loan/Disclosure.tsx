import { KeyFacts, type Statement } from '#web/loan/KeyFacts.tsx'
import { t } from '#web/locales/i18n.ts'
import { Card, Item } from '#web/ui/Card.tsx'

/** A Key Facts Statement, said before it binds, with its proposal number and, where it has one, the way to its own page. */
export function Disclosure({
  statement,
  number,
  to,
}: {
  statement: Statement
  number: string
  to?: string
}) {
  return (
    <Card flush>
      <Item
        strong
        title={t('common.title.key-facts')}
        note={t('loan.key-facts.number', { number })}
        {...(to !== undefined && { to })}
      />
      <KeyFacts statement={statement} />
    </Card>
  )
}
