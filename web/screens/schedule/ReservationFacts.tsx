import type { Output } from '#contract/endpoint.ts'
import type { schedule } from '#contract/schedule.ts'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { Amount, Note } from '#web/ui/Type.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money, percent } from '#words/format.ts'

export type Reservation = Output<typeof schedule.detail>

const states: Record<Reservation['state'], { tone: TagTone; text: MessageId }> = {
  waiting: { tone: 'brand', text: 'schedule.state.waiting' },
  applied: { tone: 'good', text: 'schedule.state.applied' },
  refused: { tone: 'bad', text: 'schedule.state.refused' },
  cancelled: { tone: 'neutral', text: 'schedule.state.cancelled' },
}

/** The state of a reservation in one word. */
export function ReservationTag({ state }: { state: Reservation['state'] }) {
  const { tone, text } = states[state]
  return <Tag tone={tone}>{t(text)}</Tag>
}

const UNKNOWN = '–'

/** Amount, repayment, scheduled time, interest, bank, and the cost on today's terms. */
export function ReservationFacts({ reservation }: { reservation: Reservation }) {
  const { state, estimate, scheduledDay, bankNo, bankName } = reservation
  const isWaiting = state === 'waiting'
  const orUnknown = (amount: string | undefined) => amount ?? UNKNOWN
  return (
    <>
      <Outcome reservation={reservation} />
      <Card>
        <div>
          <Note>{reservation.productName}</Note>
          <Amount>{money(reservation.expectBorrowAmount)}</Amount>
        </div>
      </Card>
      <Section>
        <KeyValues
          rows={[
            { label: t('schedule.amount'), value: money(reservation.expectBorrowAmount) },
            isWaiting && {
              label: t('schedule.received'),
              value: orUnknown(estimate ? money(estimate.arriveAmount) : undefined),
            },
            isWaiting && {
              label: t('schedule.repayment'),
              value: orUnknown(estimate ? money(estimate.repaymentAmount) : undefined),
            },
            isWaiting && {
              label: t('schedule.interest'),
              value: orUnknown(estimate ? money(estimate.interest) : undefined),
            },
            isWaiting &&
              estimate !== null && { label: t('schedule.apr'), value: percent(estimate.apr) },
            isWaiting && {
              label: t('schedule.time'),
              value: scheduledDay === null ? t('schedule.time.none') : day(scheduledDay),
              ...(scheduledDay !== null && { note: t('schedule.time.none') }),
            },
            { label: t('schedule.bank'), value: bankNo === '' ? UNKNOWN : bankNo, note: bankName },
            { label: t('schedule.reserved'), value: day(reservation.createTime) },
            { label: t('schedule.order-no'), value: reservation.orderNo },
          ]}
        />
      </Section>
      {isWaiting && (
        <Note>{estimate === null ? t('schedule.no-estimate') : t('schedule.estimate.note')}</Note>
      )}
    </>
  )
}

/** The outcome of a reservation that is no longer waiting. */
function Outcome({
  reservation: { state, refusal, appliedOrderId },
}: {
  reservation: Reservation
}) {
  if (state === 'cancelled') return <Banner>{t('schedule.cancelled')}</Banner>
  if (state === 'refused')
    return (
      <Banner tone="warn" title={t('schedule.refused')}>
        {refusal !== null && inWords('refusal', refusal)}
      </Banner>
    )
  if (state !== 'applied') return null
  return (
    <>
      <Banner tone="good">{t('schedule.applied')}</Banner>
      {appliedOrderId !== null && (
        <ButtonLink kind="primary" wide to={paths.orderDetail(appliedOrderId)}>
          {t('schedule.applied.see')}
        </ButtonLink>
      )}
    </>
  )
}
