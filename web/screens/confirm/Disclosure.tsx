import type { UseQueryResult } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { order } from '#contract/order.ts'
import { messageOfError } from '#web/api/useCall.ts'
import { KeyFacts } from '#web/loan/KeyFacts.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card, Item } from '#web/ui/Card.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'

type Query = UseQueryResult<Output<typeof order.keyFacts>, Error>

/** The Key Facts Statement, said before it binds, and the way to it as a page of its own. */
export function Disclosure({ query, orderId }: { query: Query; orderId: string }) {
  return (
    <Loadable query={query} skeleton={<Bones count={6} shape="row" />} messageOf={messageOfError}>
      {statement => (
        <Card flush>
          <Item
            strong
            title={t('common.title.key-facts')}
            note={t('loan.key-facts.number', { number: statement.orderNo })}
            to={paths.keyFacts(orderId)}
          />
          <KeyFacts statement={statement} />
        </Card>
      )}
    </Loadable>
  )
}
