import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { useMay } from '#console/me.ts'
import { Allowed, Failed, Problem } from '#console/parts.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { people } from '#contract/staff/people.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

type Person = Output<typeof people.list>['people'][number]

/** The lender's people, their roles, and what each role may do. */
export function Staff() {
  const list = useRead(people.list, {})
  return (
    <>
      <h1>{say('nav.staff')}</h1>
      <Allowed by="staff:read">
        {list.error && !list.data && (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && (
          <>
            <h2>{say('staff.people')}</h2>
            <ul className="rows">
              {list.data.people.map(person => (
                <li key={person.staffId} className="row">
                  <PersonRow person={person} />
                </li>
              ))}
            </ul>
            <Invite />
            <h2>{say('staff.roles')}</h2>
            <dl className="values">
              {list.data.roles.map(({ role, permissions }) => (
                <div key={role}>
                  <dt>{say(`role.${role}`)}</dt>
                  <dd>{permissions.join(', ')}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Allowed>
    </>
  )
}

function PersonRow({ person }: { person: Person }) {
  const may = useMay()
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useState('')
  const { staffId, mail, roles, hasPasskey, isSimulated, endedAt } = person
  async function end() {
    if (await act(proposal.changeStaff, { staffId, roles: [], why })) navigate('/proposals')
  }
  return (
    <>
      <p className="what">
        <strong>{mail}</strong>
      </p>
      <p className="facts">
        <span>{roles.map(role => say(`role.${role}`)).join(', ')}</span>
        {isSimulated && <span>{say('staff.simulated')}</span>}
        {!isSimulated && !hasPasskey && <span>{say('staff.no-passkey')}</span>}
        {endedAt !== null && <span>{say('staff.ended', { when: whichDay(endedAt) })}</span>}
      </p>
      {endedAt === null && may('staff:change') && (
        <details>
          <summary>{say('staff.end')}</summary>
          <div className="inline">
            <TextField label={say('why')} value={why} onChange={setWhy} maxLength={500} />
            <Problem text={problem} />
            <Button
              kind="danger"
              small
              disabled={why.trim() === ''}
              pending={isPending}
              onPress={() => void end()}
            >
              {say('propose')}
            </Button>
          </div>
        </details>
      )}
    </>
  )
}

/** Proposes to invite a person; the link appears when another person approves. */
function Invite() {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [mail, setMail] = useState('')
  const [role, setRole] = useState<Role>()
  const [why, setWhy] = useState('')
  async function submit() {
    if (!role) return
    if (await act(proposal.inviteStaff, { mail, roles: [role], why })) navigate('/proposals')
  }
  return (
    <>
      <h2>{say('staff.invite')}</h2>
      <Allowed by="staff:change">
        <form
          className="inline"
          onSubmit={event => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextField label={say('staff.mail')} value={mail} onChange={setMail} maxLength={254} />
          <SelectField
            label={say('staff.role')}
            value={role ?? ''}
            onChange={value => setRole(value as Role)}
            options={ROLES.map(each => ({ value: each, label: say(`role.${each}`) }))}
          />
          <TextField label={say('why')} value={why} onChange={setWhy} maxLength={500} />
          <Problem text={problem} />
          <Button
            type="submit"
            small
            disabled={mail === '' || !role || why.trim() === ''}
            pending={isPending}
          >
            {say('propose')}
          </Button>
        </form>
      </Allowed>
      <Note>{say('propose.second')}</Note>
    </>
  )
}
