import type { OrderPage } from '#console/order-page.ts'
import { eventName, howText, stateName, wordOf } from '#console/states.ts'
import { CellTable } from '#console/table.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import { Note } from '#web/ui/Type.tsx'
import { dayText, money } from '#words/format.ts'

/** Payouts, payment requests, payments and refunds with the references of their vendors, and the documents. */
export function Money({ order }: { order: OrderPage }) {
  const rows = [
    ...order.payouts.map(each => ({
      key: each.payoutId,
      cells: [
        when(each.createdAt),
        say('order.payout'),
        money(each.amount),
        stateName(payoutState(each), 'transfer'),
        [each.vendor, each.utr, each.reason].filter(Boolean).join(' · '),
      ],
    })),
    ...order.requests.map(each => ({
      key: each.paymentId,
      cells: [
        when(each.createdAt),
        `${say('order.request')} (${wordOf('scope', each.scope)})`,
        each.status === 'paid' && each.received !== each.amount
          ? say('order.request.received', {
              received: money(each.received),
              amount: money(each.amount),
            })
          : money(each.amount),
        stateName(each.status, 'transfer'),
        [each.vendor, each.reference].filter(Boolean).join(' · '),
      ],
    })),
    ...order.receipts.map(each => ({
      key: `receipt ${each.number}`,
      cells: [
        dayText(each.day, 'en'),
        say('order.receipt'),
        money(each.amount),
        stateName('paid', 'transfer'),
        `${each.vendor} · ${each.reference}`,
      ],
    })),
    ...order.refunds.map(each => ({
      key: each.refundId,
      cells: [
        when(each.createdAt),
        `${say('order.refund')} (${howText(each.cause)})`,
        money(each.amount),
        stateName(each.state, 'transfer'),
        each.handReference ?? '',
      ],
    })),
  ]
  return (
    <>
      <CellTable
        label={say('order.money')}
        columns={[
          { head: say('order.col.at') },
          { head: say('order.col.what') },
          { head: say('order.col.amount'), isNumber: true },
          { head: say('order.col.state') },
          { head: say('order.col.reference') },
        ]}
        rows={rows}
      />
      <h2>{say('order.documents')}</h2>
      {order.documents.length === 0 ? (
        <Note>{say('order.documents.none')}</Note>
      ) : (
        <CellTable
          label={say('order.documents')}
          columns={[
            { head: say('order.col.at') },
            { head: say('order.col.what') },
            { head: say('order.col.code') },
            { head: say('order.col.state') },
          ]}
          rows={order.documents.map(({ kind, issuedAt, code, withdrawnAt }) => ({
            key: code,
            cells: [
              when(issuedAt),
              eventName('document', kind),
              code,
              withdrawnAt === null ? '' : say('order.withdrawn', { when: when(withdrawnAt) }),
            ],
          }))}
        />
      )}
    </>
  )
}

/** A stopped payout is still pending: the answer of the bank decides. */
function payoutState({ state, stoppedAt }: OrderPage['payouts'][number]): string {
  return state === 'pending' && stoppedAt !== null ? 'stopped' : state
}
