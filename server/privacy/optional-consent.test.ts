import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { statements } from '#server/platform/db/statement.ts'
import { deviceRoutes } from '#server/privacy/routes.ts'
import { testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { loadStatementsOf, ROOMS_WITH_STATEMENTS } from '#server/testing/every-statement.ts'
import { forFile } from '#server/testing/for-file.ts'
import { borrowerIdOf } from '#server/testing/verification.ts'

const server = forFile(() => testServer({ routes: deviceRoutes }))

let last = 9_500_000_000
async function somebody() {
  const phone = `91${++last}`
  const browser = await server.signIn(phone)
  return { browser, id: await borrowerIdOf(server, phone), device: browser.calls(contract.device) }
}
const PUNE = { latitude: 18.520_43, longitude: 73.856_74, address: '' as const }
const need = (needUpload: 0 | 1, consent: string) => ({
  ok: true,
  data: [{ type: 'gps', needUpload, consent }],
})

async function consentsOf(id: string) {
  const [row] = await server.services.db.raw(
    'SELECT location_sealed FROM device_location WHERE borrower_id = $1',
    [id],
  )
  const context = { table: 'device_location', row: id, column: 'location_sealed' }
  return (
    row && JSON.parse(server.services.cipher.decryptText(row.location_sealed as Buffer, context))
  )
}

describe('the location', () => {
  test('is asked for once, collected once after a yes, and stored coarsely', async () => {
    const { device, id } = await somebody()
    expect(await device.needUpload({})).toEqual(need(0, 'not-asked'))
    expect(await device.uploadInfo(PUNE)).toMatchObject({ reason: 'consent-required' })
    expect(await device.answerConsent({ purpose: 'location', isGiven: true })).toMatchObject({
      data: { standing: 'given' },
    })
    expect(await device.needUpload({})).toEqual(need(1, 'given'))
    expect(await device.uploadInfo(PUNE)).toEqual({ ok: true, data: null })
    expect(await device.needUpload({})).toEqual(need(0, 'given'))
    expect(await device.uploadInfo({ ...PUNE, latitude: 28.61 })).toEqual({ ok: true, data: null })
    expect(await consentsOf(id)).toEqual({ latitude: 18.52, longitude: 73.86 })
  })

  test('is not asked for again after a no', async () => {
    const { device, id } = await somebody()
    await device.answerConsent({ purpose: 'location', isGiven: false })
    expect(await device.needUpload({})).toEqual(need(0, 'refused'))
    expect(await device.uploadInfo(PUNE)).toMatchObject({ reason: 'consent-required' })
    expect(await consentsOf(id)).toBeUndefined()
  })

  test('is deleted when the consent is withdrawn, and the ledger remembers both', async () => {
    const { device, id } = await somebody()
    await device.answerConsent({ purpose: 'location', isGiven: true })
    await device.uploadInfo(PUNE)
    server.clock.advance({ seconds: 5 })
    await device.answerConsent({ purpose: 'location', isGiven: false })
    expect(await consentsOf(id)).toBeUndefined()
    await device.answerConsent({ purpose: 'location', isGiven: true })
    expect(await device.needUpload({})).toEqual(need(1, 'given'))
    const ledger = await server.services.db.raw(
      "SELECT withdrawn_at IS NULL AS stands FROM consent c LEFT JOIN consent_withdrawal w USING (borrower_id, consent_id) WHERE c.borrower_id = $1 AND purpose = 'location' ORDER BY given_at",
      [id],
    )
    expect(ledger.map(({ stands }) => stands)).toEqual([false, true])
  })

  test.each([
    [{ latitude: 91, longitude: 0 }],
    [{ latitude: 0, longitude: -181 }],
    [{ latitude: '18', longitude: 73 }],
    [{ latitude: 18, longitude: 73, address: '12 MG Road' }],
    [{ latitude: 18 }],
    [{ latitude: 18, longitude: 73, accuracy: 5 }],
  ])('%j is refused', async wrong => {
    const { browser, device } = await somebody()
    await device.answerConsent({ purpose: 'location', isGiven: true })
    expect(await post(browser, '/device/v1/upload/device_info', wrong)).toMatchObject({
      data: { reason: 'input-invalid' },
    })
  })
})

test('each purpose has its own answer, for this borrower alone', async () => {
  const one = await somebody()
  const two = await somebody()
  await one.device.answerConsent({ purpose: 'marketing', isGiven: true })
  await one.device.answerConsent({ purpose: 'tracking', isGiven: false })
  const standings = async ({ device }: typeof one) => {
    const answer = await device.consents({})
    return answer.ok && answer.data.map(({ purpose, standing }) => [purpose, standing])
  }
  expect(await standings(one)).toEqual([
    ['location', 'not-asked'],
    ['marketing', 'given'],
    ['tracking', 'refused'],
  ])
  expect(await standings(two)).toEqual([
    ['location', 'not-asked'],
    ['marketing', 'not-asked'],
    ['tracking', 'not-asked'],
  ])
})

test('a consent that a page collects cannot be given here', async () => {
  const { browser } = await somebody()
  expect(
    await post(browser, '/consent/v1/answer', { purpose: 'identity', isGiven: true }),
  ).toMatchObject({
    data: { reason: 'input-invalid' },
  })
})

test('every call needs a session', async () => {
  const stranger = server.browser().calls(contract.device)
  expect(await stranger.needUpload({})).toMatchObject({ code: -4 })
  expect(await stranger.uploadInfo(PUNE)).toMatchObject({ code: -4 })
})

async function post(browser: Browser, path: string, body: object) {
  const headers = {
    ...browser.headers,
    token: browser.token ?? '',
    'content-type': 'application/json',
  }
  return (
    await browser.fetch(`/api1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()
}

describe('the ledger of consents', () => {
  const answer = (device: Awaited<ReturnType<typeof somebody>>['device'], isGiven: boolean) =>
    device.answerConsent({ purpose: 'marketing', isGiven })
  const ledgerOf = (id: string) =>
    server.services.db.raw(
      `SELECT c.text_version, c.round, w.withdrawn_at FROM consent c LEFT JOIN consent_withdrawal w USING (borrower_id, consent_id)
       WHERE c.borrower_id = $1 AND c.purpose = 'marketing' ORDER BY c.round`,
      [id],
    )

  test('has a row for each yes, with one for its withdrawal; several at once count once', async () => {
    const { device, id } = await somebody()
    await Promise.all([answer(device, true), answer(device, true), answer(device, true)])
    await Promise.all([answer(device, false), answer(device, false)])
    await answer(device, true)
    expect((await ledgerOf(id)).map(({ withdrawn_at }) => withdrawn_at !== null)).toEqual([
      true,
      false,
    ])
  })

  test('a withdrawal adds a row, and changes no earlier one', async () => {
    const { device, id } = await somebody()
    const rowsOf = async (table: string) => {
      const rows = await server.services.db.raw(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE borrower_id = $1 ORDER BY to_jsonb(t)::text`,
        [id],
      )
      return rows.map(({ row }) => row)
    }
    await answer(device, true)
    const before = await rowsOf('consent')
    expect(await rowsOf('consent_withdrawal')).toEqual([])
    server.clock.advance({ seconds: 5 })
    await answer(device, false)
    expect(await rowsOf('consent')).toEqual(before)
    const [withdrawn, ...others] = await rowsOf('consent_withdrawal')
    expect(others).toEqual([])
    server.clock.advance({ seconds: 5 })
    await answer(device, true)
    await answer(device, false)
    const consents = await rowsOf('consent')
    expect(consents).toHaveLength(before.length + 1)
    expect(consents).toEqual(expect.arrayContaining(before))
    const withdrawals = await rowsOf('consent_withdrawal')
    expect(withdrawals).toHaveLength(2)
    expect(withdrawals).toContainEqual(withdrawn)
  })

  test.each(['consent', 'consent_withdrawal'])(
    'the application’s role cannot rewrite, empty or drop the table %s',
    async table => {
      const { device } = await somebody()
      await answer(device, true)
      await answer(device, false)
      const columns = await server.services.db.raw(
        `SELECT attname FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
        [table],
      )
      expect(columns.length).toBeGreaterThan(2)
      const attacks = [
        ...columns.map(({ attname }) => `UPDATE ${table} SET ${attname} = ${attname}`),
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
        `DROP TABLE ${table} CASCADE`,
        `COMMENT ON TABLE ${table} IS 'rewritten at will'`,
      ]
      for (const attack of attacks)
        await expect(server.services.db.raw(attack), attack).rejects.toThrow(
          /permission denied|must be owner/,
        )
    },
  )

  test('no statement of the product changes or removes a row of it', async () => {
    for (const room of ROOMS_WITH_STATEMENTS) await loadStatementsOf(room)
    const changes = /\b(DELETE\s+FROM|UPDATE|TRUNCATE)\s+(consent|consent_withdrawal)\b/i
    const changing = statements().filter(({ sql }) => changes.test(sql))
    expect(changing.map(({ sql }) => sql)).toEqual([])
  })
})
