import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#console/call.ts'
import { messageOf } from '#console/calls.ts'
import { Problem } from '#console/parts.tsx'
import { newPasskey } from '#console/passkey.ts'
import { say } from '#console/words.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'

/** The page of a link that invites: it makes the first passkey. The link's secret is behind `#`. */
export function Invitation() {
  const [link] = useState(() => location.hash.slice(1))
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const invitation = useQuery({
    queryKey: [staffSession.invitation.path],
    queryFn: () => call(staffSession.invitation, { link }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  async function make() {
    setPending(true)
    const answer = await call(staffSession.invitation, { link })
    const passkey = answer.ok ? await newPasskey(answer.data) : undefined
    const result = passkey && (await call(staffSession.register, { link, passkey }))
    setPending(false)
    if (result?.ok) return location.replace('/console')
    setProblem(result ? messageOf(result) : say('passkey.given-up'))
  }
  return (
    <main className="page narrow">
      <h1>{say('invitation')}</h1>
      {invitation.data?.ok && (
        <>
          <p>{say('invitation.lead', { mail: invitation.data.data.mail })}</p>
          <Problem text={problem} />
          <Button kind="main" pending={isPending} onPress={() => void make()}>
            {say('invitation.make')}
          </Button>
        </>
      )}
      {invitation.data && !invitation.data.ok && <Problem text={say('invitation.void')} />}
    </main>
  )
}
