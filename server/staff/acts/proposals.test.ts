import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { staffContract } from '#contract/staff/index.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { PROPOSAL_DAYS } from '#domain/staff/proposal.ts'
import { audit } from '#server/lending/books/audit.ts'
import { endPayoutWith } from '#server/lending/payout/payout.ts'
import { inviteByCommand } from '#server/staff/people/people.ts'
import { actsDoneAlone } from '#server/staff/proposals/db/proposal.ts'
import { aloneLines } from '#server/staff/proposals/one-person.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'
import { whileHeld } from '#server/testing/while-held.ts'

let operations: Browser
let finance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  operations = await staffBrowser(world.server, 'operations')
  finance = await staffBrowser(world.server, 'finance')
})

const proposals = (browser: Browser) => browser.calls(staffContract.proposal)

/** A refund of an overpayment that its provider gave up. */
async function givenUpRefund(): Promise<{ refundId: string; orderId: string; borrowerId: string }> {
  const borrower = await world.borrower()
  const orderId = await runningLoan(world, borrower)
  const calls = borrower.browser.calls(contract.repay)
  const payment = await calls.repay({ orderId, scope: 'all' }, { idempotencyKey: 'pay' })
  if (!payment.ok) throw new Error(payment.reason)
  const { paymentId } = payment.data
  const amount = world.provider.links.get(paymentId) ?? 0
  world.provider.refund = async () => ({ state: 'given-up' })
  await world.webhook(world.provider.attempt(paymentId, { amount: (amount + 12_300) as never }))
  await world.runJobs()
  const [row] = await world.services.db.raw(
    `SELECT refund_id AS id, state FROM refund WHERE borrower_id = $1`,
    [borrower.id],
  )
  expect(row?.state).toBe('given-up')
  return { refundId: String(row?.id), orderId, borrowerId: borrower.id }
}

async function proposed(refundId: string, by = operations): Promise<string> {
  const answer = await proposals(by).settleRefund({
    refundId,
    reference: 'axis00000001',
    why: 'Paid by hand to the account of the borrower.',
  })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data.proposalId
}

async function listed(proposalId: string, by = finance) {
  const answer = await proposals(by).open({ proposalId })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.data
}

async function stateOf(refundId: string) {
  const [row] = await world.services.db.raw(
    'SELECT state, hand_reference FROM refund WHERE refund_id = $1',
    [refundId],
  )
  return row
}

async function postingsOf(refundId: string): Promise<number> {
  const rows = await world.services.db.raw('SELECT 1 FROM ledger_posting WHERE posting = $1', [
    `refund:${refundId}`,
  ])
  return rows.length
}

test('one person proposes to settle a given-up refund, another approves, and it is booked once', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  expect(await listed(proposalId)).toMatchObject({
    effect: { act: 'settle-refund', amount: 12_300, reference: 'AXIS00000001' },
    why: 'Paid by hand to the account of the borrower.',
    proposedBy: 'operations@sandbox.example',
    cannotDecide: null,
    outcome: null,
  })
  expect(await postingsOf(refundId)).toBe(0)
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    ok: true,
    data: null,
  })
  expect(await stateOf(refundId)).toEqual({ state: 'done', hand_reference: 'AXIS00000001' })
  expect(await postingsOf(refundId)).toBe(1)
  expect(await listed(proposalId)).toMatchObject({
    outcome: 'approved',
    decidedBy: 'finance@sandbox.example',
  })
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
  expect((await audit(world.services.db)).faults).toEqual([])
})

test('an approval gives its reason, which stays readable', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  for (const input of [{ proposalId }, { proposalId, reason: ' ' }] as {
    proposalId: string
    reason: string
  }[])
    expect(await proposals(finance).approve(input)).toMatchObject({ reason: 'input-invalid' })
  expect(await postingsOf(refundId)).toBe(0)
  const reason = 'The bank shows the transfer.'
  expect(await proposals(finance).approve({ proposalId, reason })).toMatchObject({ ok: true })
  expect(await listed(proposalId)).toMatchObject({ outcome: 'approved', reason })
})

test('the audit log names who proposed, who decided, and the act', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  await proposals(finance).approve({ proposalId, reason: 'I read it.' })
  const ids = async (browser: Browser) => {
    const me = await browser.calls(staffContract.staffSession).me({})
    return me.ok ? `staff:${me.data.staffId}` : ''
  }
  const rows = await world.services.db.raw(
    'SELECT actor, action FROM audit_entry WHERE subject = ANY ($1) ORDER BY at, action',
    [[proposalId, refundId]],
  )
  const proposer = await ids(operations)
  const decider = await ids(finance)
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      { actor: proposer, action: 'proposal-made' },
      { actor: decider, action: 'proposal-approved' },
      { actor: decider, action: 'desk-settle-refund' },
    ]),
  )
})

describe('approving one’s own act', () => {
  test('is refused even with every permission', async () => {
    const { refundId } = await givenUpRefund()
    await world.services.db.raw(
      `UPDATE staff SET roles = ARRAY['operations', 'finance']
       WHERE roles = ARRAY['operations']`,
    )
    const proposalId = await proposed(refundId)
    expect(await proposals(operations).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
      {
        reason: 'second-person-needed',
      },
    )
    const reason = 'I refuse my own.'
    expect(await proposals(operations).refuse({ proposalId, reason })).toMatchObject({
      reason: 'second-person-needed',
    })
    expect((await stateOf(refundId))?.state).toBe('given-up')
    await world.services.db.raw(
      `UPDATE staff SET roles = ARRAY['operations'] WHERE cardinality(roles) = 2`,
    )
  })

  test('is refused by the database, too', async () => {
    const { refundId } = await givenUpRefund()
    const proposalId = await proposed(refundId)
    const decide = (outcome: string, decider: string) =>
      world.services.db.raw(
        `INSERT INTO proposal_decision (proposal_id, proposed_by, decided_by, outcome, reason_sealed, decided_at)
         SELECT p.proposal_id, p.proposed_by, ${decider}, $2, 'x', now() FROM proposal p WHERE p.proposal_id = $1`,
        [proposalId, outcome],
      )
    await expect(decide('approved', 'p.proposed_by')).rejects.toThrow('by_another')
    await expect(decide('refused', 'p.proposed_by')).rejects.toThrow('by_another')
    const other = `(SELECT staff_id FROM staff WHERE staff_id <> p.proposed_by LIMIT 1)`
    await expect(decide('withdrawn', other)).rejects.toThrow('withdrawn_by_proposer')
    if (world.server.database.appRole.kind !== 'none')
      await expect(
        world.services.db.raw('UPDATE proposal SET proposed_by = proposal_id'),
      ).rejects.toThrow('permission denied')
  })
})

test('one of a hundred approvals at once executes the act', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_each, index) =>
      proposals(index % 2 === 0 ? finance : operations).approve({
        proposalId,
        reason: 'I read it.',
      }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const reasons = answers.map(answer => (answer.ok ? 'done' : answer.reason))
  expect(new Set(reasons)).toEqual(new Set(['done', 'outdated', 'not-permitted']))
  expect(await postingsOf(refundId)).toBe(1)
  expect((await listed(proposalId)).decidedBy).toBe('finance@sandbox.example')
})

test('an approval waits for a concurrent one, and then does nothing', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  const answer = await whileHeld(
    world.services.db,
    tx => tx.raw('DELETE FROM open_proposal WHERE proposal_id = $1', [proposalId]),
    () => proposals(finance).approve({ proposalId, reason: 'I read it.' }),
  )
  expect(answer).toMatchObject({ ok: false, reason: 'outdated' })
  expect(await postingsOf(refundId)).toBe(0)
})

test('one of twenty proposals about the same subject at once waits', async () => {
  const { refundId } = await givenUpRefund()
  const wish = { refundId, reference: 'AXIS00000001', why: 'Paid by hand.' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => proposals(operations).settleRefund(wish)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers.filter(({ ok }) => !ok))
    expect(answer).toMatchObject({ reason: 'outdated' })
  expect(await proposals(operations).settleRefund(wish)).toMatchObject({ reason: 'outdated' })
  const all = await world.services.db.raw('SELECT 1 FROM proposal WHERE subject = $1', [refundId])
  expect(all).toHaveLength(1)
})

test('a refused proposal stays readable with its reason, and another may follow', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  const reason = 'The reference belongs to another transfer.'
  expect(await proposals(finance).refuse({ proposalId, reason })).toMatchObject({ ok: true })
  expect(await listed(proposalId)).toMatchObject({ outcome: 'refused', reason })
  expect((await stateOf(refundId))?.state).toBe('given-up')
  expect(await proposed(refundId)).not.toBe(proposalId)
})

test('a proposal that no longer fits is refused as outdated, and ends', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  await world.services.db.raw(
    `UPDATE refund SET state = 'done', done_at = now() WHERE refund_id = $1`,
    [refundId],
  )
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
  expect(await listed(proposalId)).toMatchObject({ outcome: 'outdated' })
  expect(await postingsOf(refundId)).toBe(0)
})

test('a proposal ends after seven days, and can be made again', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  world.server.clock.advance({ days: PROPOSAL_DAYS, seconds: 1 })
  expect(await listed(proposalId)).toMatchObject({ outcome: 'expired', decidedBy: null })
  const next = await proposed(refundId)
  expect(await listed(proposalId)).toMatchObject({ outcome: 'expired' })
  expect(
    await proposals(finance).approve({ proposalId: next, reason: 'I read it.' }),
  ).toMatchObject({ ok: true })
})

test('only the proposer takes a proposal back', async () => {
  const { refundId } = await givenUpRefund()
  const proposalId = await proposed(refundId)
  expect(await proposals(finance).withdraw({ proposalId })).toMatchObject({ reason: 'outdated' })
  expect(await proposals(operations).withdraw({ proposalId })).toMatchObject({ ok: true })
  expect(await listed(proposalId)).toMatchObject({ outcome: 'withdrawn' })
})

test('a payout under way is stopped by two persons', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, borrower)
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  const [payout] = await world.services.db.raw(
    'SELECT payout_id AS id FROM payout WHERE order_id = $1',
    [orderId],
  )
  const payoutId = String(payout?.id)
  const why = 'The bank does not take it.'
  const proposal = await proposals(operations).stopPayout({ payoutId, why })
  if (!proposal.ok) throw new Error(proposal.reason)
  const { proposalId } = proposal.data
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    ok: true,
  })
  const [row] = await world.services.db.raw('SELECT stopped_at FROM payout WHERE payout_id = $1', [
    payoutId,
  ])
  expect(row?.stopped_at).not.toBeNull()
  expect(await proposals(operations).stopPayout({ payoutId, why })).toMatchObject({
    reason: 'outdated',
  })
})

test('a payout that ended meanwhile cannot be stopped: the proposal is outdated', async () => {
  const borrower = await world.borrower()
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, borrower)
  const succeeded = { state: 'succeeded', utr: '000000000001' } as const
  world.bank.next = succeeded
  const { db } = world.services
  const rows = () =>
    db.raw('SELECT payout_id, state, stopped_at FROM payout WHERE order_id = $1', [orderId])
  const payoutId = String((await rows())[0]?.payout_id)
  const proposal = await proposals(operations).stopPayout({ payoutId, why: 'It takes long.' })
  if (!proposal.ok) throw new Error(proposal.reason)
  await endPayoutWith(world.services, { borrowerId: borrower.id, id: payoutId }, succeeded)
  const { proposalId } = proposal.data
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject({
    reason: 'outdated',
  })
  expect(await rows()).toEqual([{ payout_id: payoutId, state: 'succeeded', stopped_at: null }])
})

describe('where the second person is switched off for an act', () => {
  const alone = async (wish: 'settle' | 'stop') => {
    const roles = `ARRAY['operations', 'finance']`
    await world.services.db.raw(
      `UPDATE staff SET roles = ${roles} WHERE roles = ARRAY['operations']`,
    )
    try {
      if (wish === 'stop') {
        world.bank.next = { state: 'pending' }
        const orderId = await runningLoan(world, await world.borrower())
        world.bank.next = { state: 'succeeded', utr: '000000000001' }
        const [payout] = await world.services.db.raw(
          'SELECT payout_id AS id FROM payout WHERE order_id = $1',
          [orderId],
        )
        const payoutId = String(payout?.id)
        const proposal = await proposals(operations).stopPayout({ payoutId, why: 'It hangs.' })
        if (!proposal.ok) throw new Error(proposal.reason)
        const { proposalId } = proposal.data
        return {
          proposalId,
          answer: await proposals(operations).approve({ proposalId, reason: 'I read it.' }),
        }
      }
      const { refundId } = await givenUpRefund()
      const proposalId = await proposed(refundId)
      const answer = await proposals(operations).approve({ proposalId, reason: 'I read it.' })
      return { proposalId, refundId, answer }
    } finally {
      await world.services.db.raw(
        `UPDATE staff SET roles = ARRAY['operations'] WHERE cardinality(roles) = 2`,
      )
    }
  }
  const switchOff = (off: ReadonlySet<'settle-refund'>) =>
    Object.assign(world.services.config, { twoPersonsOff: off })
  afterEach(() => switchOff(new Set()))

  test('lets its proposer approve it alone, and list, audit log and books say so', async () => {
    switchOff(new Set(['settle-refund']))
    const { proposalId, refundId, answer } = await alone('settle')
    expect(answer).toMatchObject({ ok: true })
    expect(await postingsOf(refundId ?? '')).toBe(1)
    expect(await listed(proposalId)).toMatchObject({
      outcome: 'approved',
      isAlone: true,
      proposedBy: 'operations@sandbox.example',
      decidedBy: 'operations@sandbox.example',
    })
    expect(await proposals(finance).list({ view: 'decided' })).toMatchObject({
      data: { twoPersonsOff: ['settle-refund'] },
    })
    const entries = await world.services.db.raw(
      'SELECT action FROM audit_entry WHERE subject = $1 ORDER BY number',
      [proposalId],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'proposal-made',
      'proposal-approved-alone',
    ])
    expect(aloneLines(await actsDoneAlone(world.services.db))).toEqual([
      'settle-refund: 1 approved by the person who proposed it, since the second person was switched off.',
    ])
  })

  test('leaves a second person for every other act', async () => {
    switchOff(new Set(['settle-refund']))
    const { answer } = await alone('stop')
    expect(answer).toMatchObject({ reason: 'second-person-needed' })
  })

  test('does not mark an approval by another person as alone', async () => {
    switchOff(new Set(['settle-refund']))
    const { refundId } = await givenUpRefund()
    const proposalId = await proposed(refundId)
    expect((await proposals(finance).approve({ proposalId, reason: 'I read it.' })).ok).toBe(true)
    expect(await listed(proposalId)).toMatchObject({ isAlone: false })
  })
})

describe('people and roles', () => {
  test('one person invites, another approves and gets no link; roles change the same way', async () => {
    const administrator = await staffBrowser(world.server, 'administrator')
    const compliance = await staffBrowser(world.server, 'compliance')
    const proposal = await proposals(administrator).inviteStaff({
      mail: 'Ravi@Lender.Example',
      roles: ['viewer'],
      why: 'He begins on Monday.',
    })
    if (!proposal.ok) throw new Error(proposal.reason)
    const approved = await proposals(compliance).approve({
      proposalId: proposal.data.proposalId,
      reason: 'I read it.',
    })
    expect(approved).toMatchObject({ ok: true, data: null })
    const list = await administrator.calls(staffContract.people).list({})
    if (!list.ok) throw new Error(list.reason)
    const ravi = list.data.people.find(({ mail }) => mail === 'ravi@lender.example')
    expect(ravi).toMatchObject({ roles: ['viewer'], hasPasskey: false, endedAt: null })
    const wish = { staffId: ravi?.staffId ?? '', roles: [], why: 'He left.' }
    const ended = await proposals(administrator).changeStaff(wish)
    if (!ended.ok) throw new Error(ended.reason)
    expect(
      await proposals(compliance).approve({
        proposalId: ended.data.proposalId,
        reason: 'I read it.',
      }),
    ).toMatchObject({ ok: true })
    const after = await administrator.calls(staffContract.people).list({})
    expect(after.ok && after.data.people.find(({ mail }) => mail.startsWith('ravi'))).toMatchObject(
      { endedAt: world.services.clock.now() },
    )
  })

  test('a proposal is outdated if its subject changed meanwhile', async () => {
    const administrator = await staffBrowser(world.server, 'administrator')
    const compliance = await staffBrowser(world.server, 'compliance')
    const { services } = world
    const at = services.clock.now()
    const invited = await services.db.transaction(tx =>
      inviteByCommand({ services, tx, at }, 'moves@lender.example', ['viewer']),
    )
    const staffId = invited?.staffId ?? ''
    const why = 'A new task.'
    const roles = await proposals(administrator).changeStaff({ staffId, roles: ['finance'], why })
    const role = await proposals(administrator).changeRole({
      role: 'collections',
      permissions: ['inbox:read', 'refunds:approve'],
      why,
    })
    if (!roles.ok || !role.ok) throw new Error('nothing was proposed')
    await services.db.raw(`UPDATE staff SET roles = ARRAY['collections'] WHERE staff_id = $1`, [
      staffId,
    ])
    await services.db.raw(
      `INSERT INTO staff_role (role, permissions, changed_at) VALUES ('collections', ARRAY['inbox:read'], now())`,
    )
    for (const { data } of [roles, role]) {
      const { proposalId } = data
      expect(
        await proposals(compliance).approve({ proposalId, reason: 'I read it.' }),
      ).toMatchObject({
        reason: 'outdated',
      })
    }
    const list = await administrator.calls(staffContract.people).list({})
    if (!list.ok) throw new Error(list.reason)
    expect(list.data.people.find(each => each.staffId === staffId)?.roles).toEqual(['collections'])
    expect(list.data.roles.find(each => each.role === 'collections')?.permissions).toEqual([
      'session:own',
      'inbox:read',
    ])
  })

  test('an edited role has its new permissions at once, and no other', async () => {
    const administrator = await staffBrowser(world.server, 'administrator')
    const compliance = await staffBrowser(world.server, 'compliance')
    const viewer = await staffBrowser(world.server, 'viewer')
    const people = () => viewer.calls(staffContract.people).list({})
    const inbox = () => viewer.calls(staffContract.inbox).list({})
    expect(await people()).toMatchObject({ reason: 'not-permitted' })
    expect((await inbox()).ok).toBe(true)
    const proposal = await proposals(administrator).changeRole({
      role: 'viewer',
      permissions: ['proposals:read', 'staff:read'],
      why: 'Viewers are auditors here.',
    })
    if (!proposal.ok) throw new Error(proposal.reason)
    await proposals(compliance).approve({
      proposalId: proposal.data.proposalId,
      reason: 'I read it.',
    })
    expect((await people()).ok).toBe(true)
    expect(await inbox()).toMatchObject({ reason: 'not-permitted' })
  })
})

test.each(ROLES.filter(role => role !== 'operations'))(
  '%s decides about money only in the role of finance',
  async role => {
    const { refundId } = await givenUpRefund()
    const proposalId = await proposed(refundId)
    const browser = await staffBrowser(world.server, role)
    const answer = await proposals(browser).approve({ proposalId, reason: 'I read it.' })
    if (role === 'finance') expect(answer.ok).toBe(true)
    else expect(answer).toMatchObject({ reason: 'not-permitted' })
  },
)
