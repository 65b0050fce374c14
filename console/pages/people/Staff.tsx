import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { useAct, useRead } from '#console/calls.ts'
import { useFormDraft } from '#console/form-drafts.ts'
import { useMay } from '#console/me.ts'
import { type Person, StaffAccount } from '#console/pages/people/StaffAccount.tsx'
import { Allowed, Failed, Problem } from '#console/parts.tsx'
import { whichDay } from '#console/when.ts'
import { say } from '#console/words.ts'
import { people } from '#contract/staff/people.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { PERMISSIONS, type Permission, ROLES, type Role } from '#domain/staff/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Note } from '#web/ui/Type.tsx'

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
                  <dd>
                    {permissions.map(each => say(`permission.${each}`)).join(', ')}
                    <ChangeRole role={role} permissions={permissions} />
                  </dd>
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
  const { staffId, mail, roles, hasPasskey, isSimulated, endedAt, state } = person
  return (
    <>
      <p className="what">
        <strong>{mail}</strong>
      </p>
      <p className="facts">
        <span>{roles.map(role => say(`role.${role}`)).join(', ')}</span>
        {isSimulated && <span>{say('staff.simulated')}</span>}
        {state === 'works' && !isSimulated && !hasPasskey && <span>{say('staff.no-passkey')}</span>}
        {endedAt !== null && <span>{say('staff.ended', { when: whichDay(endedAt) })}</span>}
      </p>
      <StaffAccount person={person} />
      {endedAt === null && may('staff:change') && (
        <>
          <ProposeSet
            title={say('staff.change')}
            about={staffId}
            legend={say('staff.roles-of', { mail })}
            all={ROLES}
            before={roles}
            labelOf={role => say(`role.${role}`)}
            isEmptyAllowed={false}
            propose={(act, after, why) => act(proposal.changeStaff, { staffId, roles: after, why })}
          />
          {!isSimulated && (
            <ProposeOne
              title={say('staff.renew')}
              about={staffId}
              propose={(act, why) => act(proposal.renewStaff, { staffId, why })}
            />
          )}
          <ProposeOne
            title={say('staff.end')}
            about={staffId}
            isDangerous
            propose={(act, why) => act(proposal.changeStaff, { staffId, roles: [], why })}
          />
        </>
      )}
    </>
  )
}

/** Proposes other permissions for a role. Everybody keeps the own session. */
function ChangeRole({ role, permissions }: { role: Role; permissions: readonly Permission[] }) {
  const may = useMay()
  const isChangeable = (each: Permission) => each !== 'session:own'
  if (!may('staff:change')) return null
  return (
    <ProposeSet
      title={say('staff.change-role')}
      about={role}
      legend={say('staff.permissions-of', { role: say(`role.${role}`) })}
      all={PERMISSIONS.filter(isChangeable)}
      before={permissions.filter(isChangeable)}
      labelOf={permission => say(`permission.${permission}`)}
      isEmptyAllowed
      propose={(act, after, why) => act(proposal.changeRole, { role, permissions: after, why })}
    />
  )
}

type Act = ReturnType<typeof useAct>['act']

/** A form that proposes other members of a set: the roles of a person, the permissions of a role. */
function ProposeSet<T extends string>(props: {
  title: string
  about: string
  legend: string
  all: readonly T[]
  before: readonly T[]
  labelOf: (each: T) => string
  isEmptyAllowed: boolean
  propose: (act: Act, after: T[], why: string) => Promise<unknown>
}) {
  const { all, before } = props
  const [after, setAfter] = useState<readonly T[]>(before)
  const isSame = after.length === before.length && after.every(each => before.includes(each))
  const isWrong = isSame || (after.length === 0 && !props.isEmptyAllowed)
  return (
    <ProposeOne
      title={props.title}
      about={props.about}
      isIncomplete={isWrong}
      propose={(act, why) => props.propose(act, [...after], why)}
    >
      <fieldset className="inline">
        <legend>{props.legend}</legend>
        {all.map(each => (
          <Checkbox
            key={each}
            checked={after.includes(each)}
            onChange={isOn =>
              setAfter(isOn ? [...after, each] : after.filter(other => other !== each))
            }
          >
            {props.labelOf(each)}
          </Checkbox>
        ))}
      </fieldset>
      {isSame && <Note>{say('staff.unchanged')}</Note>}
    </ProposeOne>
  )
}

/** A form that proposes one act with its reason, and goes to the proposals. */
function ProposeOne(props: {
  title: string
  /** The person or role that it is about. */
  about: string
  isDangerous?: boolean
  isIncomplete?: boolean
  propose: (act: Act, why: string) => Promise<unknown>
  children?: ReactNode
}) {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [why, setWhy] = useFormDraft(`${props.title} ${props.about}`, '')
  async function submit() {
    if (!(await props.propose(act, why))) return
    setWhy('')
    navigate('/proposals')
  }
  return (
    <details>
      <summary>{props.title}</summary>
      <div className="inline">
        {props.children}
        <TextField label={say('why')} value={why} onChange={setWhy} maxLength={500} />
        <Problem text={problem} />
        <Button
          kind={props.isDangerous ? 'danger' : 'secondary'}
          small
          disabled={why.trim() === '' || props.isIncomplete === true}
          pending={isPending}
          onPress={() => void submit()}
        >
          {say('propose')}
        </Button>
      </div>
    </details>
  )
}

/** Proposes to invite a person; once another person has approved, the proposer makes the link. */
function Invite() {
  const [, navigate] = useLocation()
  const { act, isPending, problem } = useAct()
  const [mail, setMail] = useFormDraft('invite mail', '')
  const [role, setRole] = useState<Role>()
  const [why, setWhy] = useFormDraft('invite', '')
  async function submit() {
    if (!role) return
    if (!(await act(proposal.inviteStaff, { mail, roles: [role], why }))) return
    setMail('')
    setWhy('')
    navigate('/proposals')
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
      <Note>{say('staff.invite.then')}</Note>
    </>
  )
}
