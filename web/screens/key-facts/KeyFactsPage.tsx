import { useParams } from 'wouter'
import { order } from '#contract/order.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { KeyFacts } from '#web/loan/KeyFacts.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'

/** The Key Facts Statement of an order, whole, as it was made: before Get Money, and for as long as there is the order. Ours. */
export function KeyFactsScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const statement = useCall(order.keyFacts, { orderId: id })
  return (
    <Page>
      <TopBar title={t('common.title.key-facts')} back={paths.orderDetail(id)} />
      <Loadable
        query={statement}
        skeleton={
          <Body>
            <Bones count={10} shape="row" />
          </Body>
        }
        messageOf={messageOfError}
      >
        {data => (
          <Body>
            <Note tone="ink">{t('loan.key-facts.number', { number: data.orderNo })}</Note>
            <Card flush>
              <KeyFacts statement={data} whole />
            </Card>
          </Body>
        )}
      </Loadable>
    </Page>
  )
}
