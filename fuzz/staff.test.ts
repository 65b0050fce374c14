import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '#domain/staff/permissions.ts'
import type { LendingWorld } from '#server/testing/lending.ts'
import { logFaults } from '#server/testing/log-faults.ts'
import { type Call, STAFF_CALLS } from './calls.ts'
import { fuzzedWorld, preparedPeople } from './people.ts'
import { inputOf } from './requests.ts'
import { staffSamples } from './staff-samples.ts'
import {
  LENDER,
  mayCall,
  type Sender,
  type StaffRequest,
  type StaffStage,
  staffFaults,
  staffStage,
} from './staff-trial.ts'
import { doubtingFaces, preparedWork } from './staff-work.ts'
import { openStage } from './trial.ts'
import { TWISTS } from './twists.ts'
import { trackValueOwners } from './value-owners.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 7)
/** `npm run rig -- fuzz` sends many more. */
const PATIENCE = { timeout: 3_600_000 }
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000)
/** The drawn requests of a call that the role may do, and of one that it may not. */
const DRAWN_IF_ALLOWED = Math.ceil(REQUESTS / 500)
const DRAWN_IF_REFUSED = Math.ceil(REQUESTS / 2_000)
/** The borrowers whose values are searched for in the answers to staff. */
const READ_PEOPLE = 3
/** One drawn request in so many is twisted. */
const TWISTED_EVERY = 3

/** The calls that never succeed here, each for a reason. */
const NEVER_DONE: Readonly<Record<string, string>> = {
  'staffSession.signIn': 'It needs the signature of a passkey.',
  'staffSession.register': 'It needs a passkey.',
  'staffSession.prove': 'It needs the signature of a passkey.',
  'staffSession.addPasskey': 'It needs a passkey.',
  'staffSession.toProvider': 'This lender has no provider of its own.',
  'staffSession.proveAtProvider': 'This lender has no provider of its own.',
  'staffSession.fromProvider': 'This lender has no provider of its own.',
  'staffSession.code': 'This lender has no provider of its own.',
  'proposal.approveApplication': 'One person may approve every application here.',
}

let world: LendingWorld
let stage: StaffStage
let samples: ReturnType<typeof staffSamples>
let loggedBefore: number
beforeAll(async () => {
  const face = doubtingFaces()
  world = await fuzzedWorld({ face })
  const people = await preparedPeople(world)
  const owners = trackValueOwners()
  const work = await preparedWork(world, people, face)
  await openStage(world, people.slice(0, READ_PEOPLE), owners)
  for (const { borrower } of people) owners.addPersonal(borrower.id, borrower.phone.slice(2))
  // Drawn requests know one item of each kind, so that a later call finds its own.
  owners.addAnswer(LENDER, {
    borrowerId: work.borrowerId,
    orderNo: work.orderNo,
    staffId: work.staffId,
    proposalId: work.toApprove,
    feedbackId: work.complaints[0],
    orderId: [work.applications[0], ...work.overdue],
    documentId: work.faces[0],
    reviewId: work.names[0],
    refundId: work.refunds,
    payoutId: work.payouts,
  })
  samples = staffSamples(work)
  stage = staffStage(world, owners)
  loggedBefore = world.server.logged.length
})
afterAll(() => world.close())

/** An input as the console sends it. */
function usualOf({ name }: Call): StaffRequest[] {
  const usual = samples.get(name) ?? []
  return usual.map(input => ({ input, extra: undefined, twist: undefined }))
}

/** Drawn requests, some of them twisted. */
function drawnOf(call: Call, sender: Sender, seed: number): StaffRequest[] {
  const [sample = {}] = samples.get(call.name) ?? []
  const names = Object.keys(TWISTS)
  const numRuns = mayCall(sender, call) ? DRAWN_IF_ALLOWED : DRAWN_IF_REFUSED
  const drawn = fc.sample(inputOf({ ...call, sample }, 'mixed'), { numRuns, seed })
  return drawn.map(({ input, extra }, index) => ({
    input,
    extra,
    twist: index % TWISTED_EVERY === 1 ? names[(seed + index) % names.length] : undefined,
  }))
}

/** Draws only after every usual request, because a drawn one may end the item of another call. */
async function faultsAs(sender: Sender, seed: number): Promise<string[]> {
  const faults: string[] = []
  const sendAll = async (requestsOf: (call: Call, at: number) => StaffRequest[]) => {
    for (const [at, call] of STAFF_CALLS.entries())
      for (const request of requestsOf(call, at)) {
        const messages = await staffFaults(stage, sender, call, request)
        faults.push(...messages.map(fault => `${call.name}: ${fault} ${JSON.stringify(request)}`))
      }
  }
  await sendAll(usualOf)
  await sendAll((call, at) => drawnOf(call, sender, seed + at))
  return faults
}

const SENDERS = [...ROLES, 'nobody' as const]
describe.each(SENDERS)('as %s', sender => {
  test(
    'no call of the console fails, goes beyond the role, or discloses values of others',
    PATIENCE,
    async () => {
      const seed = SEED + SENDERS.indexOf(sender) * STAFF_CALLS.length
      expect(await faultsAs(sender, seed)).toEqual([])
    },
  )
})

test('every call of the console succeeds, except those that cannot here', () => {
  const never = STAFF_CALLS.map(({ name }) => name).filter(name => !stage.successes.has(name))
  expect(never.toSorted()).toEqual(Object.keys(NEVER_DONE).toSorted())
})

test('the server logs no fault, except those that a page of the console reports', () => {
  const logged = world.server.logged.slice(loggedBefore)
  expect(logFaults(logged, [/a page of the console stopped working/])).toEqual([])
})
