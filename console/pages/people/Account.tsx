import { type ReactNode, useState } from 'react'
import { call } from '#console/call.ts'
import { useAct, useRead } from '#console/calls.ts'
import { useMe } from '#console/me.ts'
import { Failed, Problem } from '#console/parts.tsx'
import { newPasskey } from '#console/passkey.ts'
import { when } from '#console/when.ts'
import { say } from '#console/words.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Type.tsx'

/** The own account: sessions, and the passkeys that sign in to it. */
export function Account() {
  return (
    <>
      <h1>{say('nav.account')}</h1>
      <Sessions />
      <Passkeys />
    </>
  )
}

type Session = Output<typeof staffSession.sessions>['sessions'][number]
type Passkey = Output<typeof staffSession.passkeys>['passkeys'][number]

function Sessions() {
  const list = useRead(staffSession.sessions, {})
  return (
    <>
      <h2>{say('account.sessions')}</h2>
      {list.error && !list.data && (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      )}
      <ul className="rows">
        {list.data?.sessions.map(session => (
          <li key={session.sessionId} className="row">
            <OneSession session={session} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OneSession({ session }: { session: Session }) {
  const { sessionId, since, lastSeenAt, way, isThis } = session
  return (
    <>
      <p className="what">
        <strong>{say(`way.${way}`)}</strong>
        {isThis && <span>{say('account.this')}</span>}
      </p>
      <p className="facts">{say('account.seen', { since: when(since), last: when(lastSeenAt) })}</p>
      {!isThis && (
        <RowAct
          call={staffSession.endSession}
          input={{ sessionId }}
          kind="secondary"
          label={say('account.end-of', { since: when(since) })}
        >
          {say('account.end')}
        </RowAct>
      )}
    </>
  )
}

function Passkeys() {
  const list = useRead(staffSession.passkeys, {})
  const { isSimulated } = useMe()
  const { act, isPending, problem } = useAct()
  const [gaveUp, setGaveUp] = useState(false)
  async function add() {
    const options = await call(staffSession.addOptions, {})
    const passkey = options.ok ? await newPasskey(options.data) : undefined
    setGaveUp(!passkey)
    if (passkey) await act(staffSession.addPasskey, { passkey })
  }
  if (isSimulated) return <Note>{say('account.simulated')}</Note>
  const isLast = list.data?.passkeys.length === 1
  return (
    <>
      <h2>{say('account.passkeys')}</h2>
      <Problem text={gaveUp ? say('passkey.given-up') : problem} />
      <ul className="rows">
        {list.data?.passkeys.map(passkey => (
          <li key={passkey.passkeyId} className="row">
            <OnePasskey passkey={passkey} isLast={isLast} />
          </li>
        ))}
      </ul>
      <div className="acts">
        <Button kind="secondary" pending={isPending} onPress={() => void add()}>
          {say('account.add')}
        </Button>
      </div>
      <Note>{say('account.note')}</Note>
    </>
  )
}

function OnePasskey({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const { passkeyId, addedAt, lastUsedAt } = passkey
  return (
    <>
      <p className="facts">
        <span>{say('account.added', { when: when(addedAt) })}</span>
        {lastUsedAt && <span>{say('account.used', { when: when(lastUsedAt) })}</span>}
      </p>
      {isLast ? (
        <Note>{say('account.last')}</Note>
      ) : (
        <RowAct
          call={staffSession.removePasskey}
          input={{ passkeyId }}
          kind="danger"
          label={say('account.remove-of', { when: when(addedAt) })}
        >
          {say('account.remove')}
        </RowAct>
      )}
    </>
  )
}

/** The button of a row, with an act of its own, so that it alone spins. */
function RowAct<E extends Endpoint>(props: {
  call: E
  input: Input<E>
  kind: 'secondary' | 'danger'
  label: string
  children: ReactNode
}) {
  const { act, isPending, problem } = useAct()
  return (
    <>
      <Problem text={problem} />
      <div className="acts">
        <Button
          kind={props.kind}
          small
          pending={isPending}
          label={props.label}
          onPress={() => void act(props.call, props.input)}
        >
          {props.children}
        </Button>
      </div>
    </>
  )
}
