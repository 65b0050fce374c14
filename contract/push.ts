import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { nothing } from '#contract/wire.ts'

/** What it has to look like, one place decides: domain/push-host.ts. */
const endpoint = v.pipe(v.string(), v.maxLength(1000))
/** Base64url, as browsers hand it out, with or without padding. */
const base64 = v.pipe(v.string(), v.regex(/^[\w+/-]+={0,2}$/), v.maxLength(200))

export const push = {
  subscribe: {
    does: "Sends this borrower's notifications to this browser too.",
    method: 'POST',
    path: '/webpush/subscribe',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ endpoint, auth: base64, userPublicKey: base64 }),
    output: nothing,
    refusals: ['push-endpoint-refused'],
  },
  unsubscribe: {
    does: 'Sends no more notifications to this browser.',
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
