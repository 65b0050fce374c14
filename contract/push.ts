import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { nothing } from '#contract/wire.ts'

/** Its format is checked in one place: domain/push-host.ts. */
const endpoint = v.pipe(v.string(), v.maxLength(1000))
/** Base64url as browsers supply it, with or without padding. */
const base64 = v.pipe(v.string(), v.regex(/^[\w+/-]+={0,2}$/), v.maxLength(200))

export const push = {
  subscribe: {
    does: 'Also sends this borrower’s notifications to this browser.',
    method: 'POST',
    path: '/webpush/subscribe',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ endpoint, auth: base64, userPublicKey: base64 }),
    output: nothing,
    refusals: ['push-endpoint-refused'],
  },
  unsubscribe: {
    does: 'Stops notifications to this browser.',
    method: 'POST',
    path: '/webpush/unsubscribe',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ endpoint }),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
