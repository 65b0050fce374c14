import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { type ACT_NAMES, PROPOSAL_DAYS } from '#domain/staff/proposal.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { staffBrowser } from '#server/testing/staff.ts'

let operations: Browser
let finance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  operations = await staffBrowser(world.server, 'operations')
  finance = await staffBrowser(world.server, 'finance')
})

const proposals = (browser: Browser) => browser.calls(staffContract.proposal)
const why = 'The bank has been silent for two days.'

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

/** A payout that its bank does not end, with the number of its order. */
async function heldPayout(): Promise<{ payoutId: string; orderId: string; orderNo: string }> {
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, await world.borrower())
  world.bank.next = { state: 'succeeded', utr: '000000000001' }
  const [row] = await world.services.db.raw(
    `SELECT p.payout_id AS id, o.order_no AS "orderNo" FROM payout p JOIN loan_order o USING (borrower_id, order_id)
     WHERE order_id = $1`,
    [orderId],
  )
  return { payoutId: String(row?.id), orderId, orderNo: String(row?.orderNo) }
}

async function stopped(payoutId: string): Promise<string> {
  return (await data(proposals(operations).stopPayout({ payoutId, why }))).proposalId
}

const expire = () => world.server.clock.advance({ days: PROPOSAL_DAYS, seconds: 1 })
const ids = (list: readonly { proposalId: string }[]) => list.map(({ proposalId }) => proposalId)

async function listOf(browser: Browser, view: 'waiting' | 'decided') {
  return ids((await data(proposals(browser).list({ view }))).proposals)
}

describe('a proposal whose time is over', () => {
  test('is read as expired, and its act can be proposed again', async () => {
    const { payoutId, orderNo } = await heldPayout()
    // The inbox shows a payout that takes long.
    world.server.clock.advance({ days: 2 })
    const proposalId = await stopped(payoutId)
    const inbox = async () =>
      (await data(operations.calls(staffContract.inbox).list({}))).items.filter(
        ({ id }) => id === proposalId || id === payoutId,
      )
    const order = () =>
      data(operations.calls(staffContract.staffOrder).open({ orderNo, why: 'money' }))
    const stop = async () => (await order()).acts.find(({ act }) => act === 'stop-payout')?.cannot
    expect(await inbox()).toMatchObject([{ kind: 'proposal' }, { hasProposal: true }])
    expect(await stop()).toBe('proposal-waits')
    const { until } = await data(proposals(finance).open({ proposalId }))

    expire()
    expect(await listOf(finance, 'waiting')).not.toContain(proposalId)
    const [newest] = (await data(proposals(finance).list({ view: 'decided' }))).proposals
    const expired = { outcome: 'expired', decidedBy: null, decidedAt: until, reason: null }
    expect(newest).toMatchObject({ proposalId, why, ...expired })
    expect(await inbox()).toMatchObject([{ kind: 'payout', hasProposal: false }])
    expect(await stop()).toBeNull()
    expect((await order()).proposals).toEqual([])

    const next = await stopped(payoutId)
    expect(await data(proposals(finance).open({ proposalId }))).toMatchObject(expired)
    expect(await stop()).toBe('proposal-waits')
    expect((await proposals(finance).approve({ proposalId: next, reason: 'I read it.' })).ok).toBe(
      true,
    )
  })

  test('cannot be decided or taken back: it ended at its deadline', async () => {
    const { payoutId } = await heldPayout()
    const proposalId = await stopped(payoutId)
    const { until } = await data(proposals(finance).open({ proposalId }))
    expire()
    const reason = 'Too late.'
    const answers = await Promise.all([
      proposals(finance).approve({ proposalId, reason: 'I read it.' }),
      proposals(finance).refuse({ proposalId, reason }),
      proposals(operations).withdraw({ proposalId }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ reason: 'outdated' })
    expect(await data(proposals(finance).open({ proposalId }))).toMatchObject({
      outcome: 'expired',
      decidedBy: null,
      decidedAt: until,
    })
  })

  test('does not block a new version of a product or the policy', async () => {
    const manager = await staffBrowser(world.server, 'product-manager')
    const products = manager.calls(staffContract.products)
    const [product] = (await data(products.list({}))).products
    const productId = product?.productId ?? ''
    const { today } = await data(products.list({}))
    await data(proposals(manager).withdrawProduct({ productId, fromDay: today, why }))
    const policy = await data(manager.calls(staffContract.policy).list({}))
    const { limits, figures } = policy
    const other = { ...limits, reapplyWaitDays: limits.reapplyWaitDays + 1 }
    await data(proposals(manager).changePolicy({ figures, limits: other, fromDay: today, why }))
    expire()
    const signedIn = await staffBrowser(world.server, 'product-manager')
    const after = await data(signedIn.calls(staffContract.products).open({ productId }))
    expect(after.pending).toEqual([])
    expect((await data(signedIn.calls(staffContract.policy).list({}))).proposed).toBeNull()
  })
})

test('the server pages both lists and filters them by act', async () => {
  const { db } = world.services
  const { payoutId } = await heldPayout()
  const first = await stopped(payoutId)
  const added = await copiesOf(first, 240)
  // Every other copy was taken back, all at the same instant.
  const odd = added.filter((_id, at) => at % 2 === 1)
  await db.raw('DELETE FROM open_proposal WHERE proposal_id = ANY ($1::uuid[])', [odd])
  await db.raw(
    `INSERT INTO proposal_decision (proposal_id, proposed_by, decided_by, outcome, decided_at)
     SELECT proposal_id, proposed_by, proposed_by, 'withdrawn', $2 FROM proposal WHERE proposal_id = ANY ($1::uuid[])`,
    [odd, world.services.clock.now()],
  )
  for (const view of ['waiting', 'decided'] as const) {
    const pageIds: string[] = []
    let after: string | undefined
    do {
      const input = { view, act: 'stop-payout', ...(after && { after }) } as const
      const page = await data(proposals(finance).list(input))
      expect(page.proposals.length).toBeLessThanOrEqual(50)
      pageIds.push(...ids(page.proposals))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(new Set(pageIds).size).toBe(pageIds.length)
    const expected = added.filter(id => odd.includes(id) === (view === 'decided'))
    expect(pageIds).toEqual(expect.arrayContaining(expected))
  }
  const other = await data(proposals(finance).list({ view: 'waiting', act: 'settle-refund' }))
  expect(other).toMatchObject({ proposals: [], next: null })
  const nonsense = { view: 'waiting', after: 'nonsense' } as const
  expect(await proposals(finance).list(nonsense)).toMatchObject({ reason: 'input-invalid' })
})

/** Copies of a proposal that wait, each about another subject. */
async function copiesOf(proposalId: string, count: number): Promise<string[]> {
  const { db, cipher } = world.services
  const [row] = await db.raw(
    'SELECT details_sealed AS details, why_sealed AS why FROM proposal WHERE proposal_id = $1',
    [proposalId],
  )
  const place = (of: string, column: string) => ({ table: 'proposal', row: of, column })
  const copied = Array.from({ length: count }, () => randomUUID())
  const sealed = (column: 'details' | 'why') => {
    const text = cipher.decryptText(row?.[column] as Buffer, place(proposalId, `${column}_sealed`))
    return copied.map(id => cipher.encrypt(text, place(id, `${column}_sealed`)))
  }
  await db.raw(
    `INSERT INTO proposal (proposal_id, act, subject, details_sealed, why_sealed, proposed_by, proposed_at, decide_until)
     SELECT c.id, p.act, c.id::text, c.details, c.why, p.proposed_by, p.proposed_at, p.decide_until
     FROM proposal p, unnest($2::uuid[], $3::bytea[], $4::bytea[]) AS c (id, details, why) WHERE p.proposal_id = $1`,
    [proposalId, copied, sealed('details'), sealed('why')],
  )
  await db.raw(
    'INSERT INTO open_proposal SELECT act, subject, proposal_id FROM proposal WHERE proposal_id = ANY ($1::uuid[])',
    [copied],
  )
  return copied
}

describe('the readers of a proposal', () => {
  /** The roles that propose or decide the act by default, and those that read the log of acts. */
  const readers = {
    'stop-payout': ['operations', 'finance', 'compliance', 'administrator'],
    'invite-staff': ['compliance', 'administrator'],
  } as const satisfies Partial<Record<(typeof ACT_NAMES)[number], readonly Role[]>>
  let proposalIds: Record<keyof typeof readers, string>
  beforeAll(async () => {
    await world.services.db.raw('DELETE FROM open_proposal')
    const mail = 'new@lender.example'
    const by = await staffBrowser(world.server, 'administrator')
    const invited = await data(proposals(by).inviteStaff({ mail, roles: ['viewer'], why }))
    operations = await staffBrowser(world.server, 'operations')
    const { payoutId } = await heldPayout()
    proposalIds = { 'stop-payout': await stopped(payoutId), 'invite-staff': invited.proposalId }
  })

  test.each(ROLES)(
    'include or exclude the role %s alike in the lists, by its id, and in the inbox',
    async role => {
      const browser = await staffBrowser(world.server, role)
      const waiting = await data(proposals(browser).list({ view: 'waiting' }))
      const { items } = await data(browser.calls(staffContract.inbox).list({ kind: 'proposal' }))
      for (const act of ['stop-payout', 'invite-staff'] as const) {
        const mayRead = (readers[act] as readonly Role[]).includes(role)
        const proposalId = proposalIds[act]
        expect(waiting.acts.includes(act), act).toBe(mayRead)
        expect(ids(waiting.proposals).includes(proposalId), act).toBe(mayRead)
        expect(
          items.some(({ id }) => id === proposalId),
          act,
        ).toBe(mayRead)
        const one = await proposals(browser).open({ proposalId })
        expect(one.ok ? 'read' : one.reason, act).toBe(mayRead ? 'read' : 'not-found')
        const expired = (await data(proposals(browser).list({ view: 'decided' }))).proposals
        expect(expired.every(each => each.isMine || waiting.acts.includes(each.effect.act))).toBe(
          true,
        )
      }
    },
  )

  test('include the proposer, also after a change of role', async () => {
    const proposalId = proposalIds['stop-payout']
    await world.services.db.raw(
      `UPDATE staff SET roles = ARRAY['viewer'] WHERE staff_id = (SELECT proposed_by FROM proposal WHERE proposal_id = $1)`,
      [proposalId],
    )
    expect((await proposals(operations).open({ proposalId })).ok).toBe(true)
    expect(await listOf(operations, 'waiting')).toEqual([proposalId])
    await world.services.db.raw(
      `UPDATE staff SET roles = ARRAY['operations'] WHERE staff_id = (SELECT proposed_by FROM proposal WHERE proposal_id = $1)`,
      [proposalId],
    )
  })
})
