import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { instant, nothing, text } from '#contract/wire.ts'

/**
 * Ours: the address to which a borrower's calendar subscribes for the due days. Only a hash of its
 * secret is stored, so it is shown once, where it is made.
 */
export const calendar = {
  link: {
    does: 'Since when the borrower’s calendar address exists; null if there is none.',
    method: 'GET',
    path: '/calendar/v1/link',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({ since: v.nullable(instant) }),
    refusals: [],
    ours: true,
  },
  create: {
    does: 'Makes a calendar address, in the language of the request; the one before ends.',
    method: 'POST',
    path: '/calendar/v1/create',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.object({ address: text }),
    refusals: [],
    ours: true,
  },
  revoke: {
    does: 'Ends the borrower’s calendar address; without one, nothing changes.',
    method: 'POST',
    path: '/calendar/v1/revoke',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: nothing,
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
