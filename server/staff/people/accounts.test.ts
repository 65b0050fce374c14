/** Nobody becomes a second person: several people make and confirm each account (decision 93). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { indiaDayOf } from '#domain/day.ts'
import { DEFAULT_FIGURES } from '#domain/lending/decision.ts'
import { DEFAULT_LIMITS } from '#domain/lending/policy-limits.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { inviteByCommand } from '#server/staff/people/people.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { type LendingWorld, lendingWorld } from '#server/testing/lending.ts'
import { browserOfNew, softwarePasskey } from '#server/testing/staff.ts'
import { whileHeld } from '#server/testing/while-held.ts'

const ORIGIN = 'http://saral.test'
let asha: Browser
let bela: Browser
let chandra: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  asha = await browserOfNew(world.server, 'asha@sandbox.example', ['administrator'])
  bela = await browserOfNew(world.server, 'bela@sandbox.example', ['administrator'])
  chandra = await browserOfNew(world.server, 'chandra@sandbox.example', ['administrator'])
})

const proposals = (browser: Browser) => browser.calls(staffContract.proposal)
const session = (browser: Browser) => browser.calls(staffContract.staffSession)
const people = (browser: Browser) => browser.calls(staffContract.people)
const why = 'She begins on Monday.'
let count = 0
const newMail = () => `person${++count}@lender.example`

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

const challenge = async (browser: Browser) => (await data(session(browser).challenge({}))).challenge

/** Opens a link in a new browser, and makes a passkey with it. */
async function opened(link: string) {
  const browser = world.server.browser()
  const key = softwarePasskey(ORIGIN)
  const passkey = key.create(await challenge(browser))
  await data(session(browser).register({ link, passkey }))
  return { browser, key }
}

const idOf = async (mail: string) =>
  (await data(people(asha).list({}))).people.find(each => each.mail === mail)?.staffId ?? ''

/** One person proposes an invitation, another approves it. */
async function invited(by = asha, approver = bela, roles: Role[] = ['administrator']) {
  const mail = newMail()
  const proposal = await data(proposals(by).inviteStaff({ mail, roles, why }))
  await data(proposals(approver).approve({ ...proposal, reason: 'I read it.' }))
  return { mail, staffId: await idOf(mail) }
}

const secretIn = (address: string) => address.slice(address.indexOf('#') + 1)
const linkOf = async (staffId: string, by = asha) =>
  secretIn((await data(people(by).link({ staffId }))).link)
const codeOf = async (browser: Browser) =>
  (await data(session(browser).me({}))).confirmation?.code ?? ''

/** An account that one person proposed, another approved, its person opened and a third confirmed. */
async function member(by = asha, approver = bela, confirmer = chandra) {
  const { staffId } = await invited(by, approver)
  const { browser, key } = await opened(await linkOf(staffId, by))
  await data(people(confirmer).confirm({ staffId, code: await codeOf(browser) }))
  return { browser, key, staffId }
}

async function inviteOf(by: Browser): Promise<{ proposalId: string }> {
  return data(proposals(by).inviteStaff({ mail: newMail(), roles: ['viewer'], why }))
}
const decided = async (by: Browser, proposer: Browser) => {
  const answer = await proposals(by).approve({
    ...(await inviteOf(proposer)),
    reason: 'I read it.',
  })
  return answer.ok ? 'done' : answer.reason
}
const mayWork = async (browser: Browser) => (await browser.calls(staffContract.inbox).list({})).ok

describe('an invitation', () => {
  test('is approved without its link, which only the proposer gets', async () => {
    const mail = newMail()
    const proposal = await data(
      proposals(asha).inviteStaff({ mail, roles: ['administrator'], why }),
    )
    const answer = await proposals(bela).approve({ ...proposal, reason: 'I read it.' })
    expect(answer).toMatchObject({ ok: true, data: null })
    const staffId = await idOf(mail)
    expect(await people(bela).link({ staffId })).toMatchObject({ reason: 'not-permitted' })
    const { link } = await data(people(asha).link({ staffId }))
    expect(link).toMatch(/\/console\/invitation#[\w-]{43}$/)
    expect((await data(people(asha).list({}))).people.at(-1)).toMatchObject({
      state: 'to-open',
      proposedBy: 'asha@sandbox.example',
      mayMakeLink: true,
      cannotConfirm: null,
    })
    const log = await world.services.db.raw(
      'SELECT action FROM audit_entry WHERE subject = $1 ORDER BY number',
      [staffId],
    )
    expect(log).toEqual([{ action: 'staff-link-made' }])
  })

  test('works once a person other than its proposer and its owner has confirmed it', async () => {
    const { staffId } = await invited()
    const { browser } = await opened(await linkOf(staffId))
    expect(await mayWork(browser)).toBe(false)
    const me = await data(session(browser).me({}))
    expect(me).toMatchObject({ permissions: ['session:own'], roles: ['administrator'] })
    const { code } = me.confirmation ?? { code: '' }
    expect(code).toMatch(/^\d{6}$/)
    const state = async (by: Browser) => {
      const all = (await data(people(by).list({}))).people
      const { state: at, cannotConfirm } = all.find(each => each.staffId === staffId) ?? {}
      return [at, cannotConfirm]
    }
    expect(await state(asha)).toEqual(['to-confirm', 'second-person-needed'])
    expect(await state(chandra)).toEqual(['to-confirm', null])
    for (const by of [asha, bela])
      expect(await people(by).confirm({ staffId, code })).toMatchObject({
        reason: 'second-person-needed',
      })
    expect(await people(browser).confirm({ staffId, code })).toMatchObject({
      reason: 'not-permitted',
    })
    expect(await mayWork(browser)).toBe(false)
    await data(people(chandra).confirm({ staffId, code }))
    expect(await mayWork(browser)).toBe(true)
    expect((await data(session(browser).me({}))).confirmation).toBeNull()
    expect(await state(asha)).toEqual(['works', null])
    expect(await people(chandra).confirm({ staffId, code })).toMatchObject({ reason: 'outdated' })
  })

  test('is confirmed only by its own code, and a wrong code is audited', async () => {
    const { staffId } = await invited()
    expect(await people(chandra).confirm({ staffId, code: '000000' })).toMatchObject({
      reason: 'outdated',
    })
    const { browser } = await opened(await linkOf(staffId))
    const right = await codeOf(browser)
    const code = right === '123456' ? '654321' : '123456'
    expect(await people(chandra).confirm({ staffId, code })).toMatchObject({
      reason: 'confirmation-wrong',
    })
    expect(await mayWork(browser)).toBe(false)
    const log = await world.services.db.raw(
      `SELECT action FROM audit_entry WHERE subject = $1 AND action LIKE 'staff-confirm%'`,
      [staffId],
    )
    expect(log).toEqual([{ action: 'staff-confirmation-refused' }])
  })

  test('has one link at a time, for 24 hours, until somebody opens it', async () => {
    const { staffId } = await invited()
    const first = await linkOf(staffId)
    const second = await linkOf(staffId)
    const stranger = session(world.server.browser())
    const refused = { reason: 'staff-passkey-refused' }
    expect(await stranger.invitation({ link: first })).toMatchObject(refused)
    expect((await stranger.invitation({ link: second })).ok).toBe(true)
    await opened(second)
    expect(await stranger.invitation({ link: second })).toMatchObject(refused)
    expect(await people(asha).link({ staffId })).toMatchObject({ reason: 'outdated' })
    const late = await invited()
    const link = await linkOf(late.staffId)
    await world.services.db.raw(
      `UPDATE staff_invitation SET expires_at = (expires_at AT TIME ZONE 'UTC' - interval '24 hours') AT TIME ZONE 'UTC'`,
    )
    expect(await stranger.invitation({ link })).toMatchObject(refused)
    expect(await linkOf(late.staffId)).not.toBe(link)
  })

  test('makes one passkey of ten openings at once, and counts one of ten confirmations', async () => {
    const { staffId } = await invited()
    const link = await linkOf(staffId)
    const openings = await Promise.allSettled(Array.from({ length: 10 }, () => opened(link)))
    const [first, ...more] = openings.flatMap(each =>
      each.status === 'fulfilled' ? [each.value] : [],
    )
    expect(more).toEqual([])
    const code = await codeOf(first?.browser as Browser)
    const confirm = () => people(chandra).confirm({ staffId, code })
    const answers = await Promise.all(Array.from({ length: 10 }, confirm))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is confirmed neither by its person nor by its proposer: the database refuses both', async () => {
    const { staffId } = await invited()
    await opened(await linkOf(staffId))
    const confirm = (by: string) =>
      world.services.db.raw(
        `UPDATE staff_account SET confirmed_at = now(), confirmed_by = ${by} WHERE staff_id = $1`,
        [staffId],
      )
    await expect(confirm('staff_id')).rejects.toThrow('confirmed_by_another')
    await expect(confirm('proposed_by')).rejects.toThrow('confirmed_by_another')
  })
})

describe('a new account', () => {
  test('does not decide with its proposer, approver or confirmer for seven days', async () => {
    const { browser } = await member()
    const dev = await browserOfNew(world.server, newMail(), ['administrator'])
    for (const maker of [asha, bela, chandra]) {
      expect(await decided(browser, maker)).toBe('account-too-new')
      expect(await decided(maker, browser)).toBe('account-too-new')
    }
    expect(await decided(dev, browser)).toBe('done')
    expect(await decided(browser, dev)).toBe('done')
    const invitation = await inviteOf(browser)
    expect(await data(proposals(asha).open(invitation))).toMatchObject({
      cannotDecide: 'account-too-new',
    })
    expect(await proposals(asha).refuse({ ...invitation, reason: why })).toMatchObject({
      reason: 'account-too-new',
    })
    world.server.clock.advance({ days: 7, seconds: -60 })
    expect(await decided(browser, asha)).toBe('account-too-new')
    world.server.clock.advance({ seconds: 61 })
    for (const maker of [asha, bela, chandra]) expect(await decided(browser, maker)).toBe('done')
  })

  test('does not decide with another account of its proposer, or with its proposer’s proposer', async () => {
    const one = await member(asha, bela, chandra)
    const dev = await browserOfNew(world.server, newMail(), ['administrator'])
    const eka = await browserOfNew(world.server, newMail(), ['administrator'])
    const two = await member(asha, dev, eka)
    expect(await decided(one.browser, two.browser)).toBe('account-too-new')
    const three = await member(one.browser, dev, eka)
    expect(await decided(three.browser, asha)).toBe('account-too-new')
    expect(await people(one.browser).confirm({ staffId: three.staffId, code: '000000' })).toEqual(
      expect.objectContaining({ reason: 'outdated' }),
    )
  })

  test('does not confirm what its maker proposes', async () => {
    const puppet = await member()
    const { staffId } = await invited()
    const { browser } = await opened(await linkOf(staffId))
    const code = await codeOf(browser)
    expect(await people(puppet.browser).confirm({ staffId, code })).toMatchObject({
      reason: 'account-too-new',
    })
  })
})

describe('a renewal', () => {
  async function renewed(staffId: string, by = asha, approver = bela): Promise<void> {
    await data(
      proposals(approver).approve({
        ...(await data(proposals(by).renewStaff({ staffId, why }))),
        reason: 'I read it.',
      }),
    )
  }

  test('ends all access and the proposals of its person, and continues like an invitation', async () => {
    const dev = await browserOfNew(world.server, newMail(), ['administrator'])
    const eka = await browserOfNew(world.server, newMail(), ['administrator'])
    const { browser, key, staffId } = await member(dev, eka)
    const invitation = await inviteOf(browser)
    await renewed(staffId)
    expect(await session(browser).me({})).toMatchObject({ reason: 'not-logged-in' })
    expect(await session(browser).signIn(key.get(await challenge(browser)))).toMatchObject({
      reason: 'staff-passkey-refused',
    })
    expect(await data(proposals(chandra).open(invitation))).toMatchObject({
      outcome: 'right-ended',
    })
    expect(await people(bela).link({ staffId })).toMatchObject({ reason: 'not-permitted' })
    expect(await people(dev).link({ staffId })).toMatchObject({ reason: 'not-permitted' })
    const again = await opened(await linkOf(staffId))
    expect(await mayWork(again.browser)).toBe(false)
    const code = await codeOf(again.browser)
    expect(await people(asha).confirm({ staffId, code })).toMatchObject({ ok: false })
    await data(people(chandra).confirm({ staffId, code }))
    expect(await mayWork(again.browser)).toBe(true)
    expect(await decided(again.browser, asha)).toBe('account-too-new')
    // The makers of the account before the renewal have no part in it any more.
    expect(await decided(again.browser, dev)).toBe('done')
  })

  test('gives the account to nobody who opens its link without a confirmation', async () => {
    const { staffId } = await member()
    await renewed(staffId)
    const thief = await opened(await linkOf(staffId))
    expect(await mayWork(thief.browser)).toBe(false)
    await renewed(staffId)
    expect(await session(thief.browser).me({})).toMatchObject({ reason: 'not-logged-in' })
  })

  /** Begins an act while a transaction that renews its person holds the lock. */
  function whileRenewing<T>(staffId: string, act: () => Promise<T>): Promise<T> {
    const lock = 'SELECT 1 FROM staff WHERE staff_id = $1 FOR NO KEY UPDATE'
    return whileHeld(
      world.services.db,
      tx => tx.raw(lock, [staffId]),
      act,
      async tx => {
        await tx.raw('DELETE FROM staff_passkey WHERE staff_id = $1', [staffId])
        await tx.raw('DELETE FROM staff_session WHERE staff_id = $1', [staffId])
      },
    )
  }

  test('ends a sign-in and a further passkey that began before it', async () => {
    const { browser, key, staffId } = await member()
    const signed = key.get(await challenge(browser))
    const other = world.server.browser()
    expect(await whileRenewing(staffId, () => session(other).signIn(signed))).toMatchObject({
      reason: 'staff-passkey-refused',
    })
    const second = await member()
    const passkey = softwarePasskey(ORIGIN).create(await challenge(second.browser))
    const add = () => session(second.browser).addPasskey({ passkey })
    expect(await whileRenewing(second.staffId, add)).toMatchObject({ ok: false })
    const rows = await world.services.db.raw('SELECT 1 FROM staff_passkey WHERE staff_id = $1', [
      second.staffId,
    ])
    expect(rows).toEqual([])
  })
})

describe('where the second person is switched off for invitations', () => {
  const switchOff = (off: ReadonlySet<'invite-staff'>) =>
    Object.assign(world.services.config, { twoPersonsOff: off })
  afterEach(() => switchOff(new Set()))

  test('lets its proposer approve and confirm alone, and the audit log says so', async () => {
    switchOff(new Set(['invite-staff']))
    const { staffId } = await invited(asha, asha)
    const { browser } = await opened(await linkOf(staffId))
    const code = await codeOf(browser)
    await data(people(asha).confirm({ staffId, code }))
    expect(await mayWork(browser)).toBe(true)
    expect(
      await world.services.db.raw('SELECT is_alone FROM staff_account WHERE staff_id = $1', [
        staffId,
      ]),
    ).toEqual([{ is_alone: true }])
    switchOff(new Set())
    expect(await decided(browser, asha)).toBe('account-too-new')
  })
})

describe('a small lender', () => {
  let small: LendingWorld
  beforeAll(async () => {
    small = await lendingWorld()
  })
  afterAll(() => small.close())

  const byCommand = async (mail: string) => {
    const { services } = small
    const at = services.clock.now()
    const invitation = await services.db.transaction(tx =>
      inviteByCommand({ services, tx, at }, mail, ['administrator', 'compliance']),
    )
    if (!invitation) throw new Error('nobody was invited')
    return invitation
  }
  const enter = async (link: string) => {
    const browser = small.server.browser()
    const passkey = softwarePasskey(ORIGIN).create(await challenge(browser))
    await data(session(browser).register({ link, passkey }))
    return browser
  }

  test('begins with two people by command, who work at once and decide together', async () => {
    const first = await byCommand('one@lender.example')
    expect(first.needsConfirmation).toBe(false)
    const one = await enter(first.link)
    const two = await enter((await byCommand('two@lender.example')).link)
    expect(await mayWork(one)).toBe(true)
    expect(await decided(two, one)).toBe('done')

    // One of the two approves a third account at the console and, as nobody else can, confirms it.
    const mail = 'three@lender.example'
    const proposal = await data(proposals(one).inviteStaff({ mail, roles: ['administrator'], why }))
    await data(proposals(two).approve({ ...proposal, reason: 'I read it.' }))
    const all = (await data(people(one).list({}))).people
    const staffId = all.find(each => each.mail === mail)?.staffId ?? ''
    const three = await enter(secretIn((await data(people(one).link({ staffId }))).link))
    const code = await codeOf(three)
    expect(await people(one).confirm({ staffId, code })).toMatchObject({
      reason: 'second-person-needed',
    })
    await data(people(two).confirm({ staffId, code }))
    expect(await mayWork(three)).toBe(true)
    expect(await decided(three, one)).toBe('account-too-new')

    // With three people, a command makes no account that works at once, and renews none.
    const later = await byCommand('four@lender.example')
    expect(later.needsConfirmation).toBe(true)
    const four = await enter(later.link)
    expect(await mayWork(four)).toBe(false)
    const again = await byCommand('two@lender.example')
    expect(again.needsConfirmation).toBe(true)
    expect(await session(two).me({})).toMatchObject({ reason: 'not-logged-in' })
    const entry = await enter(again.link)
    expect(await mayWork(entry)).toBe(false)
    await data(people(three).confirm({ staffId: again.staffId, code: await codeOf(entry) }))
    expect(await mayWork(entry)).toBe(true)
  })
})

// This test comes last: its version of the policy stays.
test('an account is new for as many days as the policy says', async () => {
  const { browser } = await member()
  const dev = await browserOfNew(world.server, newMail(), ['product-manager'])
  const compliance = await browserOfNew(world.server, newMail(), ['compliance'])
  const limits = { ...DEFAULT_LIMITS, tiers: [...DEFAULT_LIMITS.tiers], newAccountDays: 0 }
  const fromDay = indiaDayOf(world.services.clock.now())
  const policy = { figures: DEFAULT_FIGURES, limits, fromDay, why }
  const unsound = { ...policy, limits: { ...limits, newAccountDays: 91 } }
  expect(await proposals(dev).changePolicy(unsound)).toMatchObject({ reason: 'input-invalid' })
  expect(await decided(browser, asha)).toBe('account-too-new')
  await data(
    proposals(compliance).approve({
      ...(await data(proposals(dev).changePolicy(policy))),
      reason: 'I read it.',
    }),
  )
  expect(await decided(browser, asha)).toBe('done')
})
