import { afterAll, beforeAll, expect, test } from 'vitest'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { type ModelWorld, PRODUCT } from './compared.ts'
import { modelText, parsedModel, runModel, type Trace } from './quint.ts'
import { mandatesOf, replay } from './replay.ts'

const TRACES = Number(process.env.MODEL_TRACES ?? 20)
const SEED = Number(process.env.MODEL_SEED ?? 3)

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld({ lending: () => ({ mandate: mandatesOf(() => world.provider) }) })
  const [seven] = demoCatalogue.filter(({ id }) => id === 'saral-seven')
  if (seven?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  // The model's loans: 1000 paise, and the next also 500, at a thousandth a day, and a penal charge of two thousandths a day, 10 at most.
  const terms = { ...seven.terms, penalRate: ppmPerDay(2_000), penalCap: basisPoints(100) }
  const product = {
    ...seven,
    id: PRODUCT,
    name: 'Model',
    amounts: [paise(500), paise(1_000)],
    terms,
  }
  await publish(world.services.db, [...demoCatalogue, product])
})
afterAll(() => world.close())

/** Chooses traces one by one, each with the most kinds of steps that those before it lack. */
function variedOf(traces: readonly Trace[], count: number): readonly Trace[] {
  const rest = new Map(traces.map(trace => [trace, kindsOf(trace)]))
  return Array.from({ length: Math.min(count, traces.length) }, () => {
    const [[chosen, kinds] = []] = [...rest].sort(([, one], [, other]) => other.size - one.size)
    if (!chosen || !kinds) throw new Error('there are too few traces')
    rest.delete(chosen)
    for (const [trace, others] of rest)
      rest.set(trace, new Set([...others].filter(kind => !kinds.has(kind))))
    return chosen
  })
}

/**
 * True where each payment becomes known before anything that was done after it is booked. The model has no
 * replay of the whole loan, which the server does otherwise (decision 6); the arrival property in `domain/`
 * and the simulation try those lives.
 */
function isBookedInOrder(trace: Trace): boolean {
  const worlds = trace.map(({ world }) => world as ModelWorld)
  return worlds.every((after, index) => {
    const before = worlds[index - 1]
    if (!before) return true
    const booked = after.attempts.flatMap(({ isBooked }, number) =>
      isBooked && before.attempts[number]?.isBooked === false ? [number] : [],
    )
    return booked.every(number => {
      const paid = worlds.find(({ attempts }) => attempts.length > number)
      return paid === undefined || bookedIn(paid) === bookedIn(before)
    })
  })
}

/** The bookings of a loan as a text. */
function bookedIn({ receipts, waivers, plan, extension }: ModelWorld): string {
  return JSON.stringify([receipts, waivers, plan.state, extension])
}

/** The steps of a trace with their states, and whether each changes anything. */
function kindsOf(trace: Trace): Set<string> {
  return new Set(
    trace.slice(1).map(({ action, world: after }, index) => {
      const before = trace[index]?.world as ModelWorld
      const { order, payout, extension, plan, debit, proposal } = before
      const isChanged = JSON.stringify(after) !== JSON.stringify(before)
      return `${action} ${order} ${payout} ${extension.state} ${plan.state} ${debit.state} ${proposal.isOpen} ${isChanged}`
    }),
  )
}

test(`the server takes the steps of ${TRACES} traces of the model, and agrees after each`, async () => {
  const { traces, report } = runModel(parsedModel(modelText), {
    seed: SEED,
    samples: 12 * TRACES,
    steps: 40,
    traces: 12 * TRACES,
  })
  const chosen = variedOf(traces.filter(isBookedInOrder), TRACES)
  expect(chosen, report).toHaveLength(TRACES)
  const counts = new Map<string, number>()
  for (const trace of chosen) {
    for (const { action } of trace) counts.set(action, (counts.get(action) ?? 0) + 1)
    const difference = await replay(world, trace)
    const { step = 0, action = '', server, model } = difference ?? {}
    const steps = trace
      .slice(1, step + 1)
      .map(state => `${state.action} ${JSON.stringify(state.picks)}`)
    expect(server, [`step ${step}, ${action}:`, ...steps].join('\n')).toEqual(model)
  }
  console.log([...counts].map(([action, count]) => `${action}: ${count}`).join('\n'))
  expect((await audit(world.server.database.db)).faults).toEqual([])
})
