import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { CONTENT_ITEMS, contentFaults, hasOwnTitle } from '#domain/content.ts'
import { day } from '#domain/day.ts'
import { contentRoutes } from '#server/support/routes.ts'
import { programTextOf, programWording } from '#server/support/words/program-text.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import { inEachLanguage, LANGUAGES } from '#words/language.ts'

const lender = {
  name: 'Example Finance Limited',
  rbiRegistration: 'N-00.00000',
  grievanceOfficer: { name: 'A. Rao', phone: '1800 111 1111', email: 'grievance@example.com' },
}

let demonstration: TestServer
let lending: TestServer
beforeAll(async () => {
  const push = { publicKey: 'the-key' }
  const upi = { openUpi: async () => ({ upiRef: 'T1', intent: 'upi://pay' }) }
  demonstration = await testServer({
    routes: services => contentRoutes({ ...services, push, payment: upi }),
  })
  lending = await testServer({
    routes: services => contentRoutes({ ...services, push, payment: {} }),
    config: {
      lender,
      isSandbox: false,
      isMarketingOn: true,
      lenderDirectoryRow: 'Row 17',
      tracking: { isOn: false, keptDays: 90 },
      domainChange: { to: 'https://new.example', on: day('2026-12-01') },
    },
  })
})
afterAll(() => Promise.all([demonstration.close(), lending.close()]))

const visitor = (server: TestServer, headers: Record<string, string> = {}) => {
  const browser = server.browser()
  Object.assign(browser.headers, headers)
  return browser.calls(contract.content)
}

describe('the configuration', () => {
  test('without a lender says that the product is a demonstration, and whom to contact', async () => {
    expect(await visitor(demonstration).config({})).toEqual({
      ok: true,
      data: {
        customer: { phone: '1800 000 0000', email: 'help@saral.example' },
        lender: null,
        isSandbox: true,
        notices: [],
        messages: [],
        isTrackingOn: true,
        isMarketingOn: false,
        pushPublicKey: 'the-key',
        isUpiOffered: true,
      },
    })
  })

  test('names a configured lender with its registration and grievance officer, and lists the switches', async () => {
    const answer = await visitor(lending).config({})
    expect(answer).toMatchObject({
      ok: true,
      data: {
        lender,
        isSandbox: false,
        isTrackingOn: false,
        isMarketingOn: true,
        isUpiOffered: false,
      },
    })
  })

  test('announces a change of the address with its lender, a place to check it, and the whole new address', async () => {
    for (const language of ['en', 'hi']) {
      const answer = await visitor(lending, { 'x-language': language }).config({})
      const [notice] = answer.ok ? answer.data.notices : []
      expect(notice).toMatchObject({
        kind: 'domain-change',
        href: 'https://new.example',
        lenderName: lender.name,
        directoryRow: 'Row 17',
      })
      for (const named of [lender.name, 'https://new.example'])
        expect(notice?.content).toContain(named)
      expect(notice?.content).toMatch(/\b1 (December|दिसंबर) 2026/)
    }
  })
})

test('questions and answers exist in both languages, equally many and never empty', async () => {
  const [en, hi] = await Promise.all([
    visitor(lending).faq({}),
    visitor(lending, { 'x-language': 'hi' }).faq({}),
  ])
  if (!en.ok || !hi.ok) throw new Error('no answer')
  expect(en.data.length).toBeGreaterThan(9)
  expect(hi.data.length).toBe(en.data.length)
  for (const [index, { title, content }] of hi.data.entries()) {
    expect(`${title}${content}`).toMatch(/[\u0900-\u097f]/)
    expect(en.data[index]?.content.length).toBeGreaterThan(40)
  }
  expect(JSON.stringify(en.data)).toContain('help@saral.example')
})

test('the about page names the lender; in a demonstration it says that there is no lender', async () => {
  expect(await visitor(demonstration).aboutUs({})).toMatchObject({
    data: { appName: 'Saral', copywriting: expect.stringContaining('there is no lender') },
  })
  const named = expect.stringContaining(lender.name)
  expect(await visitor(lending).aboutUs({})).toMatchObject({ data: { copywriting: named } })
  expect(await visitor(lending, { 'x-language': 'hi' }).aboutUs({})).toMatchObject({
    data: { copywriting: named },
  })
})

test('the download page has a link for iOS browsers', async () => {
  expect(await visitor(demonstration, { os: 'ios-h5' }).downloadEligibility({})).toMatchObject({
    data: { accordWith: true },
  })
  expect(await visitor(demonstration, { os: 'android-h5' }).downloadEligibility({})).toMatchObject({
    data: { accordWith: false },
  })
})

test('the country is India', async () => {
  expect(await visitor(demonstration).country({})).toMatchObject({
    data: { country: 'IN', dialCode: '91', currency: 'INR' },
  })
})

test('the calls refuse unknown fields', async () => {
  const response = await demonstration.browser().fetch('/api1/client/v1/faq?x=1')
  expect(await response.json()).toMatchObject({ code: -1, data: { reason: 'input-invalid' } })
})

test('every text of the program passes the gate in every language', () => {
  for (const item of CONTENT_ITEMS) {
    if (hasOwnTitle(item)) continue
    const texts = inEachLanguage(language => programWording(item, language))
    expect(contentFaults(item, texts, LANGUAGES, programTextOf(item)), item).toEqual([])
  }
})
