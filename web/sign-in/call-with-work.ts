import type { Result } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { PROOF_OF_WORK_HEADER } from '#contract/proof-of-work.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/locales/i18n.ts'
import { endToasts, toast } from '#web/ui/toast.ts'

/** A challenge may expire on the way, so that a second one comes. */
const CHALLENGES = 2

/** Calls the server, and proves some work first if it asks for that (decision 54). */
export async function callWithWork<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<Result<Output<E>>> {
  let result = await call(endpoint, input)
  for (let round = 0; round < CHALLENGES && isAskedToWork(result); round += 1) {
    toast(t('login.robot'))
    const proof = await prove(result.details.challenge)
    endToasts()
    if (proof === undefined) return result
    result = await call(endpoint, input, { headers: { [PROOF_OF_WORK_HEADER]: proof } })
  }
  return result
}

type Refused = Extract<Result<unknown>, { ok: false }>

function isAskedToWork(result: Result<unknown>): result is Refused {
  return !result.ok && result.reason === 'proof-of-work-required'
}

/** Most visitors are never asked, so they do not load this. */
async function prove(challenge: unknown): Promise<string | undefined> {
  try {
    return await (await import('#web/device/proof-of-work.ts')).proofOfWork(challenge)
  } catch {
    return undefined
  }
}
