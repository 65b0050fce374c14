import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Problem } from '#console/parts.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type Listed = Output<typeof proposal.open>

/** Approving and refusing, each with a reason that stays readable. */
export function ProposalDecision({ proposalId }: { proposalId: string }) {
  const { act, stateOf, problem } = useAct()
  const [reason, setReason] = useFormDraft(`decide ${proposalId}`, '')
  const hasReason = reason.trim() !== ''
  async function decide(how: typeof proposal.approve | typeof proposal.refuse) {
    if (await act(how, { proposalId, reason })) setReason('')
  }
  const button = (how: typeof proposal.approve | typeof proposal.refuse) => {
    const { pending, disabled } = stateOf(how)
    return { pending, disabled: disabled || !hasReason, onPress: () => void decide(how) }
  }
  return (
    <div className="inline">
      <TextField
        label={say('why')}
        hint={say('proposal.reason.hint')}
        value={reason}
        onChange={setReason}
        maxLength={500}
      />
      <Problem text={problem} />
      {!hasReason && <Note>{say('proposal.reason.needed')}</Note>}
      <div className="acts">
        <Button small {...button(proposal.approve)}>
          {say('proposals.approve')}
        </Button>
        <Button kind="danger" small {...button(proposal.refuse)}>
          {say('proposals.refuse')}
        </Button>
      </div>
    </div>
  )
}

/** The outcome of a proposal, its decider and the reason. */
export function ProposalEnding({
  proposal: { outcome, decidedBy, decidedAt, isAlone, reason },
}: {
  proposal: Listed
}) {
  if (outcome === null || decidedAt === null) return null
  const values = { outcome: say(`outcome.${outcome}`), when: when(decidedAt) }
  return (
    <p className="facts">
      <Tag tone={outcome === 'approved' ? 'good' : outcome === 'refused' ? 'bad' : 'neutral'}>
        {decidedBy === null
          ? say('proposals.ended', values)
          : say('proposals.decided-by', { ...values, who: decidedBy })}
      </Tag>
      {isAlone && <Tag tone="warn">{say('proposals.was-alone')}</Tag>}
      {reason !== null && <span>{reason}</span>}
    </p>
  )
}
