import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAct } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { Allowed, Problem } from '#console/parts.tsx'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import type { collection } from '#contract/staff/collection.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { typedRupees } from '#domain/typed-rupees.ts'
import { AmountField } from '#web/ui/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'
import { money } from '#words/format.ts'

type ArrearsPage = Output<typeof collection.open>

/** Proposes to waive penal charges, or says that such a proposal waits. */
export function CollectionWaiver({
  opened: { orderId, penal, waiverUntil },
}: {
  opened: ArrearsPage
}) {
  const { act, isPending, problem } = useAct()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(String(penal / 100))
  const [why, setWhy] = useFormDraft(`waive ${orderId}`, '')
  if (waiverUntil) return <Note>{say('waive.waits', { until: when(waiverUntil) })}</Note>
  if (penal === 0) return null
  const amount = typedRupees(typed)
  const isGood = amount !== undefined && amount > 0 && amount <= penal
  async function submit() {
    if (amount === undefined) return
    if (!(await act(proposal.waivePenal, { orderId, amount, why }))) return
    setWhy('')
    navigate('/proposals')
  }
  return (
    <Allowed by="waivers:propose">
      <form
        className="inline"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <AmountField
          label={say('waive.amount')}
          hint={say('waive.hint', { amount: money(penal) })}
          value={typed}
          onChange={setTyped}
        />
        <TextField label={say('why')} value={why} onChange={setWhy} maxLength={500} />
        <Problem text={problem} />
        <Button
          type="submit"
          kind="secondary"
          disabled={!isGood || why.trim() === ''}
          pending={isPending}
        >
          {say('waive.act')}
        </Button>
        <Note>{say('propose.second')}</Note>
      </form>
    </Allowed>
  )
}
