import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { browserOn } from '#server/testing/browser.ts'
import { processes, signIn, stop } from '#server/testing/processes.ts'

let ours: Awaited<ReturnType<typeof processes>>
beforeAll(async () => {
  ours = await processes()
})
afterAll(() => ours.end())

test('starts, prints its address, stops on a signal, and has all its data after the next start', async () => {
  const first = await ours.start()
  const browser = browserOn(first.origin)
  const phone = '919812345678'
  const token = await signIn(first, browser, phone)
  expect((await fetch(`${first.origin}/ready`)).status).toBe(200)
  expect(first.printed()).not.toContain(phone)
  expect(await stop(first, 'SIGTERM')).toBe(0)

  const second = await ours.start()
  const again = browserOn(second.origin)
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  again.token = token
  expect(await again.calls(contract.account).me({})).toMatchObject({ ok: true })
  // A terminal sends one signal, and the program that started the server another.
  const stopping = stop(second, 'SIGINT')
  await vi.waitFor(() => expect(second.printed()).toContain('Stopping: SIGINT'), 10_000)
  second.child.kill('SIGINT')
  expect(await stopping).toBe(0)
})

test('refuses to start with a wrong configuration, and names the fault', async () => {
  await expect(ours.start({ LOGIN_CODE_DIGITS: '9' })).rejects.toThrow(/exit 1.*LOGIN_CODE_DIGITS/s)
})
