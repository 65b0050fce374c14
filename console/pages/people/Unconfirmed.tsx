import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#console/call.ts'
import { useRead } from '#console/calls.ts'
import type { Person } from '#console/me.ts'
import { say } from '#console/words.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'

const READ_AGAIN_MS = 10_000

/** The only page of a person whose account is not confirmed yet: the code for a colleague. */
export function Unconfirmed({ person, code }: { person: Person; code: string }) {
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  // The console opens as soon as the colleague has typed the code.
  useRead(staffSession.me, {}, READ_AGAIN_MS)
  async function signOut() {
    setPending(true)
    await call(staffSession.signOut, {})
    await queries.invalidateQueries()
    setPending(false)
  }
  return (
    <main className="page narrow">
      <h1>{say('unconfirmed')}</h1>
      <p>{say('unconfirmed.lead', { mail: person.mail })}</p>
      <p>
        {say('unconfirmed.code')} <strong>{code}</strong>
      </p>
      <p>{say('unconfirmed.then')}</p>
      <Button kind="secondary" pending={isPending} onPress={() => void signOut()}>
        {say('sign-out')}
      </Button>
    </main>
  )
}
