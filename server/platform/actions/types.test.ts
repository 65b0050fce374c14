/** Calls that must not compile. The type checker is the test: a needless `@ts-expect-error` is an error. */
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Endpoints } from '#contract/endpoint.ts'
import { refused } from '#contract/envelope.ts'
import { rupees, text } from '#contract/wire.ts'
import { paise } from '#domain/money.ts'
import { type Route, routes } from '#server/platform/actions/call.ts'

const endpoints = {
  greet: {
    does: 'Greets.',
    method: 'GET',
    path: '/greet',
    auth: 'public',
    sends: 'query',
    input: v.strictObject({ name: text }),
    output: v.object({ greeting: text }),
    refusals: [],
  },
  pay: {
    does: 'Pays.',
    method: 'POST',
    path: '/pay',
    auth: 'borrower',
    sends: 'json',
    input: v.strictObject({ amount: rupees }),
    output: v.object({ paid: rupees }),
    refusals: ['nothing-to-pay'],
    idempotent: true,
  },
} satisfies Endpoints

const greet = async ({ name }: { name: string }) => ({ greeting: name })
const nothing = async () => refused('nothing-to-pay')

const withoutPermission = {
  look: {
    ...endpoints.greet,
    // @ts-expect-error a call of staff names the permission that it needs
    auth: { staff: undefined },
  },
} satisfies Endpoints
const withUnknownPermission = {
  look: {
    ...endpoints.greet,
    // @ts-expect-error only permissions of the domain exist
    auth: { staff: 'refunds:everything' },
  },
} satisfies Endpoints
const ofStaff = {
  look: { ...endpoints.greet, auth: { staff: 'inbox:read' } },
} satisfies Endpoints

const wrong: (() => Route[])[] = [
  // @ts-expect-error a call of staff knows no borrower
  () => routes(ofStaff, { look: async (_input, { borrowerId }) => ({ greeting: borrowerId }) }),
  // @ts-expect-error a handler is missing
  () => routes(endpoints, { greet }),
  // @ts-expect-error an output that is not the endpoint's
  () => routes(endpoints, { greet: async () => ({ greeting: 1 }), pay: nothing }),
  // @ts-expect-error rupees where paise are meant
  () => routes(endpoints, { greet, pay: async () => ({ paid: 12.5 }) }),
  () =>
    routes(endpoints, {
      // @ts-expect-error a public call knows no borrower
      greet: async (_input, { borrowerId }) => ({ greeting: borrowerId }),
      pay: nothing,
    }),
  () =>
    routes(endpoints, {
      // @ts-expect-error only an idempotent call has a key and `once`
      greet: async (_input, { once }) => ({ greeting: String(once) }),
      pay: nothing,
    }),
  // @ts-expect-error a refusal that the endpoint does not declare
  () => routes(endpoints, { greet, pay: async () => refused('order-not-found') }),
  () =>
    routes(endpoints, {
      // @ts-expect-error an input that the endpoint does not take
      greet: async ({ nickname }) => ({ greeting: nickname }),
      pay: nothing,
    }),
]

test('correct endpoints compile, and each becomes one route', () => {
  const right = routes(endpoints, {
    greet,
    pay: async ({ amount }, { borrowerId, idempotencyKey, once }) =>
      borrowerId === idempotencyKey
        ? refused('nothing-to-pay')
        : once(async () => ({ paid: paise(amount) })),
  })
  expect(right.map(({ endpoint }) => endpoint.path)).toEqual(['/greet', '/pay'])
  expect(wrong).toHaveLength(8)
  expect([withoutPermission, withUnknownPermission]).toHaveLength(2)
  const [route] = routes(ofStaff, {
    look: async (_input, { staff }) => ({ greeting: staff.staffId }),
  })
  expect(route?.endpoint.auth).toEqual({ staff: 'inbox:read' })
})
