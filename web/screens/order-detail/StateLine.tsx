import { hasEnded } from '#domain/lending/order.ts'
import { waitingText } from '#web/loan/waiting-text.ts'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { inWords } from '#web/locales/in-words.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ActionBar } from '#web/ui/Frame.tsx'
import { Note } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'
import type { OrderData } from './order-data.ts'

type State = OrderData['orderState']

/** A failed payout has only its reason, and an application the sentence of `waitingText`. */
const lines: Partial<Record<State, { tone: 'good' | 'info' | 'bad'; text?: MessageId }>> = {
  auditing: { tone: 'info' },
  pass: { tone: 'good', text: 'orders.confirm.approved' },
  denied: { tone: 'info', text: 'orders.state.denied' },
  lending: { tone: 'info', text: 'orders.state.lending' },
  failed: { tone: 'bad' },
  settled: { tone: 'good', text: 'orders.state.settled' },
  cancelled: { tone: 'info', text: 'orders.state.cancelled' },
}

/** A sentence on the state if nothing is owed, with the reasons if there are any. */
export function StateLine({ data }: { data: OrderData }) {
  const line = lines[data.orderState]
  if (!line) return null
  const text =
    data.orderState === 'auditing'
      ? waitingText(data)
      : data.wasReturned === 1
        ? 'orders.state.returned'
        : line.text
  const reasons = data.reasons.map(reason => inWords('order', reason))
  return (
    <div role="status">
      <Banner tone={line.tone} list={text ? reasons : []}>
        {text ? t(text) : reasons.join(' ')}
      </Banner>
      {data.reapplyAt && (
        <Note>{t('orders.state.reapply', { moment: dayAndTime(data.reapplyAt) })}</Note>
      )}
    </div>
  )
}

/** Links to the page where an order continues before its payout; a finished one to the offers. */
export function NextStepLink({ data: { orderId, orderState } }: { data: OrderData }) {
  if (hasEnded(orderState))
    return (
      <ActionBar>
        <ButtonLink kind="secondary" wide to={paths.home()}>
          {t('orders.detail.offers')}
        </ButtonLink>
      </ActionBar>
    )
  if (orderState !== 'auditing' && orderState !== 'pass') return null
  const isApproved = orderState === 'pass'
  return (
    <ActionBar>
      <ButtonLink
        kind={isApproved ? 'main' : 'primary'}
        wide
        to={isApproved ? paths.confirm(orderId) : paths.audit(orderId)}
      >
        {isApproved ? t('orders.confirm.get-money') : t('orders.audit.title')}
      </ButtonLink>
    </ActionBar>
  )
}
