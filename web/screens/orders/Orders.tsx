import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { hasEnded, moneyOf, type OrderPage, pageFromList } from '#domain/lending/order.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Listen } from '#web/loan/Listen.tsx'
import { Outcome } from '#web/loan/Outcome.tsx'
import { StateTag } from '#web/loan/StateTag.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Grow, Page, Row } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { Note, TextLink, VisuallyHidden } from '#web/ui/Type.tsx'
import { Facts, KeyValues } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'
import styles from './Orders.module.css'

type ListedOrder = Output<typeof order.list>[number]

/**
 * "Loan History": every order, newest first, with the link that belongs to its state (spec §2, §4).
 */
export function OrdersScreen() {
  const orders = useCall(order.list, {})
  const latest = useCall(order.outcome, {})
  const outcome = latest.data?.outcome
  // Both appear together, so that nothing moves; the list never waits for an outcome that fails.
  const list = { ...orders, data: latest.isPending ? undefined : orders.data }
  return (
    <Page>
      <TopBar title={t('common.title.orders')} back={paths.home()} aside={<Listen />} />
      <Body dense>
        {outcome && (
          <Card as="div">
            <Outcome key={outcome.at.getTime()} outcome={outcome} />
          </Card>
        )}
        <Loadable
          query={list}
          skeleton={<Bones count={4} shape="card" />}
          messageOf={messageOfError}
          isEmpty={list => list.length === 0}
          empty={<NoOrders />}
        >
          {list => list.map(each => <OrderCard key={each.orderId} listed={each} />)}
        </Loadable>
      </Body>
    </Page>
  )
}

function NoOrders() {
  return (
    <Empty
      art="order"
      action={
        <ButtonLink kind="main" to={paths.home()}>
          {t('orders.empty.action')}
        </ButtonLink>
      }
    >
      {t('orders.empty')}
    </Empty>
  )
}

function OrderCard({ listed }: { listed: ListedOrder }) {
  const page = pageFromList(listed.orderState, listed.extensionState)
  const to = page && addressOf[page](listed.orderId)
  return (
    <Card as="article" dense {...(to !== undefined && { to })}>
      <Row align="top">
        <Grow>
          <h2 className={styles.name}>{listed.productName}</h2>
          <Note>{listed.orderNo}</Note>
        </Grow>
        <StateTag state={listed.orderState} />
      </Row>
      <Facts
        facts={[
          { label: t('loan.amount'), value: money(listed.loanAmount) },
          ...moneyFacts(listed),
        ]}
      />
      {listed.underWay ? (
        <Note>{t('loan.under-way', { amount: money(listed.underWay.amount) })}</Note>
      ) : (
        <>
          {listed.overdue && <Overdue overdue={listed.overdue} />}
          {listed.next && <Next next={listed.next} />}
        </>
      )}
      {to === undefined && hasEnded(listed.orderState) && (
        <TextLink to={paths.orderDetail(listed.orderId)}>
          {t('orders.details')}
          <VisuallyHidden> {listed.orderNo}</VisuallyHidden>
        </TextLink>
      )}
    </Card>
  )
}

/**
 * The net amount and the amounts to repay or repaid; empty for an order that ended before its
 * payout.
 */
function moneyFacts({ orderState, arriveAmount, repaymentAmount, paidInAll }: ListedOrder) {
  if (arriveAmount === null || repaymentAmount === null) return []
  const hasArrived = moneyOf(orderState) === 'arrived'
  return [
    { label: hasArrived ? t('loan.received') : t('loan.will-receive'), value: money(arriveAmount) },
    paidInAll === null
      ? { label: t('loan.repayment'), value: money(repaymentAmount) }
      : { label: t('loan.paid-in-all'), value: money(paidInAll) },
  ]
}

function Next({ next: { day: dueDay, amount } }: { next: NonNullable<ListedOrder['next']> }) {
  return (
    <div>
      <KeyValues rows={[{ label: t('orders.detail.next'), value: money(amount) }]} />
      <Note>{t('orders.due', { date: day(dueDay) })}</Note>
    </div>
  )
}

function Overdue({
  overdue: { days, since, amount, penal },
}: {
  overdue: NonNullable<ListedOrder['overdue']>
}) {
  return (
    <div>
      <KeyValues rows={[{ label: t('orders.overdue'), value: money(amount), tone: 'bad' }]} />
      <Note>{t('orders.overdue.days', { days, date: day(since), penal: money(penal) })}</Note>
    </div>
  )
}

const addressOf: Record<OrderPage, (orderId: string) => string> = {
  audit: paths.audit,
  confirm: paths.confirm,
  detail: paths.orderDetail,
  extension: paths.extension,
}
