import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { flag, id, nothing, text, whole } from '#contract/wire.ts'

/** One field of a dynamic form, as configured (specification §3, "Form field config"). */
const formField = v.object({
  /** The title. */
  key: text,
  label: text,
  /** The field's name in the submitted object. */
  value: v.string(),
  /** 0 dropdown, 1 text, 3 numeric 1–31 dropdown, 4 state, 5 district. */
  dataType: v.picklist([0, 1, 3, 4, 5]),
  /** 1 is numeric. */
  checkType: flag,
  checkReq: flag,
  lengthLimitMin: v.nullable(whole),
  lengthLimitMax: v.nullable(whole),
  canHidden: flag,
  dictionaryVoList: v.array(v.object({ dictLabel: text, dictValue: v.string() })),
  /** Ours: the borrower's earlier answer. */
  answer: v.nullable(v.string()),
})

/**
 * Answers keyed by field name, as text, or as a JSON number for a numeric field. The allowed keys
 * and the numeric fields are configuration: the handler refuses anything else.
 */
const answers = v.record(
  v.pipe(v.string(), v.maxLength(40)),
  v.union([v.pipe(v.string(), v.maxLength(200)), v.number()]),
)

const contacts = v.strictObject({
  oneName: text,
  oneMobile: text,
  oneRelation: text,
  twoName: text,
  twoMobile: text,
  twoRelation: text,
  thirdName: text,
  thirdMobile: text,
  thirdRelation: text,
})

export const verify = {
  status: {
    does: 'The verification steps in order, and which are done (0 is not done).',
    method: 'GET',
    path: '/auth/v1/find-user-auth',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.object({
      userAuthConfigVoList: v.array(
        v.object({ key: v.picklist(['basic', 'work', 'identity', 'face', 'contacts']) }),
      ),
      basic: flag,
      work: flag,
      kycAadhaarAndPan: flag,
      kycFaceAndHold: flag,
      contact: flag,
    }),
    refusals: [],
  },
  baseInfoForm: {
    does: 'The form for basic information.',
    method: 'GET',
    path: '/auth/v1/auth-page-info',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ type: v.literal('baseInfo') }),
    output: v.array(formField),
    refusals: [],
  },
  workInfoForm: {
    does: 'The form for work information; the hideable fields are listed separately.',
    method: 'GET',
    path: '/auth/v2/auth-page-info',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ type: v.literal('workInfo') }),
    output: v.object({ canHidden: v.array(formField), cannotHidden: v.array(formField) }),
    refusals: [],
  },
  saveBaseInfo: {
    does: 'Saves basic information.',
    method: 'POST',
    path: '/auth/v1/base-info',
    auth: 'borrower',
    sends: 'json',
    input: answers,
    output: nothing,
    refusals: ['answers-incomplete'],
  },
  saveWorkInfo: {
    does: 'Saves work information.',
    method: 'POST',
    path: '/auth/v1/work-info',
    auth: 'borrower',
    sends: 'json',
    input: answers,
    output: nothing,
    refusals: ['answers-incomplete'],
  },
  contacts: {
    does: 'The emergency contacts as entered, for returning to the page, and which of them declined.',
    method: 'GET',
    path: '/auth/v1/contacts',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.nullable(v.object({ ...contacts.entries, declined: v.array(v.picklist([1, 2, 3])) })),
    refusals: [],
    ours: true,
  },
  saveContacts: {
    does: 'Saves the three emergency contacts.',
    method: 'POST',
    path: '/auth/v1/contacts',
    auth: 'borrower',
    sends: 'json',
    input: contacts,
    output: nothing,
    refusals: ['answers-incomplete'],
  },
} satisfies Endpoints

export const place = {
  states: {
    does: 'The states and union territories.',
    method: 'GET',
    path: '/map-state/v1/list',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(v.object({ id, name: text })),
    refusals: [],
  },
  districts: {
    does: 'The districts of a state.',
    method: 'GET',
    path: '/map-state/v1/district/{stateId}',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ stateId: id }),
    output: v.array(v.object({ id, name: text })),
    refusals: [],
  },
} satisfies Endpoints
