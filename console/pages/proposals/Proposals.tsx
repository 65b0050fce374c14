import { Link, useSearchParams } from 'wouter'
import { useAct, usePages, useRead } from '#console/calls.ts'
import { ProposalDecision, ProposalEnding } from '#console/pages/proposals/ProposalDecision.tsx'
import { ProposalEffect } from '#console/pages/proposals/ProposalEffect.tsx'
import { ProposalFacts } from '#console/pages/proposals/ProposalFacts.tsx'
import { Failed, MorePages, Problem } from '#console/parts.tsx'
import { when } from '#console/when.ts'
import { say, type WordId } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { ACT_NAMES, type ActName } from '#domain/staff/proposal.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Note } from '#web/ui/Type.tsx'

type Listed = Output<typeof proposal.open>
type View = 'waiting' | 'decided'

const READ_AGAIN_MS = 15_000

/**
 * Proposals that wait, each with the way to its page, and how the others ended. The filter is in the
 * address.
 */
export function Proposals() {
  const [params, setParams] = useSearchParams()
  const act = ACT_NAMES.find(each => each === params.get('act'))
  const waiting = useListed('waiting', act)
  const decided = useListed('decided', act)
  const first = waiting.data?.pages[0]
  if (!first)
    return waiting.error ? (
      <Failed error={waiting.error} onRetry={() => void waiting.refetch()} />
    ) : (
      <p>{say('loading')}</p>
    )
  const { twoPersonsOff } = first
  const acts = ACT_NAMES.filter(each => each === act || first.acts.includes(each))
  return (
    <>
      <h1>{say('nav.proposals')}</h1>
      {twoPersonsOff.length > 0 && (
        <Banner tone="warn">
          {say('proposals.alone', {
            acts: twoPersonsOff.map(each => say(`act.${each}`)).join(', '),
          })}
        </Banner>
      )}
      {acts.length > 1 && (
        <div className="filters">
          <SelectField
            label={say('proposals.filter')}
            value={act ?? ''}
            onChange={to => setParams(to === '' ? {} : { act: to }, { replace: true })}
            placeholder={null}
            options={[
              { value: '', label: say('proposals.filter.all') },
              ...acts.map(each => ({ value: each, label: say(`act.${each}`) })),
            ]}
          />
        </div>
      )}
      <h2>{say('proposals.waiting')}</h2>
      <Rows list={waiting} none="proposals.none" />
      <h2>{say('proposals.decided')}</h2>
      <Rows list={decided} none="proposals.none.decided" />
    </>
  )
}

const useListed = (view: View, act: ActName | undefined) =>
  usePages(proposal.list, { view, ...(act && { act }) }, READ_AGAIN_MS)

function Rows({ list, none }: { list: ReturnType<typeof useListed>; none: WordId }) {
  const proposals = list.data?.pages.flatMap(page => page.proposals) ?? []
  return (
    <>
      {list.error && !list.data && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && proposals.length === 0 && <p>{say(none)}</p>}
      <ul className="rows">
        {proposals.map(each => (
          <li key={each.proposalId} className="row">
            <Row proposal={each} />
          </li>
        ))}
      </ul>
      <MorePages of={list} />
    </>
  )
}

function Row({ proposal: each }: { proposal: Listed }) {
  const { proposalId, effect, outcome, cannotDecide } = each
  return (
    <>
      <p className="what">
        <Link href={`/proposals/${proposalId}`}>
          <strong>{say(`act.${effect.act}`)}</strong>
        </Link>
      </p>
      <ProposalFacts proposal={each} />
      <Why proposal={each} />
      {outcome !== null && <ProposalEnding proposal={each} />}
      {outcome === null && cannotDecide === null && (
        <div className="acts">
          <ButtonLink small to={`/proposals/${proposalId}`}>
            {say('proposals.decide')}
          </ButtonLink>
        </div>
      )}
      {outcome === null && cannotDecide !== null && <Waiting proposal={each} />}
    </>
  )
}

/** One proposal by its id, which is in the address: its effect, its reason, and the decision. */
export function OneProposal({ proposalId }: { proposalId: string }) {
  const { data, error, refetch } = useRead(proposal.open, { proposalId })
  return (
    <>
      <h1>{data ? say(`act.${data.effect.act}`) : say('kind.proposal')}</h1>
      <p>
        <Link href="/proposals">{say('proposals.all')}</Link>
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <ProposalFacts proposal={data} />
          <Why proposal={data} />
          <h2>{say('proposal.effect')}</h2>
          <ProposalEffect proposal={data} />
          <h2>{say('proposal.decision')}</h2>
          {data.outcome !== null && <ProposalEnding proposal={data} />}
          {data.outcome === null && data.cannotDecide === null && (
            <ProposalDecision proposalId={proposalId} />
          )}
          {data.outcome === null && data.cannotDecide !== null && <Waiting proposal={data} />}
        </>
      )}
    </>
  )
}

function Why({ proposal: { why, proposedBy, proposedAt, until } }: { proposal: Listed }) {
  return (
    <>
      <p>{why}</p>
      <Note>
        {say('proposals.by', { who: proposedBy, when: when(proposedAt), until: when(until) })}
      </Note>
    </>
  )
}

/** Why the reader cannot decide; the proposer can withdraw the proposal. */
function Waiting({ proposal: { proposalId, cannotDecide, isMine } }: { proposal: Listed }) {
  const { act, isPending, problem } = useAct()
  return (
    <>
      {cannotDecide !== null && <Note>{say(`cannot.${cannotDecide}`)}</Note>}
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
}
