import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from '#server/platform/heap.ts'
import { printedFaults } from '#server/testing/log-faults.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** A process of the product. */
export type ServerProcess = {
  /** Where it listens, such as `http://localhost:40123`; stays the same over a restart. */
  origin: string
  /** Its number among the processes of the machine, while it runs. */
  pid: () => number | undefined
  /** Ends it without warning. */
  kill9: () => Promise<void>
  /** Starts it again on the same database and port, after `kill9` or, orderly, while it runs. */
  restart: () => Promise<void>
  /** Tells it to stop, and does not wait. */
  requestStop: () => void
  /** Ends it in order; answers its exit code, and null where it did not end by itself. */
  end: () => Promise<number | null>
}

/** The real product, running in a process of its own on a fresh database. */
export type Server = Omit<ServerProcess, 'kill9'> & {
  /** Ends it without warning; with the embedded database too, as a cut of power would. */
  kill9: (what?: 'server' | 'server-and-database') => Promise<void>
  /** Another process of the product beside it, on the same database. To be ended before this one is stopped. */
  beside: (env?: Record<string, string>) => Promise<ServerProcess>
  /** Lets a test look into the database itself. */
  reading: FreshDatabase['reading']
  /** What a command of the product, such as the desk, needs to work on the same data. */
  env: Record<string, string>
  /** Ends it in order and drops its database. */
  stop: () => Promise<void>
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const project = fileURLToPath(new URL('../..', import.meta.url))
// Every journey comes from one address, faster than a person could: the limits have tests of their own.
// The camera of most journeys sees a drawn face, which only the simulated check takes for one.
// The log is looked at when a journey ends, information too: an error may hide there.
const roomy = { LIMIT_SCALE: '1000', LOG_LEVEL: 'info', FACE_CHECK: 'simulated' }
const readyTimeoutMs = 150_000
const stopTimeoutMs = 15_000
const printedMaxLength = 10_000

let printed = ''
let faults: string[] = []

/** What all servers of this process have printed since this was last asked but for information, no more than the end of it. */
export function takePrinted(): string {
  const last = printed
  printed = ''
  return last
}

/** Every line above information, or with the words of an error, that the servers of this process logged since this was last asked. */
export function takeLogFaults(): string[] {
  const last = faults
  faults = []
  return last
}

function note(line: string): void {
  const found = printedFaults([line])
  faults.push(...found)
  if (found.length > 0 || !line.startsWith('{'))
    printed = `${printed}${line}\n`.slice(-printedMaxLength)
}

/** Starts the product and ends it in order, for what its first start does to its database and its folder. */
export async function startOnce(env: Record<string, string>): Promise<void> {
  const server = await startProcess({ ...roomy, ...env })
  const code = await server.end()
  if (code !== 0) throw new Error(`The server ended with ${code} when it was told to stop.`)
}

/** Starts the product and waits until it says that it is ready; `env` sets or overrides its configuration. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const database = await freshDatabase()
  const settings = { ...roomy, ...database.env, ...env }
  const first = await startProcess(settings).catch(async failure => {
    await database.drop()
    throw failure
  })
  return {
    ...first,
    reading: database.reading,
    env: database.env,
    beside: more => startProcess({ ...settings, ...more }),
    kill9: async what => {
      await first.kill9()
      if (what === 'server-and-database') await database.kill9()
    },
    stop: async () => {
      // A database may have survived a killed server: only a server can end it in order.
      if (!first.isRunning()) await first.restart().catch(() => undefined)
      await first.end()
      await database.drop()
    },
  }
}

async function startProcess(
  env: Record<string, string>,
): Promise<ServerProcess & { isRunning: () => boolean }> {
  let running: ChildProcess | undefined

  async function run(port: string): Promise<string> {
    const child = spawn(process.execPath, [...HEAP_FLAGS, main], {
      cwd: project,
      env: { ...process.env, ...env, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    return addressOf(child)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = running
    running = undefined
    return child ? endProcess(child, signal) : 0
  }

  const origin = await run('0').catch(async failure => {
    await end('SIGKILL')
    throw failure
  })
  return {
    origin,
    pid: () => running?.pid,
    isRunning: () => running !== undefined,
    kill9: async () => void (await end('SIGKILL')),
    restart: async () => {
      await end('SIGTERM')
      await run(new URL(origin).port)
    },
    requestStop: () => void running?.kill('SIGTERM'),
    end: () => end('SIGTERM'),
  }
}

/** The address in the line that the product prints when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  let own = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`The server ${why}. It printed: ${own.trim() || '(nothing)'}`))
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
        own = (own + text).slice(-printedMaxLength)
        const address = own.match(/ready at (https?:\/\/[^\s"]+)/)?.[1]
        if (!address) return
        clearTimeout(timer)
        resolve(new URL(address).origin)
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
