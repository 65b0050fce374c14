import * as v from 'valibot'
import type { CashfreeSettings } from '#server/platform/vendor-settings.ts'
import { aadhaarPerson, detailsOf } from '#server/providers/aadhaar/cashfree.ts'
import { CASHFREE, cashfreeClient } from '#server/providers/cashfree-client.ts'
import type { DigilockerPort, DigilockerResult } from '#server/providers/digilocker/port.ts'
import { type VendorClient, VendorFailure } from '#server/providers/vendor-http.ts'

/** The page is the vendor's, or the government's own. */
const HOSTS = /(^|\.)(cashfree\.com|digilocker\.gov\.in|digitallocker\.gov\.in)$/

const pageAnswer = v.object({ url: v.pipe(v.string(), v.url()) })
const standing = v.object({ status: v.string() })
const shared = v.object({
  ...aadhaarPerson.entries,
  status: v.literal('SUCCESS'),
  uid: v.pipe(v.string(), v.regex(/\d{4}$/)),
})

/**
 * DigiLocker through Cashfree: a page that is open for ten minutes, and the Aadhaar shared on it.
 */
export function cashfreeDigilocker(settings: CashfreeSettings): DigilockerPort {
  const client = cashfreeClient(settings, 'verification')
  return {
    async open({ id, returnUrl }) {
      const call = { what: 'open DigiLocker', method: 'POST', path: '/digilocker' } as const
      const body = { verification_id: id, document_requested: ['AADHAAR'], redirect_url: returnUrl }
      const answer = await client.ask({ ...call, body }, pageAnswer)
      if (answer.kind === 'refused') throw client.unexpected(call, answer)
      const { protocol, hostname } = new URL(answer.data.url)
      if (protocol !== 'https:' || !HOSTS.test(hostname))
        throw new VendorFailure(CASHFREE, call.what, 'malformed', 'another host')
      return { url: answer.data.url }
    },
    result: id => result(client, id),
  }
}

async function result(client: VendorClient, id: string): Promise<DigilockerResult> {
  const query = `verification_id=${encodeURIComponent(id)}`
  const asking = {
    what: 'ask how DigiLocker stands',
    method: 'GET',
    path: `/digilocker?${query}`,
  } as const
  const answer = await client.ask(asking, standing)
  if (answer.kind === 'refused') throw client.unexpected(asking, answer)
  const { status } = answer.data
  if (status === 'EXPIRED') return { state: 'expired' }
  if (status === 'CONSENT_DENIED') return { state: 'declined' }
  if (status !== 'AUTHENTICATED') return { state: 'waiting' }
  const reading = {
    what: 'read the shared Aadhaar',
    method: 'GET',
    path: `/digilocker/document/AADHAAR?${query}`,
  } as const
  const document = await client.ask(reading, shared)
  if (document.kind === 'refused') throw client.unexpected(reading, document)
  return {
    state: 'shared',
    lastFour: document.data.uid.slice(-4),
    details: detailsOf(document.data),
  }
}
