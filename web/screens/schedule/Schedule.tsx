import { useState } from 'react'
import { useParams } from 'wouter'
import { schedule } from '#contract/schedule.ts'
import { messageOfError, useCall } from '#web/api/useCall.ts'
import { Listen } from '#web/loan/Listen.tsx'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ActionBar, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Loadable } from '#web/ui/Loadable.tsx'
import { Bones } from '#web/ui/Skeleton.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { NoReservation } from './NoReservation.tsx'
import { ReservationFacts, ReservationTag } from './ReservationFacts.tsx'

/** The next loan reserved on an order (spec §2, "Schedule order detail"). */
export function ScheduleScreen() {
  const { oid = '' } = useParams<{ oid: string }>()
  const reserved = useCall(schedule.detail, { orderId: oid })
  const [asksCancel, setAsksCancel] = useState(false)
  const { data } = reserved
  const isMissing = !data && reserved.error?.failure.reason === 'reservation-not-found'
  return (
    <Page>
      <TopBar
        title={t('common.title.schedule')}
        back={paths.schedules()}
        aside={
          data && (
            <>
              <ReservationTag state={data.state} />
              <Listen />
            </>
          )
        }
      />
      <Body>
        {isMissing ? (
          <NoReservation />
        ) : (
          <Loadable
            query={reserved}
            skeleton={<Bones count={7} shape="row" />}
            messageOf={messageOfError}
          >
            {data => <ReservationFacts reservation={data} />}
          </Loadable>
        )}
      </Body>
      {data?.state === 'waiting' && (
        <ActionBar>
          <Button kind="secondary" wide onPress={() => setAsksCancel(true)}>
            {t('schedule.cancel')}
          </Button>
        </ActionBar>
      )}
      {data && asksCancel && (
        <CancelDialog reservation={data} onClose={() => setAsksCancel(false)} />
      )}
    </Page>
  )
}
