import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import { staffContract } from '#contract/staff/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { TOTP_WRONG_MAX } from '#domain/staff/totp.ts'
import { oidcSignIn } from '#server/providers/staff-sign-in/oidc.ts'
import { endStaff } from '#server/staff/people/db/staff.ts'
import { inviteByCommand, simulatedPerson } from '#server/staff/people/people.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { type TestServer, testServer } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { filesForTest } from '#server/testing/files.ts'
import {
  type Account,
  type SignInProvider,
  startSignInProvider,
} from '#server/testing/sign-in-provider.ts'
import { browserOfNew, softwarePasskey } from '#server/testing/staff.ts'
import { inEachLanguage } from '#words/language.ts'

const CONSOLE = 'http://console.test'
const REFUSED = { ok: false, reason: 'staff-provider-refused' }
type Answer = Parameters<ReturnType<typeof calls>['fromProvider']>[0]

const { files, remove } = filesForTest()
let provider: SignInProvider
let server: TestServer
let withCodes: TestServer
beforeAll(async () => {
  provider = await startSignInProvider(`${CONSOLE}/console/provider`)
  const start = (secondFactor: 'totp' | 'provider') =>
    testServer({
      config: {
        console: { url: undefined },
        staffSignIn: { ...provider.settings, secondFactor },
      },
      services: {
        staffSignIn: oidcSignIn(provider.settings),
        publicOrigin: () => CONSOLE,
      },
      routes: services => staffRoutes({ ...services, files }),
    })
  server = await start('provider')
  withCodes = await start('totp')
})
beforeEach(() => {
  // The provider uses the clock of this machine.
  for (const each of [server, withCodes]) each.clock.set(new Date())
})
afterAll(async () => {
  await Promise.all([server.close(), withCodes.close()])
  await provider.close()
  remove()
})

const calls = (browser: Browser) => browser.calls(staffContract.staffSession)
let people = 0
const newAccount = (mail = `person${++people}@lender.example`): Account => ({
  sub: `subject-${++people}`,
  mail,
  isVerified: true,
})

async function invitation(mail: string, on = server, role: Role = 'product-manager') {
  const { services } = on
  const at = services.clock.now()
  const invitation = await services.db.transaction(tx =>
    inviteByCommand({ services, tx, at }, mail, [role]),
  )
  if (!invitation) throw new Error('nobody was invited')
  return invitation
}
const invited = async (mail: string, on = server) => (await invitation(mail, on)).staffId

async function providerAddress(
  browser: Browser,
  what: 'toProvider' | 'proveAtProvider' = 'toProvider',
) {
  const answer = await calls(browser)[what]({})
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.address
}

/** Signs a person in at the provider, and follows it back. */
async function comeBack(browser: Browser, account: Account) {
  const returned = (await provider.browser(account).visit(await providerAddress(browser))) as Answer
  return calls(browser).fromProvider(returned)
}

/** Signs an invited person in. */
async function signedIn(account: Account, on = server): Promise<Browser> {
  const browser = on.browser()
  const answer = await comeBack(browser, account)
  if (!answer.ok) throw new Error(answer.reason)
  return browser
}

async function stored<T>(sql: string, values: unknown[] = [], on = server): Promise<T[]> {
  return (await on.services.db.raw(sql, values)) as T[]
}

describe('sign-in at the provider', () => {
  test('signs an invited person in by the mail address that the provider verified', async () => {
    const account = newAccount()
    const staffId = await invited(account.mail)
    const browser = await signedIn({ ...account, mail: account.mail.toUpperCase() })
    expect(await calls(browser).me({})).toMatchObject({
      data: { mail: account.mail, roles: ['product-manager'], way: 'provider', isSimulated: false },
    })
    expect(await calls(browser).ways({})).toMatchObject({ data: { isProviderOffered: true } })
    expect((await calls(await signedIn(account)).me({})).ok).toBe(true)
    const entries = await stored<{ action: string }>(
      `SELECT action FROM audit_entry WHERE subject = $1 ORDER BY number`,
      [staffId],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'staff-provider-bound',
      'staff-signed-in',
      'staff-signed-in',
    ])
  })

  test('uses PKCE, a state and a nonce, each new', async () => {
    const browser = server.browser()
    const [one, two] = [await providerAddress(browser), await providerAddress(browser)].map(
      address => new URL(address).searchParams,
    )
    expect(Object.fromEntries(one ?? [])).toMatchObject({
      response_type: 'code',
      client_id: 'saral',
      redirect_uri: `${CONSOLE}/console/provider`,
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(one?.get(name)).toMatch(/^[\w-]{43}$/)
      expect(one?.get(name)).not.toBe(two?.get(name))
    }
  })

  test('makes nobody a member of staff', async () => {
    const [before] = await stored<{ count: number }>('SELECT count(*)::int AS count FROM staff')
    expect(await comeBack(server.browser(), newAccount())).toMatchObject(REFUSED)
    expect(await stored('SELECT count(*)::int AS count FROM staff')).toEqual([before])
  })

  test('refuses an address that the provider did not verify, and one whose access has ended', async () => {
    const account = newAccount()
    const staffId = await invited(account.mail)
    const unverified = { ...account, isVerified: false }
    expect(await comeBack(server.browser(), unverified)).toMatchObject(REFUSED)
    await endStaff(server.services.db, staffId, server.clock.now())
    expect(await comeBack(server.browser(), account)).toMatchObject(REFUSED)
  })

  test('refuses the people of the sandbox', async () => {
    const { services } = server
    const at = services.clock.now()
    await services.db.transaction(tx => simulatedPerson({ services, tx, at }, 'viewer'))
    const account = newAccount('viewer@sandbox.example')
    expect(await comeBack(server.browser(), account)).toMatchObject(REFUSED)
  })

  test('refuses another account of the provider that has taken over the address', async () => {
    const account = newAccount()
    await invited(account.mail)
    await signedIn(account)
    const successor = newAccount(account.mail)
    expect(await comeBack(server.browser(), successor)).toMatchObject(REFUSED)
  })

  test('voids the link that was sent to the person', async () => {
    const account = newAccount()
    const { link } = await invitation(account.mail)
    await signedIn(account)
    const page = server.browser()
    expect(await calls(page).invitation({ link })).toMatchObject({
      reason: 'staff-passkey-refused',
    })
    const challenge = await calls(page).challenge({})
    if (!challenge.ok) throw new Error(challenge.reason)
    const passkey = softwarePasskey(CONSOLE).create(challenge.data.challenge)
    expect(await calls(page).register({ link, passkey })).toMatchObject({
      reason: 'staff-passkey-refused',
    })
  })

  test('binds one account there to one person, by whatever address', async () => {
    const account = newAccount()
    await invited(account.mail)
    await signedIn(account)
    const other = newAccount()
    await invited(other.mail)
    const renamed = { ...account, mail: other.mail }
    expect(await comeBack(server.browser(), renamed)).toMatchObject(REFUSED)
    expect((await calls(await signedIn(other)).me({})).ok).toBe(true)
  })

  test('accepts an answer once, in the browser that was sent, with its state, and in time', async () => {
    const account = newAccount()
    await invited(account.mail)
    const back = async (browser: Browser) =>
      (await provider.browser(account).visit(await providerAddress(browser))) as Answer
    const browser = server.browser()
    const answer = await back(browser)
    expect(await calls(server.browser()).fromProvider(answer)).toMatchObject(REFUSED)
    const other = server.browser()
    await providerAddress(other)
    expect(await calls(other).fromProvider(answer)).toMatchObject(REFUSED)
    const cookies = new Map(browser.cookies)
    expect((await calls(browser).fromProvider(answer)).ok).toBe(true)
    const again = server.browser()
    for (const [name, value] of cookies) again.cookies.set(name, value)
    expect(await calls(again).fromProvider(answer)).toMatchObject(REFUSED)
    const forged = server.browser()
    const wrong = { ...(await back(forged)), state: 'A'.repeat(43) }
    expect(await calls(forged).fromProvider(wrong)).toMatchObject(REFUSED)
    const late = server.browser()
    const lateAnswer = await back(late)
    server.clock.advance({ seconds: 601 })
    expect(await calls(late).fromProvider(lateAnswer)).toMatchObject(REFUSED)
  })

  test('is offered only where a provider is configured', async () => {
    const { services } = server
    const none = await testServer({
      config: services.config,
      routes: all => staffRoutes({ ...all, files }),
    })
    const browser = none.browser()
    expect(await calls(browser).ways({})).toMatchObject({ data: { isProviderOffered: false } })
    expect(await calls(browser).toProvider({})).toMatchObject(REFUSED)
    await none.close()
  })
})

describe('an account that two persons made', () => {
  const why = 'She begins on Monday.'
  /** Proposed by one administrator and approved by another; the link is the proposer's. */
  async function proposed(mail: string, on: TestServer) {
    const proposer = await browserOfNew(on, newAccount().mail, ['administrator'])
    const approver = await browserOfNew(on, newAccount().mail, ['administrator'])
    const roles: ['viewer'] = ['viewer']
    const proposals = (browser: Browser) => browser.calls(staffContract.proposal)
    const proposal = await proposals(proposer).inviteStaff({ mail, roles, why })
    if (!proposal.ok) throw new Error(proposal.reason)
    await proposals(approver).approve({ ...proposal.data, reason: 'I read it.' })
    const { people } = staffContract
    const all = await proposer.calls(people).list({})
    const staffId = all.ok ? (all.data.people.find(each => each.mail === mail)?.staffId ?? '') : ''
    const link = async () => {
      const answer = await proposer.calls(people).link({ staffId })
      return answer.ok ? answer.data.link.slice(answer.data.link.indexOf('#') + 1) : answer.reason
    }
    return { staffId, link }
  }
  async function openLink(link: string, on: TestServer) {
    const browser = on.browser()
    const challenge = await calls(browser).challenge({})
    if (!challenge.ok) throw new Error(challenge.reason)
    const passkey = softwarePasskey(CONSOLE).create(challenge.data.challenge)
    return calls(browser).register({ link, passkey })
  }
  const confirmation = async (browser: Browser) => {
    const me = await calls(browser).me({})
    return me.ok ? me.data.confirmation : me.reason
  }

  test('is opened by a sign-in there, which voids its links, and waits to be confirmed', async () => {
    const account = newAccount()
    const { link } = await proposed(account.mail, server)
    const open = await link()
    const browser = await signedIn(account)
    const shown = await confirmation(browser)
    expect(shown).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) })
    expect((await browser.calls(staffContract.inbox).list({})).ok).toBe(false)
    expect(await openLink(open, server)).toMatchObject({ reason: 'staff-passkey-refused' })
    expect(await link()).toBe('outdated')
    expect(await confirmation(await signedIn(account))).toEqual(shown)
  })

  test('is not shared with somebody who signs in there after another opened its link', async () => {
    const account = newAccount()
    const { link } = await proposed(account.mail, server)
    expect((await openLink(await link(), server)).ok).toBe(true)
    expect(await comeBack(server.browser(), account)).toMatchObject(REFUSED)
  })

  test('is not shared where the link was opened before the first code of an app', async () => {
    const account = newAccount()
    const { link } = await proposed(account.mail, withCodes)
    const browser = withCodes.browser()
    const answer = await comeBack(browser, account)
    const secret = answer.ok ? (answer.data.newApp?.secret ?? '') : ''
    expect((await openLink(await link(), withCodes)).ok).toBe(true)
    const code = codeOf(secret, withCodes.clock.wall())
    expect(await calls(browser).code({ code })).toMatchObject(REFUSED)
    expect(await calls(browser).me({})).toMatchObject({ reason: 'not-logged-in' })
  })
})

describe('a proof at the provider', () => {
  const texts = inEachLanguage(() => ({ title: '', body: 'Small loans, plainly told.' }))
  const frame = { item: 'about', href: null, untilDay: null, why: 'Borrowers asked for it.' }
  const propose = (browser: Browser) =>
    browser
      .calls(staffContract.proposal)
      .changeContent({ ...frame, texts, fromDay: indiaDayOf(server.clock.now()) })
  const age = () =>
    server.services.db.raw(
      `UPDATE staff_session SET proved_at = (proved_at AT TIME ZONE 'UTC' - interval '6 minutes') AT TIME ZONE 'UTC'`,
    )

  test('reauthenticates the person, and an act may follow', async () => {
    const account = newAccount()
    await invited(account.mail)
    const browser = server.browser()
    const there = provider.browser(account)
    await calls(browser).fromProvider((await there.visit(await providerAddress(browser))) as Answer)
    await age()
    expect(await propose(browser)).toMatchObject({ reason: 'proof-required' })
    const address = await providerAddress(browser, 'proveAtProvider')
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    expect(new URL(address).searchParams.get('max_age')).toBe('0')
    const before = there.prompts
    const back = (await there.visit(address)) as Answer
    expect(there.prompts).toBe(before + 1)
    expect(await calls(browser).fromProvider(back)).toMatchObject({ data: { next: 'done' } })
    expect((await propose(browser)).ok).toBe(true)
  })

  test('is refused where the provider did not ask: its own session proves nothing', async () => {
    const account = newAccount()
    await invited(account.mail)
    const browser = server.browser()
    const there = provider.browser(account)
    await calls(browser).fromProvider((await there.visit(await providerAddress(browser))) as Answer)
    await age()
    server.clock.advance({ seconds: 60 })
    const address = new URL(await providerAddress(browser, 'proveAtProvider'))
    address.searchParams.delete('prompt')
    address.searchParams.set('max_age', '86400')
    const before = there.prompts
    const back = (await there.visit(address.href)) as Answer
    expect(there.prompts).toBe(before)
    expect(await calls(browser).fromProvider(back)).toMatchObject(REFUSED)
    expect(await propose(browser)).toMatchObject({ reason: 'proof-required' })
  })

  test('is refused from somebody else', async () => {
    const asha = newAccount()
    const meena = newAccount()
    await invited(asha.mail)
    await invited(meena.mail)
    const browser = await signedIn(asha)
    await age()
    const address = await providerAddress(browser, 'proveAtProvider')
    const back = (await provider.browser(meena).visit(address)) as Answer
    expect(await calls(browser).fromProvider(back)).toMatchObject(REFUSED)
    expect(await propose(browser)).toMatchObject({ reason: 'proof-required' })
  })
})

/** The code of a secret at an instant (RFC 6238, with HMAC-SHA-1 and six digits). */
function codeOf(base32: string, at: Date): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...base32].map(each => alphabet.indexOf(each).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

test('the codes of this test are those of RFC 6238', () => {
  // RFC 6238, appendix B: at 59 s the secret 12345678901234567890 gives 94287082; its last six
  // digits.
  expect(codeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(59_000))).toBe('287082')
})

describe('beside a provider without a second factor', () => {
  type NewApp = Output<typeof staffContract.staffSession.fromProvider>['newApp']
  const secrets = new Map<string, string>()

  /** Comes back from the provider; a new app stores its secret. */
  async function half(account: Account): Promise<{ browser: Browser; newApp: NewApp }> {
    const browser = withCodes.browser()
    const answer = await comeBack(browser, account)
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.data.next).toBe('code')
    const { newApp } = answer.data
    if (newApp) secrets.set(account.sub, newApp.secret)
    return { browser, newApp }
  }
  const appCode = ({ sub }: Account, seconds = 0) =>
    codeOf(secrets.get(sub) ?? '', new Date(withCodes.clock.wall().getTime() + seconds * 1_000))
  async function person(): Promise<Account> {
    const account = newAccount()
    await invited(account.mail, withCodes)
    return account
  }
  const nextStep = () => withCodes.clock.advance({ seconds: 30 })

  test('shows a new app’s secret once, and its codes complete each sign-in', async () => {
    const account = await person()
    const { browser, newApp } = await half(account)
    expect(newApp?.address).toContain(`otpauth://totp/Saral:${encodeURIComponent(account.mail)}`)
    expect(newApp?.code.every(row => /^[01]+$/.test(row))).toBe(true)
    expect(await calls(browser).me({})).toMatchObject({ reason: 'not-logged-in' })
    expect((await calls(browser).code({ code: appCode(account) })).ok).toBe(true)
    expect((await calls(browser).me({})).ok).toBe(true)
    nextStep()
    const second = await half(account)
    expect(second.newApp).toBeNull()
    expect((await calls(second.browser).code({ code: appCode(account) })).ok).toBe(true)
  })

  test('accepts a code once, and none of an earlier half minute', async () => {
    const account = await person()
    const first = await half(account)
    const code = appCode(account)
    expect((await calls(first.browser).code({ code })).ok).toBe(true)
    const second = await half(account)
    expect(await calls(second.browser).code({ code })).toMatchObject({
      reason: 'staff-code-refused',
    })
    nextStep()
    expect((await calls(second.browser).code({ code: appCode(account) })).ok).toBe(true)
    const third = await half(account)
    expect(await calls(third.browser).code({ code })).toMatchObject({
      reason: 'staff-code-refused',
    })
  })

  test('counts one of a hundred uses of one code at once', async () => {
    const account = await person()
    const { browser } = await half(account)
    const code = appCode(account)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => calls(browser).code({ code })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('blocks all codes for an hour after too many wrong ones', async () => {
    const account = await person()
    const { browser } = await half(account)
    const wrong = appCode(account, 3_600)
    for (let guess = 0; guess < TOTP_WRONG_MAX; guess += 1)
      expect(await calls(browser).code({ code: wrong })).toMatchObject({
        reason: 'staff-code-refused',
      })
    expect(await calls(browser).code({ code: appCode(account) })).toMatchObject({
      reason: 'rate-limited',
    })
    withCodes.clock.advance({ seconds: 3_600 })
    const later = await half(account)
    expect((await calls(later.browser).code({ code: appCode(account) })).ok).toBe(true)
  })

  test('stores the secret encrypted', async () => {
    const account = await person()
    await half(account)
    const rows = await stored<{ secret: Buffer }>(
      'SELECT secret_sealed AS secret FROM staff_totp',
      [],
      withCodes,
    )
    for (const { secret } of rows)
      expect(secret.toString('latin1')).not.toContain(secrets.get(account.sub))
  })

  test('needs the provider and a code for a proof', async () => {
    const account = await person()
    const { browser } = await half(account)
    await calls(browser).code({ code: appCode(account) })
    await withCodes.services.db.raw(
      `UPDATE staff_session SET proved_at = (proved_at AT TIME ZONE 'UTC' - interval '6 minutes') AT TIME ZONE 'UTC'`,
    )
    const provedAt = async () => {
      const me = await calls(browser).me({})
      return me.ok ? me.data.provedAt : undefined
    }
    const before = await provedAt()
    const address = await providerAddress(browser, 'proveAtProvider')
    const back = (await provider.browser(account).visit(address)) as Answer
    expect(await calls(browser).fromProvider(back)).toMatchObject({ data: { next: 'code' } })
    expect(await provedAt()).toEqual(before)
    nextStep()
    expect((await calls(browser).code({ code: appCode(account) })).ok).toBe(true)
    expect(await provedAt()).toEqual(withCodes.clock.wall())
  })
})
