import type { ReactNode } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { isSignedOut, useAct, useRead } from '#console/calls.ts'
import { Me, type Person, useMe } from '#console/me.ts'
import { Application } from '#console/pages/Application.tsx'
import { Inbox } from '#console/pages/Inbox.tsx'
import { Invitation } from '#console/pages/Invitation.tsx'
import { Proposals } from '#console/pages/Proposals.tsx'
import { SignIn } from '#console/pages/SignIn.tsx'
import { Staff } from '#console/pages/Staff.tsx'
import { Failed } from '#console/parts.tsx'
import { say } from '#console/words.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'

/** The whole console. Only an invitation is shown to somebody who is not signed in. */
export function App() {
  return (
    <Router base="/console">
      <Switch>
        <Route path="/invitation">
          <Invitation />
        </Route>
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Router>
  )
}

function SignedIn() {
  const me = useRead(staffSession.me, {})
  if (me.error && !me.data)
    return isSignedOut(me.error) ? (
      <SignIn />
    ) : (
      <main className="page">
        <Failed error={me.error} onRetry={() => void me.refetch()} />
      </main>
    )
  if (me.error && isSignedOut(me.error)) return <SignIn />
  if (!me.data) return <p className="page">{say('loading')}</p>
  return (
    <Me value={me.data}>
      <Frame person={me.data}>
        <Switch>
          <Route path="/" component={Inbox} />
          <Route path="/application/:orderId">
            {({ orderId }) => <Application key={orderId} orderId={orderId} />}
          </Route>
          <Route path="/proposals" component={Proposals} />
          <Route path="/staff" component={Staff} />
          <Route>
            <h1>{say('not-found')}</h1>
          </Route>
        </Switch>
      </Frame>
    </Me>
  )
}

function Frame({ person, children }: { person: Person; children: ReactNode }) {
  const { act, isPending } = useAct()
  const { permissions } = useMe()
  return (
    <>
      <header className="bar">
        {person.isSimulated && <p className="demo">{say('demo')}</p>}
        <nav aria-label={say('nav')}>
          <Goes to="/">{say('nav.inbox')}</Goes>
          <Goes to="/proposals">{say('nav.proposals')}</Goes>
          {permissions.includes('staff:read') && <Goes to="/staff">{say('nav.staff')}</Goes>}
        </nav>
        <p className="who">
          {person.mail} · {person.roles.map(role => say(`role.${role}`)).join(', ')}
        </p>
        <Button
          kind="secondary"
          small
          pending={isPending}
          onPress={() => void act(staffSession.signOut, {})}
        >
          {say('sign-out')}
        </Button>
      </header>
      <main className="page">{children}</main>
    </>
  )
}

function Goes({ to, children }: { to: string; children: ReactNode }) {
  const [path] = useLocation()
  return (
    <Link href={to} aria-current={path === to ? 'page' : undefined}>
      {children}
    </Link>
  )
}
