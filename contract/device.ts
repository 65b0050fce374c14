import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, nothing, text } from '#contract/wire.ts'
import { OPTIONAL_PURPOSES } from '#domain/privacy/consent.ts'

/** What is asked for by itself and may be refused or taken back at any time; nothing depends on it (product §9). */
const purpose = v.picklist(OPTIONAL_PURPOSES)
const standing = v.picklist(['given', 'refused', 'not-asked'])

export const device = {
  needUpload: {
    does: 'What is to be collected before an application: the location, once, and only where the borrower agreed to it.',
    method: 'POST',
    path: '/device/v1/needUpload',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        type: v.picklist(['gps']),
        needUpload: flag,
        /** Ours: `not-asked` is when the page asks, and only then. */
        consent: standing,
      }),
    ),
    refusals: [],
  },
  uploadInfo: {
    does: 'Takes the location of the device. Kept coarse, and only the first one; refused without consent.',
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
    does: 'What the borrower was asked for by itself, and what they said.',
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
    does: 'Agrees to a purpose, refuses it, or takes an agreement back; what was kept under it is then deleted.',
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
