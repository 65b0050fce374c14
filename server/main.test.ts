import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { browserOn } from '#server/testing/browser.ts'

let dataDir: string
const started: ChildProcess[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'saral-main-'))
  // Where the tests run as root, the database does not, and must be able to enter.
  await chmod(dataDir, 0o755)
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

type Started = { child: ChildProcess; origin: string; printed: () => string }

/** Starts the server as `npm start` does, and waits until it says where it is. */
async function start(env: Record<string, string> = {}): Promise<Started> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { DATABASE_URL: _url, DATABASE_APP_URL: _appUrl, ...inherited } = process.env
  const child = spawn(process.execPath, [main], { env: { ...inherited, PORT: '0', DATA_DIR: dataDir, ...env } })
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
}

async function stop({ child }: Started, signal: 'SIGTERM' | 'SIGINT'): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

test('starts, says where, stops when told, and after the next start knows everything again', async () => {
  const first = await start()
  const browser = browserOn(first.origin)
  const phone = '919812345678'
  const codeOf = async (origin: string) => {
    const [sms] = (await (await fetch(`${origin}/sandbox/sms?phone=${phone}`)).json()) as { text: string }[]
    return /\d{4}/.exec(sms?.text ?? '')?.[0] ?? ''
  }
  expect(await browser.calls(contract.login).sendCode({ phone })).toMatchObject({ ok: true })
  const entered = await browser.calls(contract.login).login({ phone, code: await codeOf(first.origin) })
  if (!entered.ok) throw new Error(entered.reason)
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  expect(first.printed()).not.toContain(phone)
  expect(await stop(first, 'SIGTERM')).toBe(0)

  const second = await start()
  const again = browserOn(second.origin)
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  again.token = entered.data.token
  expect(await again.calls(contract.login).me({})).toMatchObject({ ok: true })
  expect(await stop(second, 'SIGINT')).toBe(0)
})

test('does not start with a wrong configuration, and says what is wrong', async () => {
  await expect(start({ LOGIN_CODE_DIGITS: '9' })).rejects.toThrow(/exit 1.*LOGIN_CODE_DIGITS/s)
  await expect(start({ NODE_ENV: 'production' })).rejects.toThrow(/exit 1.*ALLOW_SIMULATORS/s)
})
