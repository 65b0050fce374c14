import { Link } from 'wouter'
import { contentName } from '#console/content-name.ts'
import { wordOf } from '#console/states.ts'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { proposal } from '#contract/staff/proposal.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { money } from '#words/format.ts'

type Listed = Output<typeof proposal.open>

/** The subject of a proposal in one line, with links to it. */
export function ProposalFacts({ proposal: { act, subject, effect } }: { proposal: Listed }) {
  const { amount, orderNo, reference, mail, role, product, content, after } = effect
  return (
    <>
      <p className="facts">
        {amount !== null && (
          <span>
            {orderNo === null
              ? money(amount)
              : say('proposals.order', { amount: money(amount), orderNo })}
          </span>
        )}
        {act === 'close-unknown-payment' && (
          <span>{say('proposals.event', { vendor: after[0] ?? '', event: subject })}</span>
        )}
        {act === 'close-unknown-payment' && reference === null && (
          <span>{say('proposals.no-money')}</span>
        )}
        {act === 'approve-application' && (
          <Link href={`/application/${subject}`}>{say('proposals.application')}</Link>
        )}
        {reference !== null && <span>{say('proposals.reference', { reference })}</span>}
        {mail !== null && <span>{mail}</span>}
        {role !== null && <span>{say(`role.${role}`)}</span>}
        {product !== null && (
          <Link href={`/products/${product.productId}`}>
            {say('proposals.product', {
              ...product,
              day: whichDay(startOfIndiaDay(product.fromDay)),
            })}
          </Link>
        )}
        {content !== null && (
          <Link href={`/content/${content.item}`}>
            {say('content.effect', {
              name: contentName(content.item, content.title),
              day: whichDay(startOfIndiaDay(content.fromDay)),
            })}
          </Link>
        )}
      </p>
      {act === 'approve-application' && after.length > 0 && (
        <p className="what">
          <Tag tone="bad">
            {say('proposals.against', {
              list: after.map(each => wordOf('decide.rule', each)).join(', '),
            })}
          </Tag>
        </p>
      )}
    </>
  )
}
