import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { bankOfCode } from '#server/identity/db/bank-code.ts'
import { directoryOf } from '#server/identity/db/directory.ts'
import { importBundledBanks } from '#server/identity/directory/banks.ts'
import { readBranch } from '#server/identity/directory/branch.ts'
import type { BundledList } from '#server/identity/directory/bundled.ts'
import { csvRecords } from '#server/identity/directory/csv.ts'
import { importBundled, importDirectory } from '#server/identity/directory/import.ts'
import { directoryRoutes } from '#server/identity/routes.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { peopleOn } from '#server/testing/people.ts'
import { BANK_CARD, verificationParts } from '#server/testing/verification.ts'

const parts = verificationParts()
let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await testServer({
    routes: services => [...directoryRoutes(services), ...parts.routes(services)],
  })
  browser = await server.signIn('919200000001')
})
afterAll(async () => {
  await server.close()
  parts.remove()
})
beforeEach(async () => {
  for (const table of ['bank_branch', 'bank_city', 'bank_state', 'bank', 'bank_directory'])
    await server.services.db.raw(`DELETE FROM ${table}`)
})

const HEADER = 'BANK,IFSC,BRANCH,STATE,CITY,ISO3166'
const ROWS = [
  'UCO Bank,UCBA0000002,ZAVERI BAZAAR,MAHARASHTRA,MUMBAI,IN-MH',
  'UCO Bank,UCBA0000001,"FORT, MAIN",MAHARASHTRA,MUMBAI,IN-MH',
  'UCO Bank,UCBA0000003,SHIVAJI NAGAR,MAHARASHTRA,PUNE,IN-MH',
  'UCO Bank,UCBA0000004,SALT LAKE,WEST BENGAL,KOLKATA,IN-WB',
  'Axis Bank,UTIB0000001,FORT,MAHARASHTRA,MUMBAI,IN-MH',
]

function importRows(rows: readonly string[], isComplete = false) {
  async function* read() {
    async function* text() {
      yield [HEADER, ...rows].join('\n')
    }
    for await (const row of csvRecords(text())) yield { ...readBranch(row), code: row.IFSC ?? '' }
  }
  return importDirectory(server.services, { read, isComplete })
}

const calls = () => browser.calls(contract.directory)
async function dataOf<T>(
  answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>,
): Promise<T> {
  const response = await answer
  if (!response.ok) throw new Error(response.reason)
  return response.data
}

/** Follows the chain by names, as a borrower does. */
async function branchesIn(bankName: string, stateName: string, cityName: string) {
  const bank = (await dataOf(calls().banks({}))).find(each => each.bankName === bankName)
  const state = (await dataOf(calls().states({ pId: bank?.id ?? 'none' }))).find(
    each => each.state === stateName,
  )
  const city = (await dataOf(calls().cities({ stateId: state?.id ?? 'none' }))).find(
    each => each.city === cityName,
  )
  return dataOf(calls().branches({ cityId: city?.id ?? 'none' }))
}

const whole = () =>
  server.services.db.raw('SELECT ifsc, city_id, name FROM bank_branch ORDER BY ifsc')

describe('the chain', () => {
  test('leads from a bank through state and city to its branches, each list sorted by name', async () => {
    await importRows(ROWS)
    expect((await dataOf(calls().banks({}))).map(({ bankName }) => bankName)).toEqual([
      'Axis Bank',
      'UCO Bank',
    ])
    expect(await branchesIn('UCO Bank', 'Maharashtra', 'Mumbai (Bombay)')).toEqual([
      { id: 'UCBA0000001', branch: 'Fort, Main', ifsc: 'UCBA0000001' },
      { id: 'UCBA0000002', branch: 'Zaveri Bazaar', ifsc: 'UCBA0000002' },
    ])
    expect(await branchesIn('Axis Bank', 'Maharashtra', 'Mumbai (Bombay)')).toHaveLength(1)
  })

  test('is empty below an unknown id, and needs ids and a session', async () => {
    await importRows(ROWS)
    expect(await branchesIn('Axis Bank', 'Maharashtra', 'Pune')).toEqual([])
    const without = await browser.fetch('/api1/bank-info/v1/get-branch-list', {
      headers: { token: browser.token ?? '' },
    })
    expect(await without.json()).toMatchObject({ data: { reason: 'input-invalid' } })
    expect(await server.browser().calls(contract.directory).banks({})).toMatchObject({ code: -4 })
  })
})

test('the bank and branch of a typed code', async () => {
  await importRows(ROWS)
  expect(await dataOf(calls().branch({ ifsc: 'UCBA0000003' }))).toEqual({
    bankName: 'UCO Bank',
    branch: { name: 'Shivaji Nagar', city: 'Pune', state: 'Maharashtra' },
  })
  expect(await dataOf(calls().bank({ code: 'UCBA' }))).toEqual({ state: 'known' })
  expect(await dataOf(calls().bank({ code: 'ZZZZ' }))).toEqual({ state: 'unknown' })
  expect(await dataOf(calls().bank({ code: 'SYNB' }))).toEqual({
    state: 'merged',
    bankName: 'Syndicate Bank',
    successor: { code: 'CNRB', bankName: 'Canara Bank' },
  })
  expect(await dataOf(calls().branch({ ifsc: 'SBIN0000300' }))).toEqual({
    bankName: 'State Bank of India',
    branch: null,
  })
})

describe('an import', () => {
  test('of the same list changes nothing, and of another list leaves only that', async () => {
    expect(await importRows(ROWS)).toEqual({ branches: 5, removed: 0, dirty: [] })
    const before = await whole()
    expect(await importRows(ROWS)).toEqual({ branches: 5, removed: 0, dirty: [] })
    expect(await whole()).toEqual(before)
    expect(
      await importRows([...ROWS.slice(0, 3), ROWS[2]?.replace('0000003', '0000009') ?? '']),
    ).toMatchObject({ removed: 2 })
    expect(await branchesIn('UCO Bank', 'Maharashtra', 'Pune')).toHaveLength(2)
    expect((await dataOf(calls().banks({}))).map(({ bankName }) => bankName)).toEqual(['UCO Bank'])
  })

  test('reports faulty rows, and stores those that it can', async () => {
    const report = await importRows([
      ...ROWS,
      'UCO Bank,UCBA0000001,AGAIN,MAHARASHTRA,MUMBAI,IN-MH',
      'UCO Bank,WRONG,X,MAHARASHTRA,MUMBAI,IN-MH',
      'UCO Bank,UCBA0000008,HERE,NOWHERE,,',
    ])
    expect(report).toEqual({
      branches: 6,
      removed: 0,
      dirty: [
        { dirt: 'code twice', rows: 1, examples: ['UCBA0000001'] },
        { dirt: 'code malformed', rows: 1, examples: ['WRONG'] },
        { dirt: 'state unknown', rows: 1, examples: ['UCBA0000008'] },
        { dirt: 'city missing', rows: 1, examples: ['UCBA0000008'] },
      ],
    })
    expect(await branchesIn('UCO Bank', 'Other places', 'Other places')).toMatchObject([
      { ifsc: 'UCBA0000008' },
    ])
  })

  test('of an empty list, or of a truncated file, leaves the directory unchanged', async () => {
    await importRows(ROWS)
    const before = await whole()
    await expect(importRows([])).rejects.toThrow('names no branch')
    await expect(importRows([...ROWS, 'Axis Bank,UTIB0000002,"FORT'])).rejects.toThrow(
      'quoted field',
    )
    expect(await whole()).toEqual(before)
  })
})

describe('the bundled list', () => {
  const code = (index: number) => `UTIB0${String(index).padStart(6, '0')}`
  /** 1,200 branches called `name`; reading fails after `failsAfter` of them. */
  const listOf = (
    { edition = '2026-01-01', name = 'Fort', failsAfter = 1_200 } = {},
    count = 1_200,
  ): BundledList => ({
    edition,
    banksWithoutBranches: ['State Bank of India'],
    branches: async function* () {
      for (let index = 0; index < count; index += 1) {
        if (index === failsAfter) throw new Error('the disk failed')
        yield {
          ifsc: code(index),
          name,
          bank: 'Axis Bank',
          state: { code: 'MH', name: 'Maharashtra' },
          city: 'Mumbai (Bombay)',
        }
      }
    },
  })
  const names = async () => (await whole()).map(({ name }) => name)

  test('is stored once, with the banks that have no branch in it', async () => {
    await importBundled(server.services, listOf())
    expect(await directoryOf(server.services.db)).toMatchObject({
      source: 'box',
      isComplete: false,
      edition: '2026-01-01',
      upTo: null,
    })
    const rows = await whole()
    expect(rows).toHaveLength(1_200)
    expect(
      (await dataOf(calls().banks({}))).map(({ bankName, isPart }) => [bankName, isPart]),
    ).toEqual([
      ['Axis Bank', false],
      ['State Bank of India', true],
    ])
    await importBundled(server.services, listOf({ name: 'Another' }))
    expect(await whole()).toEqual(rows)
  })

  test('continues where it was interrupted', async () => {
    await expect(
      importBundled(server.services, listOf({ name: 'First', failsAfter: 1_100 })),
    ).rejects.toThrow('the disk failed')
    expect(await whole()).toHaveLength(1_000)
    await importBundled(server.services, listOf({ name: 'Second' }))
    const stored = await names()
    expect(stored.filter(name => name === 'First')).toHaveLength(1_000)
    expect(stored.filter(name => name === 'Second')).toHaveLength(200)
  })

  test('stops between its parts when the server stops', async () => {
    const stopping = new AbortController()
    const { branches, ...list } = listOf()
    async function* stoppedAfterOnePart() {
      let count = 0
      for await (const branch of branches()) {
        count += 1
        if (count === 700) stopping.abort()
        yield branch
      }
    }
    await importBundled(
      server.services,
      { ...list, branches: stoppedAfterOnePart },
      stopping.signal,
    )
    expect(await whole()).toHaveLength(500)
    await importBundled(server.services, listOf())
    expect(await whole()).toHaveLength(1_200)
  })

  test('is stored once by several servers, each part by one of them', async () => {
    await Promise.all(
      ['First', 'Second', 'Third'].map(name => importBundled(server.services, listOf({ name }))),
    )
    await importBundled(server.services, listOf({ name: 'Fourth' }))
    expect(await directoryOf(server.services.db)).toMatchObject({ upTo: null })
    const stored = await names()
    expect(stored).toHaveLength(1_200)
    expect(stored).not.toContain('Fourth')
    for (const part of [stored.slice(0, 500), stored.slice(500, 1_000), stored.slice(1_000)])
      expect(new Set(part).size).toBe(1)
  })

  test('replaces an older edition and the few branches of earlier versions, and no newer list', async () => {
    await importBundled(server.services, listOf({ name: 'Old' }))
    await server.services.db.raw('UPDATE bank_directory SET edition = NULL, up_to = NULL')
    await importBundled(server.services, listOf({ name: 'New', edition: '2026-02-01' }, 1_100))
    expect(new Set(await names())).toEqual(new Set(['New']))
    expect(await whole()).toHaveLength(1_100)
    await importBundled(server.services, listOf({ name: 'Older', edition: '2026-01-01' }))
    expect(new Set(await names())).toEqual(new Set(['New']))
  })

  test('never replaces a list that the lender imported', async () => {
    await importBundled(server.services, listOf({ failsAfter: 600 })).catch(() => undefined)
    await importRows(ROWS)
    await importBundled(server.services, listOf({ edition: '2027-01-01' }))
    expect(await whole()).toHaveLength(5)
    expect((await dataOf(calls().banks({}))).some(({ isPart }) => isPart)).toBe(false)
  })
})

test('a city of five thousand branches is read in some milliseconds, and sent compressed', async () => {
  const number = (index: number) => String(index).padStart(6, '0')
  await importRows(
    Array.from(
      { length: 5_000 },
      (_, index) => `Axis Bank,UTIB0${number(index)},BRANCH ROAD ${index},DELHI,DELHI,IN-DL`,
    ),
  )
  const [row] = await server.services.db.raw('SELECT city_id FROM bank_city')
  const path = `/api1/bank-info/v1/get-branch-list?cityId=${row?.city_id}`
  const ask = async (encoding: string) => {
    const headers = {
      token: browser.token ?? '',
      cookie: [...browser.cookies].map(pair => pair.join('=')).join('; '),
    }
    const reply = await server.app.inject({
      url: path,
      headers: { ...headers, host: 'localhost', 'accept-encoding': encoding },
    })
    return reply
  }
  const plain = await ask('identity')
  expect(plain.json().data).toHaveLength(5_000)
  const packed = await ask('gzip, br')
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'private, max-age=3600',
  })
  expect(packed.rawPayload.length * 8).toBeLessThan(plain.rawPayload.length)
  const [plan] = await server.services.db.raw(
    `EXPLAIN (ANALYZE, FORMAT JSON) SELECT ifsc AS id, name AS branch, ifsc FROM bank_branch WHERE city_id = '${row?.city_id}' ORDER BY name, ifsc`,
  )
  expect(JSON.stringify(plan)).toContain('bank_branch_by_city')
})

describe('a typed code', () => {
  let people: ReturnType<typeof peopleOn>
  beforeAll(() => {
    people = peopleOn(server)
  })
  const add = async (bankCode: string) => {
    const { browser } = await people.somebodyProven()
    return browser.calls(contract.bank).addCard({ ...BANK_CARD, bankCode })
  }

  test('is accepted without a directory, and with an incomplete one', async () => {
    expect(await add('UCBA0009999')).toMatchObject({ ok: true, data: { bankName: 'UCO Bank' } })
    await importRows(ROWS)
    expect(await add('UCBA0009999')).toMatchObject({ ok: true })
  })

  test('is refused if a complete and recent directory does not list it', async () => {
    await importRows(ROWS, true)
    expect(await add('UCBA0009999')).toMatchObject({
      reason: 'ifsc-unknown',
      msg: 'Please check the Ifsc Code.',
    })
    expect(await add('UCBA0000004')).toMatchObject({ ok: true })
    server.clock.advance({ days: 93 })
    expect(await add('UCBA0009999')).toMatchObject({ ok: true })
  })

  const MERGED = [
    ['SBHY0020001', 'State Bank of Hyderabad', 'State Bank of India', 'SBIN'],
    ['SBTR0000001', 'State Bank of Travancore', 'State Bank of India', 'SBIN'],
    ['SYNB0000001', 'Syndicate Bank', 'Canara Bank', 'CNRB'],
    ['ORBC0100001', 'Oriental Bank of Commerce', 'Punjab National Bank', 'PUNB'],
    ['ALLA0210001', 'Allahabad Bank', 'Indian Bank', 'IDIB'],
    ['LAVB0000101', 'Lakshmi Vilas Bank', 'DBS Bank India', 'DBSS'],
  ] as const

  test('of a bank that merged is refused by the name of its successor, whatever the directory holds', async () => {
    await importRows([...ROWS, 'Syndicate Bank,SYNB0000001,RTGS HO,KARNATAKA,BENGALURU,IN-KA'])
    for (const [ifsc, bank, successor, code] of MERGED) {
      const msg = `${bank} is part of ${successor} now. Please enter the new IFSC code, which starts with ${code}.`
      expect(await add(ifsc)).toMatchObject({
        ok: false,
        reason: 'ifsc-unknown',
        msg,
        errorColumn: [
          { column: 'bankCode', reason: 'bank-merged', details: { bank, successor, code }, msg },
        ],
      })
      expect(await bankOfCode(server.services.db, ifsc.slice(0, 4))).toEqual({
        state: 'merged',
        bankName: bank,
        successor: { code, bankName: successor },
      })
    }
  })

  test('of a new bank works once a list that names a branch of it is imported', async () => {
    expect(await add('NEWB0000001')).toMatchObject({
      reason: 'ifsc-unknown',
      errorColumn: [{ column: 'bankCode', reason: 'bank-unknown' }],
    })
    expect(await bankOfCode(server.services.db, 'NEWB')).toEqual({ state: 'unknown' })
    await importRows([...ROWS, 'New Bank,NEWB0000001,FORT,MAHARASHTRA,MUMBAI,IN-MH'])
    expect(await bankOfCode(server.services.db, 'NEWB')).toEqual({ state: 'known' })
    expect(await add('NEWB0000001')).toMatchObject({ ok: true, data: { bankName: 'New Bank' } })
    // Of the same bank, a branch that the list does not name.
    expect(await add('NEWB0000002')).toMatchObject({ ok: true })
    expect(await bankOfCode(server.services.db, 'NEWA')).toEqual({ state: 'unknown' })
  })

  test('is not refused for its bank while no list of banks is imported', async () => {
    await server.services.db.raw('DELETE FROM bank_code')
    expect(await bankOfCode(server.services.db, 'NEWC')).toEqual({ state: 'known' })
    await importBundledBanks(server.services)
    expect(await bankOfCode(server.services.db, 'NEWC')).toEqual({ state: 'unknown' })
  })

  test('gives the account the name of the branch’s own bank, when it is added and in the list', async () => {
    await importRows(['Telangana Grameena Bank,SBIN0RRDCGB,HYDERABAD,TELANGANA,HYDERABAD,IN-TG'])
    const { browser } = await people.somebodyProven()
    const added = await browser
      .calls(contract.bank)
      .addCard({ ...BANK_CARD, bankCode: 'SBIN0RRDCGB' })
    expect(added).toMatchObject({ data: { bankName: 'Telangana Grameena Bank' } })
    expect(await browser.calls(contract.bank).cards({})).toMatchObject({
      data: [{ bankName: 'Telangana Grameena Bank' }],
    })
  })
})
