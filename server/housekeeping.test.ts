import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { keepHouse } from '#server/housekeeping.ts'
import { reserveOtp } from '#server/identity/db/aadhaar-otp.ts'
import { asOwner } from '#server/platform/db/connection.ts'
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

const owner = (sql: string) => asOwner(server.database.target, client => client.query(sql))
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

test('removes expired rows, and keeps those in use, the borrower and the device', async () => {
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

test('deletes many rows in portions, and one failing deletion keeps nothing else from being removed', async () => {
  const { db } = server.services
  const past = server.clock.now()
  await server.signIn('919800000003')
  await owner(`
    INSERT INTO session (borrower_id, session_id, device_id, token_hash, cookie_hash, created_at, last_seen_at)
      SELECT borrower_id, gen_random_uuid(), device_id, sha256(n::text::bytea), cookie_hash, created_at, last_seen_at
      FROM session, generate_series(1, 24999) AS n;
    INSERT INTO session_lookup (token_hash, borrower_id, session_id)
      SELECT token_hash, borrower_id, session_id FROM session ON CONFLICT DO NOTHING;
    INSERT INTO tracked (request_id, event_id, number_times, happened_at, received_at)
      SELECT 'request-' || n, 'seen', 1, '${past.toISOString()}', '${past.toISOString()}' FROM generate_series(1, 25000) AS n;
    CREATE TABLE deleted_at_once (deleted_from text, count bigint);
    CREATE FUNCTION note_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN INSERT INTO deleted_at_once SELECT TG_TABLE_NAME, count(*) FROM gone; RETURN NULL; END $$;
    CREATE TRIGGER note_deleted AFTER DELETE ON tracked REFERENCING OLD TABLE AS gone EXECUTE FUNCTION note_deleted();
    CREATE TRIGGER note_deleted AFTER DELETE ON session REFERENCING OLD TABLE AS gone EXECUTE FUNCTION note_deleted();
    CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse_deletion BEFORE DELETE ON login_challenge FOR EACH ROW EXECUTE FUNCTION refuse_deletion()`)
  await server.browser().calls(contract.login).sendCode({ phone: '919800000004' })
  server.clock.advance({ days: 91 })
  await expect(keepHouse({ ...server.services, files })).rejects.toThrow('not removed')
  expect(await db.raw('SELECT count(*)::int AS left FROM tracked')).toEqual([{ left: 0 }])
  expect(await db.raw('SELECT count(*)::int AS left FROM login_challenge')).toEqual([{ left: 1 }])
  expect(await counts()).toMatchObject({ session: 0, session_lookup: 0 })
  for (const table of ['tracked', 'session']) {
    const portions = await owner(
      `SELECT count::int FROM deleted_at_once WHERE deleted_from = '${table}' AND count > 0 ORDER BY count DESC`,
    )
    expect(portions.rows).toEqual([{ count: 10_000 }, { count: 10_000 }, { count: 5_000 }])
  }
})
