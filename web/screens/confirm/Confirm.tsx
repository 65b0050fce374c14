import { useEffect } from 'react'
import { useLocation, useParams } from 'wouter'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { paise } from '#domain/money.ts'
import { type CallFailed, messageOfError, useCall } from '#web/api/useCall.ts'
import { CostInCash } from '#web/loan/Cash.tsx'
import { CostHero } from '#web/loan/CostHero.tsx'
import { Disclosure } from '#web/loan/KeyFacts.tsx'
import { Listen } from '#web/loan/Listen.tsx'
import { Schedule } from '#web/loan/Schedule.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Canopy, TopBar } from '#web/ui/Frame.tsx'
import { Body, Page } from '#web/ui/Layout.tsx'
import { Failed, Loadable } from '#web/ui/Loadable.tsx'
import { Panes } from '#web/ui/Panes.tsx'
import { Bone, Bones } from '#web/ui/Skeleton.tsx'
import { KeyValues } from '#web/ui/Values.tsx'
import { money, percent, percentPerDay } from '#words/format.ts'
import { GetMoney } from './GetMoney.tsx'

/**
 * Shows the offer: the whole cost once more, the key facts, and Get Money (spec §2, "Confirm
 * page").
 */
export function ConfirmScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const [, navigate] = useLocation()
  const detail = useCall(order.detail, { orderId: id })
  const statement = useCall(order.keyFacts, { orderId: id })
  const hash = statement.data?.hash
  const state = detail.data?.orderState
  const isElsewhere = state !== undefined && state !== 'pass'
  useEffect(() => {
    if (isElsewhere)
      navigate(state === 'auditing' ? paths.audit(id) : paths.orderDetail(id), { replace: true })
  }, [isElsewhere, state, id, navigate])
  if (detail.error && !detail.data && !detail.isFetching)
    return <NoOffer error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <Page>
      <Panes
        figures={
          <Canopy>
            <TopBar
              title={state === 'pass' ? t('orders.confirm.approved') : t('common.title.confirm')}
              back={paths.orders()}
              aside={<Listen />}
            />
            {detail.data ? (
              <CostHero
                netAmount={detail.data.arriveAmount}
                cost={detail.data.cost}
                repayment={detail.data.repaymentAmount}
              />
            ) : (
              <Bone shape="card" />
            )}
          </Canopy>
        }
      >
        <Loadable
          query={detail}
          skeleton={
            <Body spaced>
              <Bones count={6} shape="row" />
            </Body>
          }
          messageOf={messageOfError}
        >
          {data => (
            <Body spaced>
              <CostInCash terms={data} />
              <OfferTerms offer={data} />
              <Loadable
                query={statement}
                skeleton={<Bones count={6} shape="row" />}
                messageOf={messageOfError}
              >
                {read => (
                  <Disclosure
                    statement={read}
                    number={read.orderNo}
                    to={paths.keyFacts(data.orderId)}
                    opened="none"
                  />
                )}
              </Loadable>
              {data.instalments > 1 && <Schedule rows={data.schedule} />}
            </Body>
          )}
        </Loadable>
      </Panes>
      {detail.data && <GetMoney orderId={detail.data.orderId} keyFactsHash={hash} />}
    </Page>
  )
}

/** Says why there is no offer; only a missing order cannot be retried. */
function NoOffer({ error, onRetry }: { error: CallFailed; onRetry: () => void }) {
  const message = messageOfError(error)
  return (
    <Page>
      <TopBar title={t('common.title.confirm')} back={paths.orders()} />
      <Body>
        {error.failure.reason === 'order-not-found' ? (
          <Empty
            art="order"
            action={
              <ButtonLink kind="main" to={paths.orders()}>
                {t('common.nav.orders')}
              </ButtonLink>
            }
          >
            {message}
          </Empty>
        ) : (
          <Failed message={message} onRetry={onRetry} />
        )}
      </Body>
    </Page>
  )
}

type Offer = Output<typeof order.detail>

/**
 * The terms that the confirm page lists (specification §2), and all costs and conditions that the
 * Key Facts Statement names first: no fold hides them (regulation K1).
 */
function OfferTerms({ offer }: { offer: Offer }) {
  const [first] = offer.schedule
  return (
    <KeyValues
      columns
      rows={[
        { label: t('loan.amount'), value: money(offer.loanAmount) },
        { label: t('loan.repayment'), value: money(offer.repaymentAmount) },
        first !== undefined && firstPaymentRow(offer.instalments, first),
        {
          label: t('loan.interest'),
          value: money(offer.interest),
          note: t('loan.per-day', { rate: percentPerDay(offer.interestRate) }),
        },
        {
          label: t('orders.confirm.fees'),
          value: money(paise(offer.serviceFee + offer.gstFee)),
          note: t('orders.confirm.fees.note', {
            fee: money(offer.serviceFee),
            gst: money(offer.gstFee),
          }),
        },
        { label: t('loan.apr'), value: percent(offer.apr) },
        {
          label: t('orders.confirm.late'),
          value: t('loan.per-day', { rate: percentPerDay(offer.penalRate) }),
          note: t('orders.confirm.late.note', { cap: money(offer.penalCap) }),
        },
        {
          label: t('orders.confirm.return'),
          value: t('orders.detail.days', { days: offer.coolingOffDays }),
          note: t('orders.confirm.return.note'),
        },
        { label: t('orders.confirm.apply-date'), value: day(offer.applyTime) },
        offer.offerUntil !== null && {
          label: t('orders.confirm.until'),
          value: day(offer.offerUntil),
        },
        { label: t('loan.bank-number'), value: offer.bankNo, note: offer.bankName },
      ]}
    />
  )
}

/** The row of the first payment; of a single one only the day, since the amount stands above. */
function firstPaymentRow(count: number, { amount, dueDay }: Offer['schedule'][number]) {
  return count === 1
    ? { label: t('loan.due'), value: day(dueDay), note: t('loan.if-today') }
    : {
        label: t('loan.schedule', { count }),
        value: money(amount),
        note: t('orders.confirm.first', { date: day(dueDay) }),
      }
}
