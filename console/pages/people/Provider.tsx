import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#console/call.ts'
import { messageOf } from '#console/calls.ts'
import { Problem } from '#console/parts.tsx'
import { notifyProved } from '#console/provider.ts'
import { say } from '#console/words.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffSession } from '#contract/staff/session.ts'
import { isDigits } from '#domain/digits.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Note } from '#web/ui/Type.tsx'

const CODE_DIGITS = 6

type NewApp = NonNullable<Output<typeof staffSession.fromProvider>['newApp']>

/** The page to which the lender's provider sends the browser back, after a sign-in or for a proof. */
export function Provider() {
  const [answer] = useState(takeAnswer)
  const [isDone, setDone] = useState(false)
  const result = useQuery({
    queryKey: [staffSession.fromProvider.path],
    queryFn: async () => {
      // A person who is signed in already came to sign in again.
      const me = await call(staffSession.me, {})
      const signIn = await call(staffSession.fromProvider, answer)
      const isProof = me.ok
      if (signIn.ok && signIn.data.next === 'done') finish(isProof)
      return { signIn, isProof }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  function finish(isProof: boolean) {
    if (!isProof) return location.replace('/console')
    notifyProved()
    setDone(true)
    window.close()
  }
  const { signIn, isProof = false } = result.data ?? {}
  return (
    <main className="page narrow">
      <h1>{say('provider')}</h1>
      {!signIn && <p>{say('loading')}</p>}
      {signIn && !signIn.ok && (
        <>
          <Problem text={messageOf(signIn)} />
          <p>
            <a href="/console">{say('provider.again')}</a>
          </p>
        </>
      )}
      {isDone && <p>{say('provider.done')}</p>}
      {!isDone && signIn?.ok && signIn.data.next === 'code' && (
        <Code newApp={signIn.data.newApp} onDone={() => finish(isProof)} />
      )}
    </main>
  )
}

/** Takes the answer out of the address, so that no history keeps it. */
function takeAnswer() {
  const values = new URLSearchParams(location.search)
  history.replaceState(null, '', location.pathname)
  const iss = values.get('iss')
  return {
    code: values.get('code') ?? '',
    state: values.get('state') ?? '',
    ...(iss !== null && { iss }),
  }
}

/** The code that the person's app shows; a new app reads its secret first. */
function Code({ newApp, onDone }: { newApp: NewApp | null; onDone: () => void }) {
  const [code, setCode] = useState('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send() {
    setPending(true)
    const answer = await call(staffSession.code, { code })
    setPending(false)
    if (answer.ok) return onDone()
    setProblem(messageOf(answer))
    setCode('')
  }
  return (
    <form
      className="inline"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      {newApp && (
        <>
          <p>{say('provider.new-app')}</p>
          <QrCode rows={newApp.code} label={say('provider.qr')} />
          <Note>{say('provider.secret', { secret: newApp.secret })}</Note>
        </>
      )}
      <Problem text={problem} />
      <CodeField
        label={say('provider.code')}
        length={CODE_DIGITS}
        value={code}
        onChange={setCode}
      />
      <Button type="submit" kind="main" disabled={!isDigits(code, CODE_DIGITS)} pending={isPending}>
        {say('provider.send')}
      </Button>
    </form>
  )
}
