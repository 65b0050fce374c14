import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, id, text } from '#contract/wire.ts'

/** Sharing the Aadhaar from DigiLocker, in addition to the ways in the specification. */
export const digilocker = {
  offer: {
    does: 'Whether the Aadhaar can be shared from DigiLocker here.',
    method: 'GET',
    path: '/auth/v1/digilocker',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ isOffered: flag }),
    refusals: [],
    ours: true,
  },
  open: {
    does: 'Opens the hosted page on which the Aadhaar is shared. It returns to /auth/callback.',
    method: 'POST',
    path: '/auth/v1/digilocker',
    auth: 'borrower',
    sends: 'json',
    /** `pid`: the product being applied for, to continue with afterwards. */
    input: v.strictObject({ pid: v.optional(id) }),
    output: v.object({ url: text }),
    refusals: ['identity-already-verified', 'check-not-available'],
    ours: true,
  },
  result: {
    does: 'The result of the hosted step, requested from the provider; the browser’s redirect is not trusted.',
    method: 'POST',
    path: '/auth/v1/digilocker/result',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ state: v.picklist(['none', 'waiting', 'shared', 'declined', 'expired']) }),
    refusals: ['answers-incomplete', 'identity-taken', 'check-not-available'],
    ours: true,
  },
} satisfies Endpoints
