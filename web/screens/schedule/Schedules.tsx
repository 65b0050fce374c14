import { order } from '#contract/order.ts'
import { schedule } from '#contract/schedule.ts'
import { owingStates } from '#domain/lending/order.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Listen } from '#web/loan/Listen.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { TopBar } from '#web/ui/Frame.tsx'
import { Body, Grow, Page, Row } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'
import { Note } from '#web/ui/Type.tsx'
import { Facts } from '#web/ui/Values.tsx'
import { money } from '#words/format.ts'
import { NoReservation } from './NoReservation.tsx'
import { type Reservation, ReservationTag } from './ReservationFacts.tsx'

/**
 * Lists the reservations. The next loan belongs to the running one, so there is at most one
 * (product §6).
 */
export function SchedulesScreen() {
  const orders = useCall(order.list, {})
  const running = orders.data?.find(({ orderState }) =>
    owingStates.some(owing => owing === orderState),
  )
  return (
    <Page>
      <TopBar title={t('common.title.schedules')} back={paths.orders()} aside={<Listen />} />
      <Body dense>
        <Loadable query={orders} skeleton={<Bone shape="card" />} messageOf={messageOfError}>
          {() => (running ? <ReservedOn orderId={running.orderId} /> : <NoReservation />)}
        </Loadable>
      </Body>
    </Page>
  )
}

function ReservedOn({ orderId }: { orderId: string }) {
  const reserved = useCall(schedule.detail, { orderId })
  if (!reserved.data && reserved.error?.failure.reason === 'reservation-not-found')
    return <NoReservation />
  return (
    <Loadable query={reserved} skeleton={<Bone shape="card" />} messageOf={messageOfError}>
      {data =>
        data.state === 'waiting' ? <ReservationCard reservation={data} /> : <NoReservation />
      }
    </Loadable>
  )
}

function ReservationCard({
  reservation: { orderId, productName, orderNo, state, ...rest },
}: {
  reservation: Reservation
}) {
  return (
    <Card as="article" dense to={paths.schedule(orderId)}>
      <Row align="top">
        <Grow>
          <h2>{productName}</h2>
          <Note>{orderNo}</Note>
        </Grow>
        <ReservationTag state={state} />
      </Row>
      <Facts
        facts={[
          { label: t('schedule.amount'), value: money(rest.expectBorrowAmount) },
          {
            label: t('schedule.time'),
            value: rest.scheduledDay === null ? t('schedule.time.none') : day(rest.scheduledDay),
          },
        ]}
      />
    </Card>
  )
}
