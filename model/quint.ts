import { readFileSync } from 'node:fs'
import { analyzeModules, newIdGenerator, parse, type QuintEx } from '@informalsystems/quint'
import { toItf } from '@informalsystems/quint/dist/src/itf.js'
import { newRng } from '@informalsystems/quint/dist/src/rng.js'
import { Evaluator } from '@informalsystems/quint/dist/src/runtime/impl/evaluator.js'
import { newTraceRecorder } from '@informalsystems/quint/dist/src/runtime/trace.js'

/** The text of the model. */
export const modelText = readFileSync(new URL('lending.qnt', import.meta.url), 'utf8')

/** One state of a trace, with the step that led to it. */
export type TraceState = {
  readonly action: string
  /** The values that the simulator chose for the step, by name. */
  readonly picks: Readonly<Record<string, unknown>>
  readonly world: Record<string, unknown>
}

export type Trace = readonly TraceState[]

export type ModelRun = {
  /** `error`: an expression of the model has no value. */
  readonly status: 'ok' | 'violation' | 'error'
  /** The errors, and the trace that breaks an invariant. */
  readonly report: string
  /** The state of the random numbers from which this run began its worst trace: the seed that repeats it. */
  readonly seed: bigint | undefined
  /** In how many traces each witness held. */
  readonly witnessed: ReadonlyMap<string, number>
  readonly traces: readonly Trace[]
}

export type ModelPlan = {
  readonly seed: number
  /** The number of traces that the simulator runs, and the most steps of each. */
  readonly samples: number
  readonly steps: number
  readonly invariants?: readonly string[]
  readonly witnesses?: readonly string[]
  /** The number of returned traces. */
  readonly traces?: number
}

export type Model = ReturnType<typeof parsedModel>

/** Parses the text of a model; throws where it has a fault. */
export function parsedModel(text: string) {
  const ids = newIdGenerator()
  const path = 'lending.qnt'
  const source = { normalizedPath: path, toSourceName: () => path }
  const { modules, table, errors } = parse(ids, path, source, text)
  if (errors.length > 0) throw new Error(JSON.stringify(errors.map(({ message }) => message)))
  const definitions = modules.flatMap(({ declarations }) => declarations)
  return {
    modules,
    table,
    /** The expression that is a definition's name. */
    expressionOf: (name: string): QuintEx => {
      const definition = definitions.find(each => each.kind === 'def' && each.name === name)
      if (definition?.kind !== 'def') throw new Error(`The model does not define ${name}.`)
      const id = ids.nextId()
      table.set(id, definition)
      return { kind: 'name', name, id }
    },
    and: (args: QuintEx[]): QuintEx => ({ kind: 'app', opcode: 'and', args, id: ids.nextId() }),
  }
}

/** The faults that Quint finds in a model's types and effects. */
export function typeFaultsOf({ modules, table }: Model): readonly string[] {
  const [faults] = analyzeModules(table, modules)
  return faults.map(({ message }) => message)
}

/**
 * Runs a model in Quint's simulator, on its TypeScript backend, in this process: its command line would
 * parse and check the model in each run. Only the parser is an export of the package.
 */
export function runModel(
  { table, expressionOf, and }: Model,
  { seed, samples, steps, invariants = [], witnesses = [], traces = 0 }: ModelPlan,
): ModelRun {
  const random = newRng(BigInt(seed))
  const recorder = newTraceRecorder(1, random, Math.max(1, traces))
  const all: Trace[] = []
  const outcome = new Evaluator(table, recorder, random, traces > 0).simulate(
    expressionOf('init'),
    expressionOf('step'),
    and(invariants.map(expressionOf)),
    witnesses.map(expressionOf),
    samples,
    steps,
    Math.max(1, traces),
    (_index, _status, variables, states) => all.push(statesOf(variables, states)),
  )
  const { status, errors, witnessingTraces, bestTraces } = outcome
  return {
    status,
    report: JSON.stringify({ errors: errors.map(({ message }) => message), trace: all[0] }),
    seed: bestTraces[0]?.seed,
    witnessed: new Map(witnesses.map((name, index) => [name, witnessingTraces[index] ?? 0])),
    traces: all.slice(0, traces),
  }
}

/** The states of a trace, by way of the Informal Trace Format. */
function statesOf(variables: string[], trace: QuintEx[]): Trace {
  const { states } = toItf(variables, trace, true).unwrap()
  return states.map(state => ({
    action: String(state['mbt::actionTaken']),
    picks: plain(state['mbt::nondetPicks']) as Record<string, unknown>,
    world: plain(state.w) as Record<string, unknown>,
  }))
}

/** A value of the trace format as a plain one; a variant without content is its name. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if ('#bigint' in value) return Number(value['#bigint'])
  if ('#set' in value) return plain(value['#set'])
  if ('tag' in value && 'value' in value) {
    if (value.tag === 'Some') return plain(value.value)
    return value.tag === 'None' ? undefined : value.tag
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
