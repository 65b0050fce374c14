/** A start that is refused names the setting, and leaves nothing behind: no folder, no keys, no table. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Life, openSaral, stop } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import { asOwner, type DatabaseTarget } from '#server/platform/db/connection.ts'
import { noteElsewhere } from '#server/platform/db/elsewhere.ts'
import { environmentOf } from '#server/testing/application-role.ts'
import { emptyDatabase, freshDatabase } from '#server/testing/database.ts'

let folder: string
let listener: Server
let database: { target: DatabaseTarget; drop: () => Promise<void> }
const takenPort = () => String((listener.address() as AddressInfo).port)
const inFolder = (...names: string[]) => join(folder, ...names)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saral-refused-'))
  listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  database = await emptyDatabase()
  await writeFile(inFolder('a-file'), 'not a folder')
  await writeFile(inFolder('no-certificate.pem'), 'no certificate')
  await writeFile(
    inFolder('broken.pem'),
    '-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----',
  )
  await writeFile(inFolder('no-keys.json'), '{"active":"k1"}')
  await mkdir(inFolder('a-folder'))
})
afterAll(async () => {
  listener.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const LENDER = {
  LENDER_NAME: 'Nila Finance Limited',
  LENDER_RBI_REGISTRATION: 'N-14.03210',
  LENDER_GRIEVANCE_NAME: 'Asha Rao',
  LENDER_GRIEVANCE_PHONE: '1800 000 0001',
  LENDER_GRIEVANCE_EMAIL: 'grievance@nila.example',
  ALLOW_SIMULATORS: 'yes',
}

/** A vendor for every service: such a start must bring its keys. */
const REAL = {
  SMS_PROVIDER: 'msg91',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATES: '[{"id":"t1","text":"{#var#} is your code."}]',
  PAYMENT_PROVIDER: 'razorpay',
  PAYOUT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRETS: 'a-secret-of-20-chars',
  RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
  VERIFICATION_PROVIDER: 'cashfree',
  CASHFREE_VERIFICATION_CLIENT_ID: 'id',
  CASHFREE_VERIFICATION_CLIENT_SECRETS: 'a-secret-of-20-chars',
  PUBLIC_URL: 'https://nila.example',
}

/** The settings, made when the test runs, and the words of the refusal. */
type Case = [string, () => Record<string, string>, RegExp]
const CASES: Case[] = [
  ['a taken METRICS_PORT', () => ({ METRICS_PORT: takenPort() }), /METRICS_PORT=\d+ is taken/],
  [
    'an unknown act',
    () => ({ TWO_PERSONS_OFF: 'settle-refund,nonsense' }),
    /TWO_PERSONS_OFF names/,
  ],
  [
    'all acts',
    () => ({ TWO_PERSONS_OFF: 'all' }),
    /TWO_PERSONS_OFF names no act; these are: .*stop-/,
  ],
  ['a taken PORT', () => ({ PORT: takenPort() }), /\bPORT=\d+ is taken/],
  ['a HOST of another machine', () => ({ HOST: '192.0.2.1' }), /HOST=192\.0\.2\.1 is no address/],
  ['a HOST that nothing names', () => ({ HOST: 'nowhere.invalid' }), /HOST=nowhere\.invalid is no/],
  [
    'a METRICS_HOST of another machine',
    () => ({ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }),
    /METRICS_HOST=192\.0\.2\.1 is no address/,
  ],
  [
    'a missing certificate file',
    () => ({ AADHAAR_CODE_CERTIFICATES: inFolder('nowhere.pem') }),
    /AADHAAR_CODE_CERTIFICATES cannot be read/,
  ],
  [
    'a certificate file without any',
    () => ({ AADHAAR_CODE_CERTIFICATES: inFolder('no-certificate.pem') }),
    /AADHAAR_CODE_CERTIFICATES: there is no certificate/,
  ],
  [
    'a broken certificate',
    () => ({ AADHAAR_CODE_CERTIFICATES: inFolder('broken.pem') }),
    /AADHAAR_CODE_CERTIFICATES: a certificate .* cannot be read/,
  ],
  [
    'a missing signing certificate',
    () => ({ ...LENDER, SIGNING_CERTIFICATE: inFolder('nowhere.p12'), SIGNING_PASSPHRASE: 'x' }),
    /SIGNING_CERTIFICATE cannot be read/,
  ],
  [
    'a missing file of keys',
    () => ({ SARAL_KEYS_FILE: inFolder('nowhere.json') }),
    /SARAL_KEYS_FILE does not exist/,
  ],
  [
    'a wrong file of keys',
    () => ({ SARAL_KEYS_FILE: inFolder('no-keys.json') }),
    /SARAL_KEYS_FILE cannot be used/,
  ],
  ['keys that are no JSON', () => ({ SARAL_KEYS: 'secret' }), /SARAL_KEYS cannot be used/],
  ['a real start without keys', () => REAL, /set SARAL_KEYS or SARAL_KEYS_FILE/],
  [
    'anchors in a folder that does not exist',
    () => ({ AUDIT_ANCHORS: inFolder('nowhere', 'anchors.txt') }),
    /AUDIT_ANCHORS=.*its folder does not exist/,
  ],
  ['anchors that are a folder', () => ({ AUDIT_ANCHORS: inFolder('a-folder') }), /AUDIT_ANCHORS=/],
  [
    'a missing root certificate of the database',
    () => ({ DATABASE_URL: 'postgresql://saral@127.0.0.1:9/saral?sslrootcert=/nowhere/ca.pem' }),
    /DATABASE_URL: the file of sslrootcert cannot be read/,
  ],
  [
    'a database that nobody serves',
    () => ({ DATABASE_URL: 'postgresql://saral@127.0.0.1:9/saral' }),
    /127\.0\.0\.1:9\/saral cannot be reached.*DATABASE_URL/,
  ],
]

describe('a first start is refused by name, and nothing is left', () => {
  test.each(CASES)('%s', async (_what, settings, words) => {
    const DATA_DIR = inFolder('data')
    await expect(started({ DATA_DIR, ...settings() })).rejects.toThrow(words)
    expect(existsSync(DATA_DIR)).toBe(false)
    expect((await readdir(folder)).filter(name => name.startsWith('.'))).toEqual([])
  })

  test.each(CASES.filter(([what]) => !what.includes('database')))(
    'on an empty database: %s',
    async (_what, settings, words) => {
      const DATA_DIR = inFolder('data')
      const ours = environmentOf(database.target)
      await expect(started({ DATA_DIR, ...ours, ...settings() })).rejects.toThrow(words)
      expect(existsSync(DATA_DIR)).toBe(false)
      const objects = `SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`
      const { rows } = await asOwner(database.target, owner => owner.query(objects))
      expect(rows).toEqual([{ count: 0 }])
    },
  )

  test.each<[string, () => string]>([
    ['a DATA_DIR that is a file', () => inFolder('a-file')],
    ['a DATA_DIR below a file', () => inFolder('a-file', 'data')],
    ['a DATA_DIR where nothing can be written', () => '/proc/saral/data'],
  ])('%s', async (_what, dataDir) => {
    await expect(started({ DATA_DIR: dataDir() })).rejects.toThrow(/DATA_DIR=\S+ cannot be used/)
  })
})

describe('a start in another use than before is refused by name, and changes nothing', () => {
  const inUse = async (columns: string) => {
    const fresh = await freshDatabase()
    await asOwner(fresh.target, owner =>
      owner.query(`INSERT INTO installation SELECT 1, ${columns}`),
    )
    return fresh
  }

  test('a lender on the database of a demonstration', async () => {
    const { target, drop } = await inUse('NULL, now(), NULL')
    const env = { DATA_DIR: inFolder('data'), ...LENDER, ...environmentOf(target) }
    await expect(started(env)).rejects.toThrow(/A demonstration used this database.*clear-demo/)
    await drop()
  })

  test('a demonstration on the database of a lender', async () => {
    const { target, drop } = await inUse("'Nila Finance Limited', NULL, now()")
    const env = { DATA_DIR: inFolder('data'), ...environmentOf(target) }
    await expect(started(env)).rejects.toThrow(/in real use \(by Nila Finance Limited/)
    const { rows } = await asOwner(target, owner => owner.query('SELECT * FROM key_fingerprint'))
    expect(rows).toEqual([])
    await drop()
  })

  test('the embedded database, where DATA_DIR remembers a real one', async () => {
    const DATA_DIR = inFolder('remembers')
    await mkdir(DATA_DIR)
    await noteElsewhere(DATA_DIR, { database: 'db.example:5432/nila', isReal: true })
    await expect(started({ DATA_DIR })).rejects.toThrow(
      /DATABASE_URL is not set.*last used with the database db\.example:5432\/nila/,
    )
    expect(await readdir(DATA_DIR)).toEqual(['database-elsewhere.json'])
  })
})

/** Opens the server in this process, and stops it. */
async function started(env: Record<string, string>): Promise<void> {
  const life: Life = { phase: 'starting', undo: [] }
  const logger = pino({ level: 'silent' })
  try {
    await openSaral(readConfig({ PORT: '0', ...env }), logger, life)
  } finally {
    await stop(life, logger)
  }
}
