import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { order } from '#contract/order.ts'
import { repay } from '#contract/repay.ts'
import { callKey, useCall } from '#web/api/useCall.ts'
import { PaymentLine } from '#web/loan/PaymentLine.tsx'
import { dayAndTime } from '#web/locales/format.ts'
import { t } from '#web/locales/i18n.ts'
import { looksOf } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Amount, Note, Quiet } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

const POLL_MS = 2_000

type Upi = Output<typeof repay.upi>

/** An open page and the way to pay it from a UPI app; undefined if the provider gave none. */
export type UpiPage = Pick<Output<typeof repay.repay>, 'paymentId' | 'paymentUrl'> & {
  readonly upi: Upi | undefined
}

/**
 * The payment of an open page from a UPI app: by a link on an Android phone, which lists its UPI
 * apps, and by a code elsewhere. Our own server says when the money has come.
 */
export function UpiPanel({ page: { paymentId, paymentUrl, upi } }: { page: UpiPage }) {
  const queries = useQueryClient()
  const { data: payment } = useCall(
    repay.status,
    { paymentId },
    { pollMs: data => (data?.status === 'paid' ? undefined : POLL_MS) },
  )
  const isPaid = payment?.status === 'paid'
  // The page behind it was fetched before the payment came in.
  useEffect(() => {
    if (isPaid) void queries.invalidateQueries({ queryKey: callKey(order.detail) })
  }, [isPaid, queries])

  if (isPaid) return <PaymentLine payment={payment} />
  return (
    <Stack gap="loose">
      {upi ? <Request upi={upi} /> : <p>{t('orders.upi.none')}</p>}
      {payment?.status === 'failed' && <PaymentLine payment={payment} />}
      {upi && (
        <div role="status">
          <Quiet>{t('orders.upi.waiting')}</Quiet>
          <Note>{t('orders.upi.until', { time: dayAndTime(upi.closesAt) })}</Note>
        </div>
      )}
      <a className={looksOf({ kind: 'secondary', wide: true })} href={paymentUrl}>
        {t('orders.upi.page')}
      </a>
    </Stack>
  )
}

/** The amount, the receiver as the app will name it, and the way into the app. */
function Request({ upi: { amount, intent, code, payee, address } }: { upi: Upi }) {
  const label = t('orders.upi.code.label', { amount: money(amount), payee })
  const picture = <QrCode rows={code} label={label} />
  return (
    <>
      <div>
        <Amount>{money(amount)}</Amount>
        <Note>{t('orders.upi.payee', { payee, address })}</Note>
      </div>
      {isAndroid() ? (
        <>
          <a className={looksOf({ kind: 'main', wide: true })} href={intent}>
            {t('orders.upi.open')}
          </a>
          <Card flush>
            <Fold title={t('orders.upi.other-phone')}>{picture}</Fold>
          </Card>
        </>
      ) : (
        <div>
          {picture}
          <Note center>{t('orders.upi.scan')}</Note>
        </div>
      )}
    </>
  )
}

function isAndroid(): boolean {
  return /Android/.test(navigator.userAgent)
}
