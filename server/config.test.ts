import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { loadKeyring } from '#server/keys.ts'

const lender = {
  LENDER_NAME: 'Saral Finance Ltd',
  LENDER_RBI_REGISTRATION: 'N-13.01234',
  LENDER_GRIEVANCE_NAME: 'A. Rao',
  LENDER_GRIEVANCE_PHONE: '1800 111 2222',
  LENDER_GRIEVANCE_EMAIL: 'grievance@saral.example',
}

describe('the configuration', () => {
  test('needs nothing: a demonstration without a lender, on this machine only', () => {
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

  test('takes what is set; an empty variable is not set', () => {
    const config = readConfig({
      ...lender,
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

test('partners, notices and push are read', () => {
  const secret = Buffer.alloc(32, 7)
  const config = readConfig({
    PARTNERS: JSON.stringify({ p1: [secret.toString('base64')] }),
    DOMAIN_CHANGE_TO: 'https://new.example/path',
    PUSH: 'yes',
    PUSH_PUBLIC_KEY: 'a',
    PUSH_PRIVATE_KEY: 'b',
  })
  expect(config.partners.get('p1')).toEqual([secret])
  expect(config.domainChange).toEqual({ to: 'https://new.example', on: undefined })
  expect(config.push).toEqual({ isReal: true, keys: { publicKey: 'a', privateKey: 'b' }, extraHosts: [] })
})

describe('the keys', () => {
  const withFolder = async (work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'saral-keys-'))
    await work(folder).finally(() => rm(folder, { recursive: true }))
  }

  test('of a demonstration are made once, for its owner only, also when two start at once', () =>
    withFolder(async folder => {
      const parts = { keys: { json: undefined, file: undefined, mayGenerate: true }, dataDir: join(folder, 'data') }
      const [one, two] = await Promise.all([loadKeyring(parts), loadKeyring(parts)])
      expect(one).toEqual(two)
      expect(await loadKeyring(parts)).toEqual(one)
      expect((await stat(join(folder, 'data', 'keys.json'))).mode & 0o777).toBe(0o600)
      expect(one.masters.get(one.active)).toHaveLength(32)
    }))

  test('are not made where they must be given', () =>
    withFolder(async folder => {
      await expect(
        loadKeyring({ keys: { json: undefined, file: undefined, mayGenerate: false }, dataDir: folder }),
      ).rejects.toThrow('No keys')
    }))

  test('come from a variable or a file, and a wrong one is refused without being shown', () =>
    withFolder(async folder => {
      const made = await loadKeyring({ keys: { json: undefined, file: undefined, mayGenerate: true }, dataDir: folder })
      const json = await readFile(join(folder, 'keys.json'), 'utf8')
      expect(await loadKeyring({ keys: { json, file: undefined, mayGenerate: false }, dataDir: '/nowhere' })).toEqual(made)
      const file = join(folder, 'other.json')
      await writeFile(file, '{"active":"k1","masters":{"k1":"c2hvcnQ="},"hashing":"c2hvcnQ="}')
      const wrong = loadKeyring({ keys: { json: undefined, file, mayGenerate: false }, dataDir: '/nowhere' })
      await expect(wrong).rejects.toThrow('SARAL_KEYS_FILE cannot be used')
      await expect(wrong).rejects.not.toThrow('c2hvcnQ')
    }))
})
