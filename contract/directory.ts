import * as v from 'valibot'
import type { Endpoints } from '#contract/endpoint.ts'
import { id, text } from '#contract/wire.ts'

/**
 * The chain of lists that leads to a branch: each list depends on the previous choice
 * (specification §4, IFSC chain).
 */
export const directory = {
  banks: {
    does: 'The banks of the directory, by name.',
    method: 'GET',
    path: '/bank-info/v1/get-bank-info',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({}),
    output: v.array(
      v.object({
        id,
        bankName: text,
        /**
         * Ours: the directory lacks its branches, so the borrower types the code.
         */
        isPart: v.boolean(),
      }),
    ),
    refusals: [],
    reference: true,
  },
  states: {
    does: 'The states in which a bank has branches.',
    method: 'GET',
    path: '/bank-info/v1/get-state-list',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ pId: id }),
    output: v.array(v.object({ id, state: text })),
    refusals: [],
    reference: true,
  },
  cities: {
    does: "The cities of a state in which a bank has branches; `stateId` is one of this bank's.",
    method: 'GET',
    path: '/bank-info/v1/get-city-list',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ stateId: id }),
    output: v.array(v.object({ id, city: text })),
    refusals: [],
    reference: true,
  },
  branches: {
    does: 'The branches of a bank in a city, with their codes. The id of a branch is its code.',
    method: 'GET',
    path: '/bank-info/v1/get-branch-list',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ cityId: id }),
    output: v.array(v.object({ id, branch: text, ifsc: text })),
    refusals: [],
    reference: true,
  },
  bank: {
    ours: true,
    does: 'The bank of the four letters that begin a code: known, unknown, or merged into a successor.',
    method: 'GET',
    path: '/bank-info/v1/get-bank-of-code',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ code: v.pipe(v.string(), v.regex(/^[A-Z]{4}$/)) }),
    output: v.variant('state', [
      v.object({ state: v.literal('known') }),
      v.object({ state: v.literal('unknown') }),
      v.object({
        state: v.literal('merged'),
        bankName: text,
        successor: v.object({ code: text, bankName: text }),
      }),
    ]),
    refusals: [],
    reference: true,
  },
  branch: {
    ours: true,
    does: 'The bank of a typed code, and its branch if the directory lists it.',
    method: 'GET',
    path: '/bank-info/v1/get-branch-info',
    auth: 'borrower',
    sends: 'query',
    input: v.strictObject({ ifsc: text }),
    output: v.object({
      bankName: text,
      branch: v.nullable(v.object({ name: text, city: text, state: text })),
    }),
    refusals: [],
    reference: true,
  },
} satisfies Endpoints
