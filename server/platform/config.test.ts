import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig } from '#server/platform/config.ts'
import { makeKeyring, parse, readKeyring } from '#server/platform/keys/keys.ts'
import { loadPushKeys } from '#server/providers/push/push-keys.ts'

const lender = {
  LENDER_NAME: 'Saral Finance Ltd',
  LENDER_RBI_REGISTRATION: 'N-13.01234',
  LENDER_GRIEVANCE_NAME: 'A. Rao',
  LENDER_GRIEVANCE_PHONE: '1800 111 2222',
  LENDER_GRIEVANCE_EMAIL: 'grievance@saral.example',
}

describe('the configuration', () => {
  test('switches the second person off for named acts alone', () => {
    expect([...readConfig({}).twoPersonsOff]).toEqual([])
    expect([
      ...readConfig({ TWO_PERSONS_OFF: 'stop-payout, settle-refund' }).twoPersonsOff,
    ]).toEqual(['stop-payout', 'settle-refund'])
  })

  test('takes the sign-in of staff at a provider whole or not at all, in production over https', () => {
    const oidc = {
      STAFF_OIDC_ISSUER: 'http://id.lender.example/realms/staff',
      STAFF_OIDC_CLIENT_ID: 'saral',
      STAFF_OIDC_CLIENT_SECRET: 'a secret',
    }
    expect(readConfig({}).staffSignIn).toBeUndefined()
    expect(readConfig(oidc).staffSignIn).toEqual({
      issuer: 'http://id.lender.example/realms/staff',
      clientId: 'saral',
      clientSecret: 'a secret',
      secondFactor: 'totp',
    })
    const half = { ...oidc, STAFF_OIDC_CLIENT_SECRET: '' }
    expect(() => readConfig(half)).toThrow('Set all of STAFF_OIDC_ISSUER')
    const production = { ...oidc, NODE_ENV: 'production', ALLOW_SIMULATORS: 'yes' }
    expect(() => readConfig(production)).toThrow('STAFF_OIDC_ISSUER')
  })

  test('needs no setting: the default is a demonstration without a lender, on this machine only', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      lender: undefined,
      isSandbox: true,
      loginCodeDigits: 4,
      limitScale: 1,
      trustedProxies: [],
    })
    expect(config.database).toBeUndefined()
  })

  test('takes the variables that are set, and treats an empty one as unset', () => {
    const config = readConfig({
      ...lender,
      ALLOW_SIMULATORS: 'yes',
      PORT: '0',
      PUBLIC_URL: 'https://saral.example/',
      LOGIN_CODE_DIGITS: '6',
      HOST: '',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'https://saral.example',
      isPublishedOnHttps: true,
      loginCodeDigits: 6,
      trustedProxies: ['loopback', '10.0.0.0/8'],
      lender: { name: 'Saral Finance Ltd', grievanceOfficer: { email: 'grievance@saral.example' } },
    })
  })

  test.each([
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: 'x' }, 'PORT'],
    [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL'],
    [{ LOGIN_CODE_DIGITS: '3' }, 'LOGIN_CODE_DIGITS'],
    [{ LOGIN_CODE_DIGITS: '7' }, 'LOGIN_CODE_DIGITS'],
    [{ LENDER_NAME: 'Half' }, 'every LENDER_ variable'],
    [{ NODE_ENV: 'production' }, 'ALLOW_SIMULATORS'],
    [{ DOMAIN_CHANGE_TO: 'http://new.example' }, 'DOMAIN_CHANGE_TO'],
    [{ DOMAIN_CHANGE_ON: 'tomorrow' }, 'DOMAIN_CHANGE_ON'],
    [{ PARTNERS: '{"p":["c2hvcnQ="]}' }, 'PARTNERS'],
    [{ PARTNERS: '{"p":[]}' }, 'PARTNERS'],
    [{ PARTNERS: 'none' }, 'PARTNERS'],
    [{ TRACKING: 'maybe' }, 'TRACKING'],
    [{ TRACKING_KEPT_DAYS: '500' }, 'TRACKING_KEPT_DAYS'],
    [{ PUSH_PUBLIC_KEY: 'half' }, 'both PUSH_PUBLIC_KEY'],
    [{ ...lender, SIGNING_CERTIFICATE: 'a.p12' }, 'both SIGNING_CERTIFICATE'],
    [{ ...lender, SIGNING_PASSPHRASE: 'secret' }, 'both SIGNING_CERTIFICATE'],
    [{ SIGNING_CERTIFICATE: 'a.p12', SIGNING_PASSPHRASE: 'secret' }, 'needs the lender profile'],
  ])('refuses %j', (env, words) => {
    expect(() => readConfig(env)).toThrow(words)
  })
})

test('production needs https, also with simulators', () => {
  const demonstration = { NODE_ENV: 'production', ALLOW_SIMULATORS: 'yes' }
  const published = (PUBLIC_URL: string, env: object = demonstration) =>
    readConfig({ ...env, PUBLIC_URL }).publicUrl
  expect(published('https://saral.example')).toBe('https://saral.example')
  expect(() => published('http://saral.example')).toThrow(/PUBLIC_URL is no https address/)
  expect(() => published('HTTP://localhost')).toThrow(/PUBLIC_URL is no https address/)
  expect(published('http://localhost:3000', {})).toBe('http://localhost:3000')
})

describe('production speaks TLS inside as well', () => {
  const demonstration = { NODE_ENV: 'production', ALLOW_SIMULATORS: 'yes' }
  const store = {
    S3_REGION: 'r',
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  }
  const owner = 'postgresql://saral:x@database.example/saral'

  test.each([
    ['DATABASE_URL', { DATABASE_URL: owner }],
    ['DATABASE_URL', { DATABASE_URL: `${owner}?sslmode=no-verify` }],
    ['DATABASE_URL', { DATABASE_URL: 'postgresql://saral@localhost/saral?host=10.0.0.1' }],
    ['DATABASE_APP_URL', { DATABASE_URL: `${owner}?sslmode=verify-full`, DATABASE_APP_URL: owner }],
    ['S3_ENDPOINT', { ...store, S3_ENDPOINT: 'http://store.example' }],
  ])('refuses %s without it: %j', (name, env) => {
    const message = `${name} names another machine without TLS`
    expect(() => readConfig({ ...demonstration, ...env })).toThrow(message)
    expect(() => readConfig({ ...demonstration, ...env, PRIVATE_NETWORK: 'yes' })).not.toThrow()
    expect(() => readConfig(env)).not.toThrow()
  })

  test.each([
    { DATABASE_URL: `${owner}?sslmode=verify-full` },
    { DATABASE_URL: 'postgresql://saral@127.0.0.1:5432/saral' },
    { DATABASE_URL: 'postgresql://saral@[::1]/saral' },
    { DATABASE_URL: 'postgresql://saral@/saral?host=/run/postgresql' },
    { ...store, S3_ENDPOINT: 'https://store.example' },
    { ...store, S3_ENDPOINT: 'http://127.0.0.1:9000' },
  ])('accepts %j', env => {
    expect(() => readConfig({ ...demonstration, ...env })).not.toThrow()
  })
})

describe('names a wrong secret and does not show it', () => {
  const SECRET = 'Zm9yIG5vYm9keSdzIGV5ZXMgYnV0IG91cnMgYWxvbmU'
  test.each([
    ['PARTNERS', JSON.stringify({ p1: [SECRET] }), 'PARTNERS.p1.0 is no valid base64'],
    ['PARTNERS', JSON.stringify({ [SECRET]: 'p1' }), 'PARTNERS.(a name) has to be Array'],
    ['PARTNERS', JSON.stringify({ [`${SECRET}=`]: [] }), 'PARTNERS.(a name) has to be /'],
    ['PARTNERS', SECRET, 'PARTNERS is no valid json'],
    ['MSG91_AUTH_KEY', `${SECRET} ${SECRET}`, 'MSG91_AUTH_KEY may not hold spaces'],
    ['MSG91_TEMPLATES', SECRET, 'MSG91_TEMPLATES is no valid json'],
    ['RAZORPAY_KEY_SECRET', `${SECRET} `, 'RAZORPAY_KEY_SECRET may not hold spaces'],
    [
      'RAZORPAY_WEBHOOK_SECRETS',
      `${SECRET} ${SECRET} ${SECRET}`,
      'RAZORPAY_WEBHOOK_SECRETS has to be <=2',
    ],
    ['RAZORPAYX_ACCOUNT_NUMBER', SECRET, 'RAZORPAYX_ACCOUNT_NUMBER is no valid digits'],
    [
      'CASHFREE_VERIFICATION_CLIENT_SECRETS',
      `${SECRET},,${SECRET},${SECRET}`,
      'CASHFREE_VERIFICATION_CLIENT_SECRETS has',
    ],
    ['S3_SECRET_ACCESS_KEY', SECRET.repeat(9), 'S3_SECRET_ACCESS_KEY has to be <=200'],
    ['S3_ENDPOINT', `ftp://${SECRET}@store`, 'S3_ENDPOINT not an http(s) address'],
    [
      'DATABASE_URL',
      `postgresql://saral:${SECRET.repeat(9)}@db/saral`,
      'DATABASE_URL has to be <=200',
    ],
    ['PUSH_PRIVATE_KEY', SECRET, 'Set both PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY'],
    ['SIGNING_PASSPHRASE', SECRET, 'Set both SIGNING_CERTIFICATE and SIGNING_PASSPHRASE'],
    ['PORT', SECRET, 'PORT is no valid digits'],
  ])('%s: %#', (name, value, fault) => {
    const message = messageOf(() => readConfig({ [name]: value }))
    expect(message).toContain(fault)
    expect(message).not.toContain(SECRET.slice(0, 8))
  })
})

test('reads partners, notices and push', () => {
  const vapid = webPush.generateVAPIDKeys()
  const secret = Buffer.alloc(32, 7)
  const config = readConfig({
    PARTNERS: JSON.stringify({ p1: [secret.toString('base64')] }),
    DOMAIN_CHANGE_TO: 'https://new.example/path',
    PUSH: 'yes',
    PUSH_PUBLIC_KEY: vapid.publicKey,
    PUSH_PRIVATE_KEY: vapid.privateKey,
  })
  expect(config.partners.get('p1')).toEqual([secret])
  expect(config.domainChange).toEqual({ to: 'https://new.example', on: undefined })
  expect(config.push).toEqual({
    isReal: true,
    keys: vapid,
    extraHosts: [],
  })
})

test('refuses a damaged file of push keys without showing the keys', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'saral-push-keys-'))
  await writeFile(join(dataDir, 'push-keys.json'), '{"publicKey":"open","privateKey":"closed="}')
  const loaded = loadPushKeys({ push: { isReal: false, keys: undefined, extraHosts: [] }, dataDir })
  await expect(loaded).rejects.toThrow(/push-keys\.json cannot be used: privateKey has to be \S+$/)
  await rm(dataDir, { recursive: true })
})

describe('the keys', () => {
  const withFolder = async (work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'saral-keys-'))
    await work(folder).finally(() => rm(folder, { recursive: true }))
  }

  test('a demonstration generates them once, readable by the owner only, even if two processes start at once', () =>
    withFolder(async folder => {
      const parts = {
        keys: { json: undefined, file: undefined, mayGenerate: true },
        dataDir: join(folder, 'data'),
      }
      const [one, two] = await Promise.all([makeKeyring(parts), makeKeyring(parts)])
      expect(one).toEqual(two)
      expect(await readKeyring(parts)).toEqual(one)
      expect((await stat(join(folder, 'data', 'keys.json'))).mode & 0o777).toBe(0o600)
      expect(one.masters.get(one.active)).toHaveLength(32)
    }))

  test('are not generated where the configuration must provide them', () =>
    withFolder(async folder => {
      const none = {
        keys: { json: undefined, file: undefined, mayGenerate: false },
        dataDir: folder,
      }
      expect(await readKeyring(none)).toBeUndefined()
      await expect(makeKeyring(none)).rejects.toThrow('set SARAL_KEYS or SARAL_KEYS_FILE')
      const named = {
        keys: { json: undefined, file: join(folder, 'none.json'), mayGenerate: true },
        dataDir: folder,
      }
      expect(await readKeyring(named)).toBeUndefined()
      await expect(makeKeyring(named)).rejects.toThrow('the file of SARAL_KEYS_FILE does not exist')
    }))

  test('come from a variable or a file, and a wrong one is refused without being shown', () =>
    withFolder(async folder => {
      const keyring = await makeKeyring({
        keys: { json: undefined, file: undefined, mayGenerate: true },
        dataDir: folder,
      })
      const json = await readFile(join(folder, 'keys.json'), 'utf8')
      expect(
        await readKeyring({
          keys: { json, file: undefined, mayGenerate: false },
          dataDir: '/nowhere',
        }),
      ).toEqual(keyring)
      const file = join(folder, 'other.json')
      await writeFile(file, '{"active":"k1","masters":{"k1":"c2hvcnQ="},"hashing":"c2hvcnQ="}')
      const wrong = readKeyring({
        keys: { json: undefined, file, mayGenerate: false },
        dataDir: '/nowhere',
      })
      await expect(wrong).rejects.toThrow('SARAL_KEYS_FILE cannot be used')
      await expect(wrong).rejects.not.toThrow('c2hvcnQ')
    }))

  const secret = Buffer.alloc(32, 0xa7).toString('base64')
  const cut = secret.slice(0, -1)
  test.each([
    [{ active: 'k1', masters: { k1: cut }, hashing: secret }, 'masters.k1 is no valid base64'],
    [{ active: 'k1', masters: { k1: secret }, hashing: cut }, 'hashing is no valid base64'],
    [{ active: 'k1', masters: { [cut]: 'k1' }, hashing: secret }, 'masters.(a name) has to be /'],
    [
      { active: 'k1', masters: { k1: secret }, hashing: secret, [secret]: 'k2' },
      '(a name) has to be never',
    ],
    [{ active: 'k1', masters: { k1: secret } }, 'hashing has to be "hashing"'],
    [{ active: secret, masters: { k1: secret }, hashing: secret }, 'the active key is missing'],
    [secret, 'has to be Object'],
  ])(
    'an error about them names the setting and the fault, and never the value: %#',
    (keys, fault) => {
      const message = messageOf(() => parse(JSON.stringify(keys), 'SARAL_KEYS'))
      expect(message).toContain('The keys in SARAL_KEYS cannot be used: ')
      expect(message).toContain(fault)
      expect(message).not.toContain(cut.slice(0, 8))
    },
  )

  test('an error does not quote a text that is not JSON', () => {
    expect(messageOf(() => parse(secret, 'SARAL_KEYS'))).toBe(
      'The keys in SARAL_KEYS cannot be used: is no valid json',
    )
  })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
