import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from '#server/platform/heap.ts'
import { printedFaults } from '#server/testing/log-faults.ts'
import type { SimulatedClock } from './clock.ts'

/** The commands of the simulation to its server, which repeats each once it is done. */
export type Message =
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'interval-jobs' }

/** The product in a process of its own, which the simulation kills and starts again. */
export type ServerProcess = {
  readonly origin: string
  /** The log lines that report a fault. */
  readonly faults: readonly string[]
  /** Waits until the server has done it, or has died. */
  readonly send: (message: Message) => Promise<void>
  /** Kills it (SIGKILL), and waits until it serves again. */
  readonly killAndRestart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const ENTRY = fileURLToPath(new URL('server.ts', import.meta.url))
const READY_TIMEOUT_MS = 150_000

/** Starts the server with these variables of the environment, on the simulation's clock. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  clock: SimulatedClock,
  explained: readonly RegExp[],
): Promise<ServerProcess> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  // The next server reuses the code that one has compiled.
  const compiled = mkdtempSync(join(tmpdir(), 'saral-compiled-'))
  const faults: string[] = []
  let child: ChildProcess | undefined
  let exit: Promise<unknown> = Promise.resolve()
  const start = async () => {
    child = fork(ENTRY, {
      execArgv: [...HEAP_FLAGS],
      env: {
        ...process.env,
        ...environment,
        NODE_COMPILE_CACHE: compiled,
        PORT: String(port),
        PUBLIC_URL: origin,
        SIMULATED_OFFSET_MS: String(clock.offsetMs()),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    exit = once(child, 'exit')
    await isReady(child, line => void faults.push(...printedFaults([line], explained)))
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await exit
  }
  await start()
  return {
    origin,
    faults,
    send: async message => {
      if (!child?.connected) return
      const answer = answerTo(child, message.kind)
      child.send(message, () => undefined)
      await Promise.race([answer, exit])
    },
    killAndRestart: async () => {
      await kill()
      await start()
    },
    stop: async () => {
      await kill()
      rmSync(compiled, { recursive: true, force: true })
    },
  }
}

function answerTo(child: ChildProcess, kind: Message['kind']): Promise<void> {
  return new Promise(resolve => {
    const listen = (answer: Message) => {
      if (answer.kind !== kind) return
      child.off('message', listen as (answer: unknown) => void)
      resolve()
    }
    child.on('message', listen as (answer: unknown) => void)
  })
}

/** Waits for the line that the product prints when it is ready, and notes every line. */
function isReady(child: ChildProcess, note: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = []
    const fail = (why: string) =>
      reject(new Error(`The server ${why}. It printed: ${lines.slice(-20).join('\n')}`))
    const timer = setTimeout(() => fail('was not ready in time'), READY_TIMEOUT_MS)
    child.once('exit', code => {
      clearTimeout(timer)
      fail(`ended with ${code} before it was ready`)
    })
    for (const input of [child.stdout, child.stderr]) {
      if (!input) continue
      createInterface({ input }).on('line', line => {
        note(line)
        if (lines.length < 200) lines.push(line)
        if (!line.startsWith('Saral is ready at')) return
        clearTimeout(timer)
        resolve()
      })
    }
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port is free')
  return address.port
}
