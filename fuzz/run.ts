/** A run: requests for every call in every role, on one server, while days pass. */
import * as fc from 'fast-check'
import { runCloseOfBusiness } from '#server/lending/closing/close-of-business.ts'
import { logFaults } from '#server/testing/log-faults.ts'
import { CALLS, type Call } from './calls.ts'
import { fuzzedWorld, preparedPeople } from './people.ts'
import { type Request, ROLES, type Role, requestOf } from './requests.ts'
import { openStage, runTrial, type Stage, type Trial } from './trial.ts'
import { trackValueOwners } from './value-owners.ts'

/** The outcomes by call and role, with their counts. */
export type Counts = Map<string, Map<string, number>>

const JOBS_EVERY = 50
const DAY_EVERY = 400
const SECONDS_PER_REQUEST = 5
const SHOWN_CHARS = 3_000
const SHOWN_LINES = 5

/**
 * Sends that many requests and counts what happened. Throws at the first fault, with the smallest
 * request that shows it.
 */
export async function fuzz(requests: number, seed: number, counts: Counts): Promise<void> {
  const world = await fuzzedWorld()
  try {
    const stage = await openStage(world, await preparedPeople(world), trackValueOwners())
    for (const [at, { call, role }] of planOf(requests, seed).entries()) {
      await pass(stage, at)
      const trial = await oneOf(stage, call, role, seed + at).catch(error => {
        throw new Error(
          `${error.message}\nRepeat: npm run rig -- fuzz --requests ${at + 1} --seed ${seed}`,
        )
      })
      count(counts, call.name, role)
      count(counts, call.name, outcomeOf(trial))
    }
    const faults = logFaults(world.server.logged)
    if (faults.length > 0)
      throw new Error(
        `The server logged, at seed ${seed}:\n${faults.slice(0, SHOWN_LINES).join('\n')}`,
      )
  } finally {
    await world.close()
  }
}

/** Every call in every role equally often, each time in another order. */
function planOf(requests: number, seed: number): { call: Call; role: Role }[] {
  const pairs = CALLS.flatMap(call => ROLES.map(role => ({ call, role })))
  const order = fc.shuffledSubarray(pairs, { minLength: pairs.length })
  const rounds = fc.sample(order, { seed, numRuns: Math.ceil(requests / pairs.length) })
  return rounds.flat().slice(0, requests)
}

async function oneOf(stage: Stage, call: Call, role: Role, seed: number): Promise<Trial> {
  const trials: Trial[] = []
  const property = fc.asyncProperty(requestOf(call, role, stage.people.length), async request => {
    const trial = await runTrial(stage, request)
    trials.push(trial)
    if (trial.faults.length > 0) throw new Fault(request, trial)
  })
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 })
  const [trial] = trials
  if (failed || !trial) throw errorInstance
  return trial
}

class Fault extends Error {
  constructor(request: Request, { wire, answer, faults }: Trial) {
    const { method, url, headers, payload } = wire
    const lines = [
      ...faults,
      `Request: ${JSON.stringify(request)}`,
      `As sent: ${method} ${url} with ${Object.keys(headers).join(', ')}`,
      payload?.toString() ?? '',
      `Answer: ${answer.status} ${answer.text}`,
    ]
    super(lines.map(shown).join('\n'))
  }
}

function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}

/** Lets time pass, jobs run, and now and then a borrower pay on a page. */
async function pass({ world }: Stage, at: number): Promise<void> {
  const { clock } = world.server
  clock.advance({ seconds: SECONDS_PER_REQUEST })
  if (at % DAY_EVERY === DAY_EVERY - 1) {
    clock.advance({ days: 1 })
    const paymentId = [...world.provider.links.keys()].at(-1)
    if (paymentId !== undefined) await world.webhook(world.provider.attempt(paymentId))
    await runCloseOfBusiness(world.services)
  }
  if (at % JOBS_EVERY === JOBS_EVERY - 1) await world.runJobs()
}

function count(counts: Counts, call: string, what: string): void {
  const ofCall = counts.get(call) ?? new Map<string, number>()
  counts.set(call, ofCall.set(what, (ofCall.get(what) ?? 0) + 1))
}

/** The status, or the outcome of a call that got an answer. */
function outcomeOf({ answer, envelope }: Trial): string {
  if (answer.status !== 200) return String(answer.status)
  return envelope?.code === 0 ? 'success' : 'refused'
}
