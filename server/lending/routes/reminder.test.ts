import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { reminderRoutes } from '#server/lending/routes/account.ts'
import { testServer } from '#server/testing/app.ts'
import { forFile } from '#server/testing/for-file.ts'

const server = forFile(() => testServer({ routes: reminderRoutes }))

test('reminders are as usual until the borrower chooses, and each has their own choice', async () => {
  const one = await server.signIn('919840000001')
  const other = await server.signIn('919840000002')
  const usual = { way: 'usual', time: 'any', language: 'en', days: [-3, -1, 0, 1, 3, 7, 14] }
  expect(await one.calls(contract.reminder).wish({})).toEqual({ ok: true, data: usual })
  for (const time of ['morning', 'evening'] as const) {
    const wish = { way: 'text', time, language: 'hi' } as const
    expect(await one.calls(contract.reminder).saveWish(wish)).toEqual({ ok: true, data: null })
    expect(await one.calls(contract.reminder).wish({})).toEqual({
      ok: true,
      data: { ...usual, ...wish },
    })
  }
  expect(await other.calls(contract.reminder).wish({})).toEqual({ ok: true, data: usual })
})

test('a borrower who agreed in Hindi is reminded in Hindi', async () => {
  const browser = server.browser()
  browser.headers['x-language'] = 'hi'
  const signedIn = await server.signIn('919840000003', browser)
  expect(await signedIn.calls(contract.reminder).wish({})).toMatchObject({
    data: { language: 'hi' },
  })
})

test('accepts no number, and needs a session', async () => {
  const browser = await server.signIn('919840000004')
  const named = { way: 'text', time: 'any', language: 'en', phone: '919840000001' }
  const response = await browser.fetch('/api1/reminder/v1/wish', {
    method: 'POST',
    headers: { ...browser.headers, 'content-type': 'application/json', token: browser.token ?? '' },
    body: JSON.stringify(named),
  })
  expect(await response.json()).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
  expect(await server.browser().calls(contract.reminder).wish({})).toMatchObject({ code: -4 })
})
