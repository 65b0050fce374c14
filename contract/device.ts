import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, nothing, text } from '#contract/wire.ts'
import { OPTIONAL_PURPOSES } from '#domain/accounts/consent.ts'

/**
 * Consents requested separately, which may be refused or withdrawn at any time; nothing depends on
 * them (product §9).
 */
const purpose = v.picklist(OPTIONAL_PURPOSES)
const standing = v.picklist(['given', 'refused', 'not-asked'])

export const device = {
  needUpload: {
    does: 'What to collect before an application: the location, once, and only if the borrower consented.',
    method: 'POST',
    path: '/device/v1/needUpload',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        type: v.picklist(['gps']),
        needUpload: flag,
        /** Ours: the page asks only if this is `not-asked`. */
        consent: standing,
      }),
    ),
    refusals: [],
  },
  uploadInfo: {
    does: 'Stores the device’s location. Only the first one, to about a kilometre; refused without consent.',
    method: 'POST',
    path: '/device/v1/upload/device_info',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
      /** Always empty (specification §4): the product does not look up where people live. */
      address: v.optional(v.literal(''), ''),
    }),
    output: nothing,
    refusals: ['consent-required'],
  },
  consents: {
    does: 'The optional consents that the borrower was asked for, and their answers.',
    method: 'GET',
    path: '/consent/v1/list',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(v.object({ purpose, standing, textVersion: text })),
    refusals: [],
    ours: true,
  },
  answerConsent: {
    does: 'Gives, refuses or withdraws consent to a purpose; withdrawing deletes the data stored under it.',
    method: 'POST',
    path: '/consent/v1/answer',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ purpose, isGiven: v.boolean() }),
    output: v.object({ purpose, standing }),
    refusals: [],
    ours: true,
  },
} satisfies Endpoints
