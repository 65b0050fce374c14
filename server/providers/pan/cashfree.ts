import * as v from 'valibot'
import type { Clock } from '#server/platform/clock.ts'
import type { Ids } from '#server/platform/ids.ts'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { CASHFREE, cashfreeClient } from '#server/providers/cashfree-client.ts'
import type { PanCheck, PanPort, PanRefusal, PanRequest } from '#server/providers/pan/port.ts'
import { type VendorClient, VendorFailure } from '#server/providers/vendor-http.ts'

const yesOrNo = v.nullish(v.picklist(['Y', 'N']))
const matched = v.object({
  status: v.string(),
  pan_status: v.nullish(v.string()),
  dob_match: yesOrNo,
})
const registered = v.object({ valid: v.boolean(), registered_name: v.nullish(v.string()) })

/** The tax department's words for a PAN that exists and may be used. */
const EXISTS = ['E', 'VALID', 'EXISTING_AND_VALID']

/**
 * Looks a PAN up through Cashfree: first whether it exists with this birth date, then its holder.
 */
export function cashfreePan(
  settings: CashfreeSettings,
  { ids, clock }: { ids: Ids; clock: Pick<Clock, 'wall'> },
): PanPort {
  const client = cashfreeClient(settings, 'verification')
  return {
    async verify(request) {
      const reason = await refusalOf(client, request, ids.uuid(clock.wall()))
      return reason ? { state: 'refused', reason } : nameOf(client, request)
    },
  }
}

async function refusalOf(
  client: VendorClient,
  { pan, name, dob }: PanRequest,
  id: string,
): Promise<PanRefusal | undefined> {
  const call = { what: 'compare a PAN', method: 'POST', path: '/pan-lite' } as const
  const answer = await client.ask(
    { ...call, body: { verification_id: id, pan, name, dob } },
    matched,
  )
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const { status, pan_status: state, dob_match } = answer.data
  if (status === 'INVALID' && !state) return 'not-found'
  if (state && !EXISTS.includes(state))
    return state === 'N' || state === 'INVALID' ? 'not-found' : 'not-active'
  if (dob_match === 'N') return 'dob-differs'
  if (dob_match !== 'Y')
    throw new VendorFailure(CASHFREE, call.what, 'unreachable', 'the register did not answer')
  return undefined
}

async function nameOf(client: VendorClient, { pan, name }: PanRequest): Promise<PanCheck> {
  const call = { what: 'look a PAN up', method: 'POST', path: '/pan' } as const
  const answer = await client.ask({ ...call, body: { pan, name } }, registered)
  if (answer.kind === 'refused') throw client.unexpected(call, answer)
  const { valid, registered_name: registeredName } = answer.data
  if (!valid) return { state: 'refused', reason: 'not-found' }
  if (!registeredName) throw new VendorFailure(CASHFREE, call.what, 'malformed', 'no name')
  return { state: 'valid', registeredName }
}
