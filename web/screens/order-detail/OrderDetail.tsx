import { lazy, Suspense, useState } from 'react'
import { useParams } from 'wouter'
import { content } from '#contract/content.ts'
import { order } from '#contract/order.ts'
import { extensionStates, moneyOf, owingStates } from '#domain/lending/order.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Listen } from '#web/loan/Listen.tsx'
import { PaymentLine } from '#web/loan/PaymentLine.tsx'
import { QuestionLink } from '#web/loan/QuestionLink.tsx'
import { Schedule } from '#web/loan/Schedule.tsx'
import { StateTag } from '#web/loan/StateTag.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Item } from '#web/ui/Card.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page, Section } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Panes } from '#web/ui/Panes.tsx'
import { Bone, Bones, Skeleton } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'
import { AmountDueCard } from './AmountDueCard.tsx'
import { CoolingOff } from './CoolingOff.tsx'
import { Documents } from './Documents.tsx'
import { LoanTerms } from './LoanTerms.tsx'
import { NextLoan } from './NextLoan.tsx'
import type { OrderData, Position } from './order-data.ts'
import { PaySheet } from './PaySheet.tsx'
import { NextStepLink, StateLine } from './StateLine.tsx'

const AutoPay = lazy(() => import('./AutoPay.tsx').then(m => ({ default: m.AutoPay })))

/** The polling interval while money is being transferred. */
const POLL_MS = 2_000

/**
 * One order: what is owed today and why, the terms as agreed, and Repayment (spec §2, "Order
 * detail").
 */
export function OrderDetailScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const detail = useCall(
    order.detail,
    { orderId: id },
    { pollMs: data => (isMoneyUnderWay(data) ? POLL_MS : undefined) },
  )
  return (
    <Page>
      <TopBar
        title={detail.data?.productName ?? t('common.title.order')}
        back={paths.orders()}
        aside={
          detail.data && (
            <>
              <StateTag state={detail.data.orderState} />
              <Listen />
            </>
          )
        }
      />
      <Loadable query={detail} skeleton={<DetailBones />} messageOf={messageOfError}>
        {data => <Details data={data} />}
      </Loadable>
    </Page>
  )
}

function isMoneyUnderWay(data: OrderData | undefined): boolean {
  return data?.orderState === 'lending' || data?.payment?.status === 'pending' || !!data?.underWay
}

function isOwingNow({ orderState, position }: OrderData): boolean {
  const state = orderState
  return owingStates.some(owing => owing === state) && position !== null
}

function Details({ data }: { data: OrderData }) {
  const state = data.orderState
  const isOwing = isOwingNow(data)
  const paid =
    data.position?.instalments.filter(instalment => instalment.state === 'paid').length ?? 0
  return (
    <>
      <Body>
        <Panes
          figures={data.underWay ? <UnderWay underWay={data.underWay} /> : <Standing data={data} />}
        >
          {isOwing && data.penalWaived > 0 && (
            <Note>{t('orders.detail.waived', { amount: money(data.penalWaived) })}</Note>
          )}
          <QuestionLink data={data} />
          <CoolingOff data={data} />
          {data.instalments > 1 && moneyOf(state) !== 'none' && (
            <Schedule rows={data.schedule} paid={paid} />
          )}
          {isOwing && (
            <Suspense fallback={<AutoPayBones />}>
              <AutoPay orderId={data.orderId} />
            </Suspense>
          )}
          {isOwing && <ExtensionLink data={data} />}
          <Hardship data={data} />
          <LoanTerms data={data} folded={isOwing} />
          <Documents
            orderId={data.orderId}
            asOf={`${data.orderState} ${data.extensionState} ${data.payment?.status}`}
          />
          <NextLoan data={data} />
          {isOwing && <TroublePaying isLate={data.overdueDays > 0} />}
        </Panes>
      </Body>
      {isOwing && data.position ? (
        <Repayment data={data} position={data.position} />
      ) : (
        <NextStepLink data={data} />
      )}
    </>
  )
}

/** The outcome of the latest payment, and the debt, or the state of the order. */
function Standing({ data }: { data: OrderData }) {
  const { payment, position } = data
  return (
    <>
      {payment && <PaymentLine payment={payment} />}
      {isOwingNow(data) && position ? (
        <AmountDueCard data={data} position={position} />
      ) : (
        <StateLine data={data} />
      )}
    </>
  )
}

/** While money is on its way nothing else is requested. */
function UnderWay({ underWay: { amount } }: { underWay: NonNullable<OrderData['underWay']> }) {
  return (
    <div role="status">
      <Banner tone="info">{t('loan.under-way', { amount: money(amount) })}</Banner>
    </div>
  )
}

function AutoPayBones() {
  return (
    <Section title={t('orders.autopay.title')}>
      <Skeleton>
        <Bones count={2} shape="row" />
      </Skeleton>
    </Section>
  )
}

function DetailBones() {
  return (
    <Body>
      <Bone shape="card" />
      <Bones count={8} shape="row" />
    </Body>
  )
}

/** Opens the choice of what to pay. */
function Repayment({ data, position }: { data: OrderData; position: Position }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <ActionBar>
      <Button kind={data.underWay ? 'secondary' : 'main'} wide onPress={() => setOpen(true)}>
        {t('orders.detail.repayment')}
      </Button>
      {isOpen && <PaySheet data={data} position={position} onClose={() => setOpen(false)} />}
    </ActionBar>
  )
}

/** Names the help available, before a payment is missed and after. */
function TroublePaying({ isLate }: { isLate: boolean }) {
  const { data } = useCall(content.config, {})
  const id = isLate ? 'orders.detail.trouble.late' : 'orders.detail.trouble'
  return data ? <Note>{t(id, { email: data.customer.email })}</Note> : null
}

/**
 * Links to the request for later dates while one is possible, else shows its outcome; says if the
 * loan is restructured.
 */
function Hardship({ data }: { data: OrderData }) {
  const { canRequestHardship, repaymentDate, isRestructured } = data
  const { state, requestedDay, moveDays, refusal } = data.hardship ?? {}
  const isOwing = repaymentDate !== null
  return (
    <>
      {canRequestHardship === 1 && repaymentDate && (
        <Card flush>
          <Item
            icon="calendar"
            strong
            title={t('orders.hardship.link')}
            note={t('orders.hardship.link.note', { date: day(repaymentDate) })}
            to={paths.hardship(data.orderId)}
          />
        </Card>
      )}
      {isOwing && state === 'awaiting' && isRestructured === 0 && requestedDay && (
        <Note>{t('orders.hardship.awaiting', { date: day(requestedDay) })}</Note>
      )}
      {isOwing && state === 'refused' && refusal && (
        <Note>{t('orders.hardship.refused', { reason: refusal })}</Note>
      )}
      {isRestructured === 1 &&
        (moveDays === undefined || state === 'refused' ? (
          <Note>{t('extension.restructured')}</Note>
        ) : (
          <Note>{t('orders.hardship.granted', { days: moveDays })}</Note>
        ))}
    </>
  )
}

/**
 * The link to move the due date, if it may be moved or its payment is awaited, and the outcome of
 * the last extension (spec §2, "Order detail").
 */
function ExtensionLink({ data }: { data: OrderData }) {
  const { orderId, orderState, extensionState, extensionDueDay } = data
  const isAwaited = orderState === 'extension'
  const note = isAwaited
    ? t('extension.link.awaited')
    : extensionDueDay && t('extension.link.to', { date: day(extensionDueDay) })
  return (
    <>
      {note && (
        <Card flush>
          <Item
            icon="calendar"
            strong
            title={t('extension.link')}
            note={note}
            to={paths.extension(orderId)}
          />
        </Card>
      )}
      {extensionState === extensionStates.lapsed && <Note>{t('extension.lapsed')}</Note>}
    </>
  )
}
