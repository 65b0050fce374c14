import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { Bar } from '#console/Bar.tsx'
import { Boundary } from '#console/Boundary.tsx'
import { isSignedOut, useRead } from '#console/calls.ts'
import { hasFormDrafts } from '#console/form-drafts.ts'
import { Me, type Person } from '#console/me.ts'
import { Keyboard } from '#console/Palette.tsx'
import { Invitation } from '#console/pages/people/Invitation.tsx'
import { SignIn } from '#console/pages/people/SignIn.tsx'
import { Unconfirmed } from '#console/pages/people/Unconfirmed.tsx'
import { PAGES } from '#console/pages.tsx'
import { Failed } from '#console/parts.tsx'
import { Views } from '#console/Views.tsx'
import { say } from '#console/words.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Toasts } from '#web/ui/Toasts.tsx'

const Provider = lazy(async () => ({
  default: (await import('#console/pages/people/Provider.tsx')).Provider,
}))

/** The whole console. An invitation, and the way back from the lender's provider, are shown to somebody who is not signed in. */
export function App() {
  return (
    <Router base="/console">
      <Boundary>
        <Switch>
          <Route path="/invitation">
            <Invitation />
          </Route>
          <Route path="/provider">
            <Suspense fallback={<p className="page">{say('loading')}</p>}>
              <Provider />
            </Suspense>
          </Route>
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Boundary>
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
  const { confirmation } = me.data
  if (confirmation) return <Unconfirmed person={me.data} code={confirmation.code} />
  return (
    <Me value={me.data}>
      <Frame person={me.data}>
        <Suspense fallback={<p>{say('loading')}</p>}>
          <Switch>
            {PAGES.map(({ path, show }) => (
              <Route key={path} path={path}>
                {show}
              </Route>
            ))}
            <Route>
              <h1>{say('not-found')}</h1>
            </Route>
          </Switch>
        </Suspense>
      </Frame>
    </Me>
  )
}

/** The browser asks before it leaves the console with something typed and not sent. The focus goes to the content of a new page if the element that led there is gone. */
function Frame({ person, children }: { person: Person; children: ReactNode }) {
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const before = useRef(path)
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => hasFormDrafts() && event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (before.current !== path && isLost) content.current?.focus()
    before.current = path
  }, [path])
  return (
    <>
      <Bar person={person} />
      <main className="page" tabIndex={-1} ref={content}>
        <Views />
        <Boundary path={path}>{children}</Boundary>
      </main>
      <Keyboard />
      <Toasts />
    </>
  )
}
