import { pageFromHome } from '#domain/lending/order.ts'
import type { Paise } from '#domain/money.ts'
import { StateTag } from '#web/loan/StateTag.tsx'
import { day } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/Card.tsx'
import { Grow, Row, Stack } from '#web/ui/Layout.tsx'
import { Amount, Note, Quiet, Status, Strong, TextLink } from '#web/ui/Type.tsx'
import type { MessageId } from '#words/catalogues.ts'
import { money } from '#words/format.ts'
import styles from './Home.module.css'
import { markOf, type Running } from './offer.ts'

const BUTTONS: Readonly<Partial<Record<Running['orderState'], MessageId>>> = {
  pass: 'home.order.get-money',
  loaned: 'home.order.repay',
  overdue: 'home.order.repay',
}

/** The label of the amount: requested, on its way, due, or overdue. */
function amountLabel({ dueDay, overdueDays, underWay }: Running): MessageId {
  if (underWay) return 'home.order.under-way'
  if (dueDay === null) return 'home.order.amount'
  return overdueDays > 0 ? 'home.order.late' : 'home.order.next'
}

/**
 * An order in progress (spec §2): the amount requested or due, its cost, and the next action.
 * `main` is the first one.
 */
export function RunningOrder(props: { order: Running; main?: boolean }) {
  const { order } = props
  return (
    <Stack gap="loose">
      <Stack>
        <Row>
          <Logo name={order.name} {...markOf(order.logo)} />
          <Grow>
            <h2 className={styles.name}>{order.name}</h2>
          </Grow>
          <StateTag state={order.orderState} />
        </Row>
        <div>
          <Note>{t(amountLabel(order))}</Note>
          <Amount>{money(order.underWay?.amount ?? order.amount)}</Amount>
          <Due order={order} />
        </div>
      </Stack>
      <div className={styles.next}>
        <div className={styles.costs}>
          <Figure
            label={order.dueDay === null ? t('home.order.interest') : t('home.order.interest.in')}
            amount={order.interest}
          />
          {order.toReceive !== null && (
            <Figure label={t('loan.will-receive')} amount={order.toReceive} />
          )}
          {order.penal > 0 && <Figure label={t('home.order.penal.in')} amount={order.penal} />}
          {order.stillToRepay !== null && (
            <Figure label={t('home.order.still')} amount={order.stillToRepay} />
          )}
        </div>
        <ButtonLink kind={props.main ? 'main' : 'secondary'} to={nextPage(order)}>
          {t(buttonOf(order))}
        </ButtonLink>
      </div>
      {order.canRequestHardship === 1 && (
        <div className={styles.help}>
          <TextLink to={paths.hardship(order.orderId)}>{t('home.order.trouble')}</TextLink>
        </div>
      )}
    </Stack>
  )
}

/** No payment is requested while money is on its way. */
function buttonOf({ answerBy, orderState, underWay }: Running): MessageId {
  if (answerBy) return 'home.order.answer'
  return (underWay ? undefined : BUTTONS[orderState]) ?? 'home.order.view'
}

function Figure({ label, amount }: { label: string; amount: Paise }) {
  return (
    <div>
      <Note>{label}</Note>
      <Strong>{money(amount)}</Strong>
    </div>
  )
}

function Due({ order }: { order: Running }) {
  if (order.answerBy)
    return <Quiet>{t('home.order.question', { date: day(order.answerBy) })}</Quiet>
  if (order.underWay)
    return <Quiet>{t('loan.under-way', { amount: money(order.underWay.amount) })}</Quiet>
  if (order.dueDay === null) return null
  const date = day(order.dueDay)
  return (
    <>
      {order.overdueDays === 0 ? (
        <Quiet>{t('home.order.due', { date })}</Quiet>
      ) : (
        <Status tone="bad">{t('home.order.overdue', { days: order.overdueDays, date })}</Status>
      )}
      {order.autoPayMsg && <Note>{order.autoPayMsg}</Note>}
    </>
  )
}

/**
 * Returns the page that a tap opens (spec §4): the waiting question; else audit, confirm or detail
 * by the state; otherwise the orders list.
 */
function nextPage(order: Running): string {
  if (order.answerBy) return paths.question(order.orderId)
  const page = pageFromHome(order.orderState)
  if (page === 'audit') return paths.audit(order.orderId)
  if (page === 'confirm') return paths.confirm(order.orderId)
  return page === 'detail' ? paths.orderDetail(order.orderId) : paths.orders()
}
