import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { OPENS_LINK, useRowKeys } from '#console/keys.ts'
import { Failed, Problem } from '#console/parts.tsx'
import { when, whichDay } from '#console/when.ts'
import { hasWord, say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { startOfIndiaDay } from '#domain/day.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

type Listed = Output<typeof proposal.list>['proposals'][number]

/** Proposals that wait, with the acts of deciding; and how the others ended. */
export function Proposals() {
  const list = useRead(proposal.list, {})
  const [link, setLink] = useState<string>()
  const rows = useRef<HTMLUListElement>(null)
  useRowKeys(rows, OPENS_LINK)
  if (!list.data)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const { proposals, twoPersonsOff } = list.data
  const waiting = proposals.filter(({ outcome }) => outcome === null)
  const decided = proposals.filter(({ outcome }) => outcome !== null)
  return (
    <>
      <h1>{say('nav.proposals')}</h1>
      {twoPersonsOff.length > 0 && (
        <Banner tone="warn">
          {say('proposals.alone', { acts: twoPersonsOff.map(act => say(`act.${act}`)).join(', ') })}
        </Banner>
      )}
      {link !== undefined && (
        <Banner tone="good" title={say('proposals.link')}>
          <code>{link}</code>
        </Banner>
      )}
      <h2>{say('proposals.waiting')}</h2>
      {waiting.length === 0 && <p>{say('proposals.none')}</p>}
      <ul className="rows" ref={rows}>
        {waiting.map(each => (
          <li key={each.proposalId} className="row" tabIndex={-1}>
            <Content proposal={each} />
            <Deciding proposal={each} onLink={setLink} />
          </li>
        ))}
      </ul>
      {decided.length > 0 && <h2>{say('proposals.decided')}</h2>}
      <ul className="rows">
        {decided.map(each => (
          <li key={each.proposalId} className="row">
            <Content proposal={each} />
            <Ending proposal={each} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What will happen, why, and by whom it is proposed. */
function Content({
  proposal: { act, effect, why, proposedBy, proposedAt, until },
}: {
  proposal: Listed
}) {
  const { amount, orderNo, reference, mail, role, product, before, after } = effect
  const isAboutRights = amount === null
  const list = (names: readonly string[]) =>
    names.length === 0 ? say('proposals.nothing') : rightsText(names)
  return (
    <>
      <p className="what">
        <strong>{say(`act.${act}`)}</strong>
      </p>
      <p className="facts">
        {amount !== null && (
          <span>{say('proposals.order', { amount: money(amount), orderNo: orderNo ?? '' })}</span>
        )}
        {reference !== null && <span>{say('proposals.reference', { reference })}</span>}
        {mail !== null && <span>{mail}</span>}
        {product !== null && (
          <Link href={`/products/${product.productId}`}>
            {say('proposals.product', {
              ...product,
              day: whichDay(startOfIndiaDay(product.fromDay)),
            })}
          </Link>
        )}
        {role !== null && <span>{say(`role.${role}`)}</span>}
        {before.length > 0 && <span>{say('proposals.before', { list: list(before) })}</span>}
        {isAboutRights && <span>{say('proposals.after', { list: list(after) })}</span>}
      </p>
      {isAboutRights && before.length > 0 && <Difference before={before} after={after} />}
      {act === 'renew-staff' && <p>{say('proposals.renewed')}</p>}
      <p>{why}</p>
      <Note>
        {say('proposals.by', { who: proposedBy, when: when(proposedAt), until: when(until) })}
      </Note>
    </>
  )
}

/** Roles, permissions and policy values by their names; anything else as it is. */
function rightsText(names: readonly string[]): string {
  const hasValues = names.some(name => name.includes(': '))
  return names
    .map(name => {
      const [key = '', value] = name.split(': ')
      if (value !== undefined) {
        const id = `policy.${key}`
        return hasWord(id) ? `${say(id)}: ${value}` : name
      }
      const id = [`permission.${name}`, `role.${name}`].find(hasWord)
      return id === undefined ? name : say(id)
    })
    .join(hasValues ? '; ' : ', ')
}

/** Exactly what a change gives and takes, so that nobody compares two long lists. */
function Difference({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const added = after.filter(name => !before.includes(name))
  const dropped = before.filter(name => !after.includes(name))
  return (
    <p className="what">
      {added.length > 0 && (
        <Tag tone="good">{say('proposals.added', { list: rightsText(added) })}</Tag>
      )}
      {dropped.length > 0 && (
        <Tag tone="bad">{say('proposals.dropped', { list: rightsText(dropped) })}</Tag>
      )}
    </p>
  )
}

function Deciding(props: { proposal: Listed; onLink: (link: string) => void }) {
  const { proposalId, isMine, cannotDecide } = props.proposal
  const { act, isPending, stateOf, problem } = useAct()
  const refusing = stateOf(proposal.refuse)
  const [reason, setReason] = useState('')
  async function approve() {
    const done = await act(proposal.approve, { proposalId })
    if (done?.data.link) props.onLink(done.data.link)
  }
  if (cannotDecide !== null)
    return (
      <>
        <Note>{say(`cannot.${cannotDecide}`)}</Note>
        <Problem text={problem} />
        {isMine && (
          <div className="acts">
            <Button
              kind="secondary"
              small
              pending={isPending}
              onPress={() => void act(proposal.withdraw, { proposalId })}
            >
              {say('proposals.withdraw')}
            </Button>
          </div>
        )}
      </>
    )
  return (
    <div className="inline">
      <Problem text={problem} />
      <div className="acts">
        <Button small {...stateOf(proposal.approve)} onPress={() => void approve()}>
          {say('proposals.approve')}
        </Button>
      </div>
      <TextField label={say('why')} value={reason} onChange={setReason} maxLength={500} />
      <div className="acts">
        <Button
          kind="danger"
          small
          pending={refusing.pending}
          disabled={refusing.disabled || reason.trim() === ''}
          onPress={() => void act(proposal.refuse, { proposalId, reason })}
        >
          {say('proposals.refuse')}
        </Button>
      </div>
    </div>
  )
}

function Ending({
  proposal: { outcome, decidedBy, decidedAt, isAlone, reason },
}: {
  proposal: Listed
}) {
  if (outcome === null || decidedBy === null || decidedAt === null) return null
  const values = { outcome: say(`outcome.${outcome}`), who: decidedBy, when: when(decidedAt) }
  return (
    <p className="facts">
      <Tag tone={outcome === 'approved' ? 'good' : outcome === 'refused' ? 'bad' : 'neutral'}>
        {say('proposals.decided-by', values)}
      </Tag>
      {isAlone && <Tag tone="warn">{say('proposals.was-alone')}</Tag>}
      {reason !== null && <span>{reason}</span>}
    </p>
  )
}
