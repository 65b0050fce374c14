import { Link } from 'wouter'
import { contentName } from '#console/content-name.ts'
import { wordOf } from '#console/states.ts'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import { type Day, startOfIndiaDay } from '#domain/day.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { money } from '#words/format.ts'

type Listed = Output<typeof proposal.open>

/** The subject of a proposal in one line, with links to it. */
export function ProposalFacts({ proposal: { subject, effect } }: { proposal: Listed }) {
  const denials = effect.act === 'approve-application' ? effect.denials : []
  return (
    <>
      <p className="facts">
        <Facts subject={subject} effect={effect} />
      </p>
      {denials.length > 0 && (
        <p className="what">
          <Tag tone="bad">
            {say('proposals.against', {
              list: denials.map(each => wordOf('decide.rule', each)).join(', '),
            })}
          </Tag>
        </p>
      )}
    </>
  )
}

function Facts({ subject, effect }: Pick<Listed, 'subject' | 'effect'>) {
  switch (effect.act) {
    case 'settle-refund':
      return (
        <>
          <AmountOfOrder effect={effect} />
          <span>{say('proposals.reference', { reference: effect.reference })}</span>
        </>
      )
    case 'stop-payout':
    case 'waive-penal':
      return <AmountOfOrder effect={effect} />
    case 'approve-application':
      return (
        <>
          <AmountOfOrder effect={effect} />
          <Link href={`/application/${subject}`}>{say('proposals.application')}</Link>
        </>
      )
    case 'close-unknown-payment': {
      const { amount, vendor, reference } = effect
      return (
        <>
          {amount !== null && <span>{money(amount)}</span>}
          <span>{say('proposals.event', { vendor, event: subject })}</span>
          <span>
            {reference === null
              ? say('proposals.no-money')
              : say('proposals.reference', { reference })}
          </span>
        </>
      )
    }
    case 'invite-staff':
    case 'change-staff':
    case 'renew-staff':
      return <span>{effect.mail}</span>
    case 'change-role':
      return <span>{say(`role.${effect.role}`)}</span>
    case 'publish-product':
    case 'withdraw-product': {
      const { productId, name, fromDay } = effect.product
      return (
        <Link href={`/products/${productId}`}>
          {say('proposals.product', { productId, name, day: dayText(fromDay) })}
        </Link>
      )
    }
    case 'change-content': {
      const { item, title, fromDay } = effect.content
      return (
        <Link href={`/content/${item}`}>
          {say('content.effect', { name: contentName(item, title), day: dayText(fromDay) })}
        </Link>
      )
    }
    case 'change-policy':
      return null
  }
}

const dayText = (day: Day) => whichDay(startOfIndiaDay(day))

function AmountOfOrder({
  effect: { amount, orderNo },
}: {
  effect: Extract<Listed['effect'], { readonly orderNo: unknown }>
}) {
  return (
    <span>
      {orderNo === null
        ? money(amount)
        : say('proposals.order', { amount: money(amount), orderNo })}
    </span>
  )
}
