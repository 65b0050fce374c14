import { useState } from 'react'
import { messageOfFault } from '#web/api/faults.ts'
import { toast } from '#web/ui/toast.ts'

type Acts = typeof import('#web/sign-in/passkey-acts.ts')

/**
 * Runs an act with a passkey, one at a time. `act` returns the error, which a toast shows. Resolves
 * to whether the act succeeded.
 */
export function usePasskeyAct(act: (acts: Acts) => Promise<string | undefined>) {
  const [isPending, setPending] = useState(false)
  async function run(): Promise<boolean> {
    setPending(true)
    const problem = await import('#web/sign-in/passkey-acts.ts').then(act).catch(messageOfFault)
    setPending(false)
    if (problem !== undefined) toast(problem, 'bad')
    return problem === undefined
  }
  return { run, isPending }
}
