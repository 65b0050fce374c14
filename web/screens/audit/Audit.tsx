import { useEffect } from 'react'
import { useLocation, useParams } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { pageAfterAuditRefresh } from '#domain/lending/order.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { AskOnce } from '#web/consent/OptionalQuestion.tsx'
import { QuestionLink } from '#web/loan/QuestionLink.tsx'
import { waitingText } from '#web/loan/waiting-text.ts'
import { time } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { IconButton, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent } from '#words/format.ts'
import { AmountLadder } from './AmountLadder.tsx'
import { Withdraw } from './Withdraw.tsx'

const POLL_MS = 4_000

/**
 * Shown while the decision is pending. The page polls, and refreshes at once on request
 * (specification §4, "Audit refresh").
 */
export function AuditScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [, navigate] = useLocation()
  const detail = useCall(order.detail, { orderId: id }, { pollMs: () => POLL_MS })
  const next = detail.data && pageAfterAuditRefresh(detail.data.orderState)
  const deniedProduct = detail.data?.orderState === 'denied' ? detail.data.productId : undefined
  useEffect(() => {
    if (next === 'confirm') navigate(paths.confirm(id), { replace: true })
    else if (next === 'orders') navigate(paths.orders(), { replace: true })
    else if (deniedProduct !== undefined) navigate(paths.denied(deniedProduct), { replace: true })
  }, [next, deniedProduct, id, navigate])
  const refresh = () => void detail.refetch()
  return (
    <Page>
      <TopBar
        title={detail.data?.productName ?? t('orders.audit.title')}
        back={paths.orders()}
        aside={
          <IconButton
            icon="refresh"
            label={t('orders.audit.refresh')}
            onPress={refresh}
            pending={detail.isFetching}
          />
        }
      />
      <Body>
        <Loadable query={detail} skeleton={<Bone shape="card" />} messageOf={messageOfError}>
          {data => (
            <Waiting
              data={data}
              lookedAt={new Date(detail.dataUpdatedAt)}
              isLooking={detail.isFetching}
              onRefresh={refresh}
            />
          )}
        </Loadable>
      </Body>
    </Page>
  )
}

type WaitingProps = {
  data: Output<typeof order.detail>
  lookedAt: Date
  isLooking: boolean
  onRefresh: () => void
}

function Waiting({ data, lookedAt, isLooking, onRefresh }: WaitingProps) {
  return (
    <>
      <QuestionLink data={data} />
      <Empty
        art="audit"
        tight
        title={t('orders.audit.title')}
        action={
          <Button kind="secondary" icon="refresh" pending={isLooking} onPress={onRefresh}>
            {t('orders.audit.refresh')}
          </Button>
        }
      >
        {t(waitingText(data))}
      </Empty>
      <Note center>{t('orders.audit.looked', { time: time(lookedAt) })}</Note>
      <Card>
        <h3>{t('orders.audit.yours')}</h3>
        <KeyValues
          rows={[
            { label: t('loan.amount'), value: money(data.loanAmount) },
            { label: t('loan.receive'), value: money(data.arriveAmount) },
            { label: t('loan.repay'), value: money(data.repaymentAmount) },
            { label: t('loan.apr'), value: percent(data.apr) },
          ]}
        />
      </Card>
      <AmountLadder />
      <AskOnce />
      <Withdraw orderId={data.orderId} />
    </>
  )
}
