import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const QUINT = fileURLToPath(
  new URL('../node_modules/@informalsystems/quint/dist/src/cli.js', import.meta.url),
)

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
  readonly isOk: boolean
  readonly output: string
  /** In how many traces each witness held. */
  readonly witnessed: ReadonlyMap<string, number>
  readonly traces: readonly Trace[]
}

export type ModelPlan = {
  readonly text?: string
  readonly seed: number
  /** How many traces the simulator runs, and the most steps of each. */
  readonly samples: number
  readonly steps: number
  readonly invariants?: readonly string[]
  readonly witnesses?: readonly string[]
  /** How many of the traces are returned. */
  readonly traces?: number
}

/**
 * Runs the model in Quint's simulator. Always on its TypeScript backend: the other one is a program
 * that Quint would download.
 */
export function runModel({
  text = modelText,
  seed,
  samples,
  steps,
  invariants = [],
  witnesses = [],
  traces = 0,
}: ModelPlan): ModelRun {
  const folder = mkdtempSync(join(tmpdir(), 'saral-model-'))
  try {
    const file = join(folder, 'lending.qnt')
    writeFileSync(file, text)
    const args = ['run', file, '--backend=typescript', '--verbosity=2', `--seed=${seed}`]
    args.push(`--max-samples=${samples}`, `--max-steps=${steps}`)
    if (invariants.length > 0) args.push('--invariants', ...invariants)
    if (witnesses.length > 0) args.push('--witnesses', ...witnesses)
    if (traces > 0)
      args.push('--mbt', `--n-traces=${traces}`, `--out-itf=${join(folder, 'trace_{seq}.json')}`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [QUINT, ...args], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', QUINT_HOME: folder },
    })
    const counts = stdout.matchAll(/^(\w+) was witnessed in (\d+) trace/gm)
    return {
      isOk: status === 0,
      output: stdout + stderr,
      witnessed: new Map([...counts].map(([, name = '', count]) => [name, Number(count)])),
      traces: readdirSync(folder)
        .filter(name => name.startsWith('trace_'))
        .map(name => statesOf(readFileSync(join(folder, name), 'utf8'))),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The states of a trace in the Informal Trace Format. */
function statesOf(json: string): TraceState[] {
  const { states } = JSON.parse(json) as { states: Record<string, unknown>[] }
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
