import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#console/call.ts'
import { messageOf, useRead } from '#console/calls.ts'
import { Problem } from '#console/parts.tsx'
import { passkeyAnswer } from '#console/passkey.ts'
import { say } from '#console/words.ts'
import { content } from '#contract/content.ts'
import { staffSession } from '#contract/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'

/** Signs in by passkey, or at the lender's provider, where there is one; in a demonstration the sandbox does, by a button. */
export function SignIn() {
  const queries = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const config = useQuery({
    queryKey: [content.config.path],
    queryFn: async () => {
      const answer = await call(content.config, {})
      return answer.ok ? answer.data : null
    },
  })
  async function signIn() {
    setPending(true)
    const answer = await passkeyAnswer()
    const result = answer && (await call(staffSession.signIn, answer))
    setProblem(result?.ok ? undefined : result ? messageOf(result) : say('passkey.given-up'))
    await queries.invalidateQueries()
    setPending(false)
  }
  const ways = useRead(staffSession.ways, {})
  async function goToProvider() {
    setPending(true)
    const provider = await call(staffSession.toProvider, {})
    if (provider.ok) return location.assign(provider.data.address)
    setProblem(messageOf(provider))
    setPending(false)
  }
  return (
    <main className="page narrow">
      <h1>{say('title')}</h1>
      <p>{say('sign-in.lead')}</p>
      <Problem text={problem} />
      <Button kind="main" pending={isPending} onPress={() => void signIn()}>
        {say('sign-in.passkey')}
      </Button>
      {ways.data?.isProviderOffered && (
        <Button kind="secondary" pending={isPending} onPress={() => void goToProvider()}>
          {say('sign-in.provider')}
        </Button>
      )}
      {config.data?.isSandbox && config.data.lender === null && (
        <p>
          {say('sign-in.sandbox')} <a href="/sandbox#staff">{say('sign-in.sandbox.open')}</a>
        </p>
      )}
    </main>
  )
}
