import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from '#server/platform/heap.ts'
import { printedFaults } from '#server/testing/log-faults.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { freePort } from './port.ts'

/** A process of the product. */
export type ServerProcess = {
  /** Its address, such as `http://localhost:40123`; stays the same over a restart. */
  origin: string
  /** Returns its process id while it runs. */
  pid: () => number | undefined
  /** Kills it. */
  kill9: () => Promise<void>
  /** Starts it again on the same database and port; one that runs is stopped in order before. */
  restart: () => Promise<void>
  /** Asks it to stop, and does not wait. */
  requestStop: () => void
  /** Stops it in order. Returns its exit code, or null if it had to be killed. */
  end: () => Promise<number | null>
}

/** The product, running in its own process on a fresh database. */
export type Server = Omit<ServerProcess, 'kill9'> & {
  /** Kills it, or it and the embedded database, as a power cut would. */
  kill9: (what?: 'server' | 'server-and-database') => Promise<void>
  /** Starts a second process on the same database. End it before this one is stopped. */
  beside: (env?: Record<string, string>) => Promise<ServerProcess>
  /** Opens the database for a test. */
  reading: FreshDatabase['reading']
  /** The environment with which an operator's command works beside it, on the same data. */
  env: Record<string, string>
  /** Stops it in order and drops its database. */
  stop: () => Promise<void>
}

/** Overrides of a server's configuration, or a function that makes them from its address. */
export type Settings =
  | Readonly<Record<string, string>>
  | ((origin: string) => Readonly<Record<string, string>>)

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const withParent = new URL('../../server/testing/with-parent.ts', import.meta.url).href
const project = fileURLToPath(new URL('../..', import.meta.url))
// All journeys come from one address, faster than people are; the limits have tests of their own.
// Most cameras show a drawn face, which only the simulated check accepts.
// The log contains information too, since the end of a file searches it for errors.
const relaxedLimits = { LIMIT_SCALE: '1000', LOG_LEVEL: 'info', FACE_CHECK: 'simulated' }
const readyTimeoutMs = 150_000
// Longer than the product's own limit to finish its requests.
const stopTimeoutMs = 40_000
const printedMaxLength = 10_000

let printed = ''
let faults: string[] = []

/** Returns and forgets the end of what the servers have printed, without information lines. */
export function takePrinted(): string {
  const last = printed
  printed = ''
  return last
}

/**
 * Returns and forgets the log lines of the servers above information or with the words of an error.
 */
export function takeLogFaults(): string[] {
  const last = faults
  faults = []
  return last
}

function note(line: string): void {
  const lineFaults = printedFaults([line])
  faults.push(...lineFaults)
  if (lineFaults.length > 0 || !line.startsWith('{'))
    printed = `${printed}${line}\n`.slice(-printedMaxLength)
}

/** Starts the product once and stops it, which sets up its database and folder. */
export async function startOnce(
  env: Record<string, string>,
  whileItRuns: () => Promise<void>,
): Promise<void> {
  const server = await startProcess({ ...relaxedLimits, ...env }, await freePort())
  await whileItRuns().catch(async failure => {
    await server.kill9()
    throw failure
  })
  const code = await server.end()
  if (code !== 0) throw new Error(`The server ended with ${code} when it was asked to stop.`)
}

/** Starts the product and waits until it is ready. */
export async function startServer(settings: Settings = {}): Promise<Server> {
  const database = await freshDatabase()
  const port = await freePort()
  const chosen = typeof settings === 'function' ? settings(originAt(port)) : settings
  const env = { ...relaxedLimits, ...database.env, ...chosen }
  const first = await startProcess(env, port).catch(async failure => {
    await database.drop()
    throw failure
  })
  return {
    ...first,
    reading: database.reading,
    env: { ...database.env, ...chosen, PORT: String(port) },
    beside: async more => startProcess({ ...env, ...more }, await freePort()),
    kill9: async what => {
      await first.kill9()
      if (what === 'server-and-database') await database.kill9()
    },
    stop: async () => {
      // An embedded database may have survived a killed server, and only a server can stop it.
      if (!first.isRunning()) await first.restart().catch(() => undefined)
      await first.end()
      await database.drop()
    },
  }
}

const originAt = (port: number) => `http://localhost:${port}`

async function startProcess(
  env: Record<string, string>,
  port: number,
): Promise<ServerProcess & { isRunning: () => boolean }> {
  let running: ChildProcess | undefined

  async function run(): Promise<void> {
    const child = spawn(process.execPath, [...HEAP_FLAGS, '--import', withParent, main], {
      cwd: project,
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    running = child
    await untilReady(child)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = running
    running = undefined
    return child ? endProcess(child, signal) : 0
  }

  await run().catch(async failure => {
    await end('SIGKILL')
    throw failure
  })
  return {
    origin: originAt(port),
    pid: () => running?.pid,
    isRunning: () => running !== undefined,
    kill9: async () => void (await end('SIGKILL')),
    restart: async () => {
      await end('SIGTERM')
      await run()
    },
    requestStop: () => void running?.kill('SIGTERM'),
    end: () => end('SIGTERM'),
  }
}

/** Waits for the line that the product prints when it is ready. */
function untilReady(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`The server ${why}. It printed: ${output.trim() || '(nothing)'}`))
    const timer = setTimeout(
      () => fail(`was not ready after ${readyTimeoutMs / 1000} s`),
      readyTimeoutMs,
    )
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      fail(`ended with ${signal ?? code} before it was ready`)
    })
    child.once('error', failure => fail(`could not be started: ${failure.message}`))
    for (const stream of [child.stdout, child.stderr]) {
      let cut = ''
      stream?.setEncoding('utf8').on('data', (text: string) => {
        const lines = (cut + text).split('\n')
        cut = lines.pop() ?? ''
        for (const line of lines) note(line)
        output = (output + text).slice(-printedMaxLength)
        if (!/ready at https?:\/\/[^\s"]/.test(output)) return
        clearTimeout(timer)
        resolve()
      })
    }
  })
}

async function endProcess(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exited
  clearTimeout(timer)
  return child.exitCode
}
