import { useState } from 'react'
import { useAct } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { Problem } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { people } from '#contract/staff/people.ts'
import { CONFIRMATION_DIGITS } from '#domain/staff/permissions.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

export type Person = Output<typeof people.list>['people'][number]

/** The next step of a waiting account: its link for the proposer, or its code for a colleague. */
export function StaffAccount({ person }: { person: Person }) {
  const { state, proposedBy, mayMakeLink, cannotConfirm, mail } = person
  const may = useMay()
  if (state === 'to-open')
    return mayMakeLink ? (
      <MakeLink person={person} />
    ) : (
      <Note>
        {proposedBy === null
          ? say('staff.to-open.command')
          : say('staff.to-open', { who: proposedBy })}
      </Note>
    )
  if (state !== 'to-confirm') return null
  if (!may('staff:approve')) return <Note>{say('staff.to-confirm', { mail })}</Note>
  if (cannotConfirm !== null)
    return (
      <>
        <Note>{say('staff.to-confirm', { mail })}</Note>
        <Note>{say(`cannot.confirm.${cannotConfirm}`)}</Note>
      </>
    )
  return <Confirm person={person} />
}

function MakeLink({ person: { staffId, mail } }: { person: Person }) {
  const { act, isPending, problem } = useAct()
  const [link, setLink] = useState<string>()
  async function make() {
    const answer = await act(people.link, { staffId })
    if (answer) setLink(answer.data.link)
  }
  return (
    <div className="inline">
      {link !== undefined && (
        <Banner tone="good" title={say('staff.link.once', { mail })}>
          <code>{link}</code>
        </Banner>
      )}
      <Problem text={problem} />
      <Button kind="secondary" small pending={isPending} onPress={() => void make()}>
        {say('staff.link')}
      </Button>
      <Note>{say('staff.link.then')}</Note>
    </div>
  )
}

function Confirm({ person: { staffId, mail } }: { person: Person }) {
  const { act, isPending, problem } = useAct()
  const [code, setCode] = useState('')
  return (
    <form
      className="inline"
      onSubmit={event => {
        event.preventDefault()
        void act(people.confirm, { staffId, code })
      }}
    >
      <Note>{say('staff.confirm.lead', { mail })}</Note>
      <TextField
        label={say('staff.confirm.code')}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        maxLength={CONFIRMATION_DIGITS}
      />
      <Problem text={problem} />
      <Button
        type="submit"
        small
        pending={isPending}
        disabled={code.trim().length !== CONFIRMATION_DIGITS}
      >
        {say('staff.confirm')}
      </Button>
    </form>
  )
}
