import { afterAll, beforeAll, expect, test } from 'vitest'
import { basisPoints, paise, ppmPerDay } from '#domain/money.ts'
import { audit } from '#server/lending/books/audit.ts'
import { demoCatalogue, publish } from '#server/lending/orders/catalogue.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { runModel, type Trace } from './quint.ts'
import { type ModelWorld, PRODUCT, replay } from './replay.ts'

const TRACES = Number(process.env.MODEL_TRACES ?? 20)
const SEED = Number(process.env.MODEL_SEED ?? 3)

let world: LendingWorld
beforeAll(async () => {
  world = await lendingWorld()
  const [seven] = demoCatalogue.filter(({ id }) => id === 'saral-seven')
  if (seven?.kind !== 'own') throw new Error('the demonstration has no seven-day product')
  // The model's loan: 1000 paise at a thousandth a day, and no penal charge.
  const terms = { ...seven.terms, penalRate: ppmPerDay(0), penalCap: basisPoints(0) }
  const product = { ...seven, id: PRODUCT, name: 'Model', amounts: [paise(1_000)], terms }
  await publish(world.services.db, [...demoCatalogue, product])
})
afterAll(() => world.close())

/** The traces in turn by their ends, so that the first few end in as many ways as there are. */
function variedOf(traces: readonly Trace[]): readonly Trace[] {
  const seen = new Map<string, number>()
  const turns = traces.map(trace => {
    const end = endOf(trace)
    const turn = seen.get(end) ?? 0
    seen.set(end, turn + 1)
    return { trace, turn }
  })
  return turns.sort((one, other) => one.turn - other.turn).map(({ trace }) => trace)
}

function endOf(trace: Trace): string {
  const { order, payout, extension, attempts } = (trace.at(-1)?.world ?? {}) as ModelWorld
  return `${order} ${payout} ${extension.state} ${attempts.length}`
}

test(`the server takes the steps of ${TRACES} traces of the model, and agrees after each`, async () => {
  const { traces, output } = runModel({
    seed: SEED,
    samples: 20 * TRACES,
    steps: 40,
    traces: 20 * TRACES,
  })
  const chosen = variedOf(traces).slice(0, TRACES)
  expect(chosen, output).toHaveLength(TRACES)
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
}, 240_000)
