import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '#console/me.ts'
import type { OrderPage } from '#console/order-page.ts'
import { ProposeSettlement, ProposeStop } from '#console/pages/inbox/InboxActs.tsx'
import { needs } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { OrderAct } from '#domain/staff/order-acts.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'

type Act = OrderPage['acts'][number]
const NEEDS: Readonly<Record<OrderAct, Permission>> = {
  decide: 'applications:read',
  'answer-hardship': 'hardship:decide',
  'waive-penal': 'waivers:propose',
  'stop-payout': 'payouts:stop',
  'settle-refund': 'refunds:settle',
}

/** The acts that have a page of their own. */
const PAGES: Readonly<Partial<Record<OrderAct, string>>> = {
  decide: 'application',
  'answer-hardship': 'hardship',
  'waive-penal': 'collection',
}

/** Every act on the order. One that is not possible says why. */
export function OrderActs({ order }: { order: OrderPage }) {
  return (
    <ul className="rows">
      {order.acts.map(each => (
        <li key={`${each.act} ${each.subject}`} className="row">
          <OneAct each={each} orderId={order.orderId} />
        </li>
      ))}
    </ul>
  )
}

function OneAct({ each, orderId }: { each: Act; orderId: string }) {
  const may = useMay()
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { act, subject, cannot } = each
  const name = say(`order.act.${act}`)
  const permission = NEEDS[act]
  const why = whyNot(each, may(permission) ? undefined : permission)
  if (why !== undefined || cannot !== null)
    return (
      <>
        <div className="acts">
          <Button small disabled describedBy={`why-${act}-${subject}`}>
            {name}
          </Button>
        </div>
        <div id={`why-${act}-${subject}`}>
          <Note>{why}</Note>
        </div>
      </>
    )
  const page = PAGES[act]
  if (page !== undefined)
    return (
      <div className="acts">
        <ButtonLink small to={`/${page}/${orderId}`}>
          {name}
        </ButtonLink>
      </div>
    )
  const form = { onEnd: () => setOpen(false), onDone: () => navigate('/proposals') }
  return (
    <>
      <div className="acts">
        <Button small onPress={() => setOpen(true)}>
          {name}
        </Button>
      </div>
      {isOpen && act === 'stop-payout' && <ProposeStop payoutId={subject ?? ''} {...form} />}
      {isOpen && act === 'settle-refund' && (
        <ProposeSettlement refundId={subject ?? ''} {...form} />
      )}
    </>
  )
}

function whyNot({ cannot }: Act, missing: Permission | undefined): string | undefined {
  if (cannot !== null) return say(`order.cannot.${cannot}`)
  return missing && needs(missing)
}
