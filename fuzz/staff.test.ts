import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '#contract/codec.ts'
import { CODE } from '#contract/codes.ts'
import { GIVEN_ROLES, type Permission, ROLES } from '#domain/staff/permissions.ts'
import type { LendingWorld } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { type Call, STAFF_CALLS } from './calls.ts'
import { hostile } from './hostile.ts'
import { fuzzedWorld } from './people.ts'
import { send, sentOf } from './send.ts'
import { TWISTS } from './twists.ts'
import { wireValueOf } from './values.ts'
import { envelopeOf, faultsOf } from './verdict.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 7)
/** `npm run fuzz` sends many more. */
const PATIENCE = { timeout: 3_600_000 }
const REQUESTS_PER_CALL = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 2_000) / 250)

let world: LendingWorld
beforeAll(async () => {
  world = await fuzzedWorld()
})
afterAll(() => world.close())

function inputsOf({ endpoint }: Call): unknown[] {
  const node = endpoint.input as Node
  const input = fc.oneof(
    { weight: 3, arbitrary: wireValueOf(node) },
    { weight: 1, arbitrary: hostile },
  )
  return fc.sample(input, { numRuns: REQUESTS_PER_CALL, seed: SEED })
}

const permissionOf = ({ endpoint: { auth } }: Call): Permission | undefined =>
  typeof auth === 'object' ? auth.staff : undefined

/** Every call as a role, whole and twisted. It would sign itself out, so that call comes last. */
async function faultsAs(role: (typeof ROLES)[number] | 'nobody'): Promise<string[]> {
  const { server } = world
  const browser = role === 'nobody' ? server.browser() : await staffBrowser(server, role)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const session = { web_uuid: 'a-page-of-the-console', ...(cookie && { cookie }) }
  const own = new Set<Permission>(role === 'nobody' ? [] : GIVEN_ROLES[role])
  const faults: string[] = []
  for (const call of STAFF_CALLS.filter(({ name }) => name !== 'staffSession.signOut'))
    for (const [index, input] of inputsOf(call).entries()) {
      const names = Object.keys(TWISTS)
      const twist = index % 3 === 0 ? names[index % names.length] : undefined
      const request = { key: undefined, twist } as Parameters<typeof sentOf>[1]
      const sent = sentOf(call.endpoint, request, input, session)
      const answer = await send(server.app, server.origin, sent)
      const permission = permissionOf(call)
      const isAllowed = permission === undefined || own.has(permission)
      const isDone = envelopeOf(answer)?.code === CODE.success
      const found = faultsOf(sent, answer, role !== 'nobody')
      if (twist === undefined && isDone && !isAllowed) found.push(`${role} may not do this.`)
      faults.push(...found.map(fault => `${call.name}: ${fault}`))
    }
  return faults
}

describe.each([...ROLES, 'nobody' as const])('as %s', role => {
  test('hostile requests for every call of the console find no fault', PATIENCE, async () => {
    expect(await faultsAs(role)).toEqual([])
  })
})
