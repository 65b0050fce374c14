import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { keepHouse } from '#server/housekeeping.ts'
import { reserveOtp } from '#server/identity/db/aadhaar-otp.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import { filesForTest } from '#server/testing/files.ts'
import { borrowerIdOf } from '#server/testing/verification.ts'

let server: TestServer
const { files, remove } = filesForTest()
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  remove()
})

const counts = async () => {
  const tables = [
    'login_challenge',
    'aadhaar_otp',
    'rate_window',
    'session',
    'session_lookup',
    'device',
    'borrower',
  ]
  const rows = await server.services.db.raw(
    `SELECT ${tables.map(table => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`,
  )
  return rows[0]
}

test('removes what has expired, and keeps what is in use, the borrower and the device', async () => {
  await server.signIn('919800000001')
  await server.browser().calls(contract.login).sendCode({ phone: '919800000002' })
  const { db, clock, ids, cipher } = server.services
  const borrowerId = await borrowerIdOf(server, '919800000001')
  const sentAt = clock.now()
  const expiresAt = new Date(sentAt.getTime() + 600_000)
  const aadhaarHash = cipher.keyedHash('aadhaar', 'one of his')
  await reserveOtp(db, { borrowerId, otpId: ids.uuid(sentAt), aadhaarHash, sentAt, expiresAt })
  await keepHouse({ ...server.services, files })
  expect(await counts()).toMatchObject({
    login_challenge: 1,
    aadhaar_otp: 1,
    session: 1,
    session_lookup: 1,
    borrower: 1,
  })
  server.clock.advance({ days: 31 })
  await keepHouse({ ...server.services, files })
  expect(await counts()).toEqual({
    login_challenge: 0,
    aadhaar_otp: 0,
    rate_window: 0,
    session: 0,
    session_lookup: 0,
    device: 1,
    borrower: 1,
  })
})
