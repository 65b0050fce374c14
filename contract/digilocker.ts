import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, id, text } from '#contract/wire.ts'

/** Sharing the Aadhaar out of DigiLocker, beside the ways that the specification shows. */
export const digilocker = {
  offer: {
    does: 'Whether the Aadhaar may be shared out of DigiLocker here.',
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
    does: 'Opens the hosted page on which the Aadhaar is shared. It comes back to /auth/callback.',
    method: 'POST',
    path: '/auth/v1/digilocker',
    auth: 'borrower',
    sends: 'json',
    /** `pid`: the product that was on the way, for the way on. */
    input: v.strictObject({ pid: v.optional(id) }),
    output: v.object({ url: text }),
    refusals: ['identity-already-verified', 'check-not-available'],
    ours: true,
  },
  result: {
    does: 'What came of the hosted step, asked of the provider; what the browser brought back says nothing.',
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
