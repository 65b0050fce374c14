/** Servers as `npm start` starts them, each a process of its own on an embedded database. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Browser } from '#server/testing/browser.ts'

export type Started = { child: ChildProcess; origin: string; printed: () => string }

/** Preloaded into a server, it stops it once the process that started it is gone. */
export const WITH_PARENT = new URL('with-parent.ts', import.meta.url).href

/** The folder of their data, and how one starts in it; `end` ends those that still run. */
export async function processes() {
  const dataDir = await mkdtemp(join(tmpdir(), 'saral-main-'))
  // If the tests run as root, the database runs as another user and must be able to enter.
  await chmod(dataDir, 0o755)
  const started: ChildProcess[] = []
  return {
    dataDir,
    /** Starts the server as `npm start` does, and waits until it prints its address. */
    start: async (env: Record<string, string> = {}): Promise<Started> => {
      const main = fileURLToPath(new URL('../main.ts', import.meta.url))
      const child = spawn(process.execPath, ['--import', WITH_PARENT, main], {
        env: { ...inherited(), PORT: '0', DATA_DIR: dataDir, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      started.push(child)
      let text = ''
      const origin = await new Promise<string>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          text += chunk.toString()
          const ready = /Saral is ready at (\S+)/.exec(text)
          if (ready?.[1]) resolve(ready[1])
        }
        child.stdout?.on('data', read)
        child.stderr?.on('data', read)
        child.once('exit', code => reject(new Error(`exit ${code}: ${text}`)))
      })
      return { child, origin, printed: () => text }
    },
    end: async () => {
      for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function inherited(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, DATABASE_APP_URL: _appUrl, ...others } = process.env
  return others
}

export async function stop({ child }: Started, signal: 'SIGTERM' | 'SIGINT'): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

/** Signs in with a code of the simulated SMS, and returns the token. */
export async function signIn(
  { origin }: Started,
  browser: Browser,
  phone: string,
): Promise<string> {
  const calls = browser.calls(contract.login)
  expect(await calls.sendCode({ phone })).toMatchObject({ ok: true })
  const response = await fetch(`${origin}/sandbox/sms?phone=${phone}`)
  const [sms] = (await response.json()) as { text: string }[]
  const entered = await calls.login({ phone, code: /\d{4}/.exec(sms?.text ?? '')?.[0] ?? '' })
  if (!entered.ok) throw new Error(entered.reason)
  return entered.data.token
}

/** Runs a command of the server to its end. Throws its output if it fails. */
export async function runCommand(
  command: string,
  env: Record<string, string>,
  ...words: readonly string[]
): Promise<void> {
  const file = fileURLToPath(new URL(`../commands/${command}.ts`, import.meta.url))
  await promisify(execFile)(process.execPath, [file, ...words], { env: { ...inherited(), ...env } })
}
