/** A proposal ends when its proposer loses the right to propose it (decision 92). */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { staffContract } from '#contract/staff/index.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Browser } from '#server/testing/browser.ts'
import { forFile } from '#server/testing/for-file.ts'
import { lendingWorld, runningLoan } from '#server/testing/lending.ts'
import { browserOfNew, staffBrowser } from '#server/testing/staff.ts'
import { whileHeld } from '#server/testing/while-held.ts'

let operations: Browser
let finance: Browser
let administrator: Browser
let compliance: Browser
const world = forFile(() => lendingWorld())
beforeAll(async () => {
  administrator = await staffBrowser(world.server, 'administrator')
  compliance = await staffBrowser(world.server, 'compliance')
})
let people = 0
beforeEach(async () => {
  await world.services.db.raw('DELETE FROM staff_role')
  people += 1
  operations = await browserOfNew(world.server, `ops${people}@sandbox.example`, ['operations'])
  finance = await browserOfNew(world.server, `money${people}@sandbox.example`, ['finance'])
})

const proposals = (browser: Browser) => browser.calls(staffContract.proposal)
const why = 'The bank has been silent for two days.'

async function data<T>(answer: Promise<{ ok: true; data: T } | { ok: false; reason: string }>) {
  const result = await answer
  if (!result.ok) throw new Error(result.reason)
  return result.data
}

async function staffIdOf(browser: Browser): Promise<string> {
  return (await data(browser.calls(staffContract.staffSession).me({}))).staffId
}

/** A payout without an answer of its bank. */
async function heldPayout(): Promise<string> {
  const before = world.bank.next
  world.bank.next = { state: 'pending' }
  const orderId = await runningLoan(world, await world.borrower())
  world.bank.next = before
  const sql = 'SELECT payout_id AS id FROM payout WHERE order_id = $1'
  return String((await world.services.db.raw(sql, [orderId]))[0]?.id)
}

async function proposed() {
  const payoutId = await heldPayout()
  const { proposalId } = await data(proposals(operations).stopPayout({ payoutId, why }))
  return { payoutId, proposalId }
}

async function isStopped(payoutId: string): Promise<boolean> {
  const sql = 'SELECT stopped_at FROM payout WHERE payout_id = $1'
  return (await world.services.db.raw(sql, [payoutId]))[0]?.stopped_at !== null
}

/** Two persons give a person other roles, or end their access. */
async function changed(staffId: string, roles: Role[]): Promise<void> {
  const proposal = await data(proposals(administrator).changeStaff({ staffId, roles, why }))
  await data(proposals(compliance).approve({ ...proposal, reason: 'I read it.' }))
}

const ended = async (proposalId: string) => {
  const { outcome, decidedBy } = await data(proposals(finance).open({ proposalId }))
  return { outcome, decidedBy }
}
const ENDED = { outcome: 'right-ended', decidedBy: 'compliance@sandbox.example' }
const REFUSED = { ok: false, reason: 'proposer-without-right' }

test.each([
  ['is dismissed', []],
  ['gets a role without the right to propose it', ['viewer' as const]],
])('a proposal ends when its proposer %s', async (_how, roles) => {
  const { payoutId, proposalId } = await proposed()
  await changed(await staffIdOf(operations), roles)
  expect(await ended(proposalId)).toEqual(ENDED)
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
    REFUSED,
  )
  expect(await proposals(finance).refuse({ proposalId, reason: why })).toMatchObject(REFUSED)
  expect(await isStopped(payoutId)).toBe(false)
  const log = await world.services.db.raw(
    'SELECT action FROM audit_entry WHERE subject = $1 ORDER BY number',
    [proposalId],
  )
  expect(log.map(({ action }) => action)).toEqual(['proposal-made', 'proposal-ended'])
})

test('a proposal ends when the role of its proposer loses the permission', async () => {
  const { payoutId, proposalId } = await proposed()
  const role = 'operations'
  const permissions = ['proposals:read', 'inbox:read'] as ['proposals:read', 'inbox:read']
  const proposal = await data(proposals(administrator).changeRole({ role, permissions, why }))
  await data(proposals(compliance).approve({ ...proposal, reason: 'I read it.' }))
  expect(await ended(proposalId)).toEqual(ENDED)
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
    REFUSED,
  )
  expect(await isStopped(payoutId)).toBe(false)
})

test('a proposal stays while its proposer may still propose it', async () => {
  const { payoutId, proposalId } = await proposed()
  await changed(await staffIdOf(operations), ['operations', 'viewer'])
  await data(proposals(finance).approve({ proposalId, reason: 'I read it.' }))
  expect(await isStopped(payoutId)).toBe(true)
})

test('an approval is refused and the proposal ends if its proposer has lost the right', async () => {
  const { payoutId, proposalId } = await proposed()
  const staffId = await staffIdOf(operations)
  const { db } = world.services
  await db.raw(`UPDATE staff SET roles = ARRAY['viewer'] WHERE staff_id = $1`, [staffId])
  expect(await data(proposals(finance).open({ proposalId }))).toMatchObject({
    outcome: null,
    cannotDecide: 'proposer-without-right',
  })
  expect(await proposals(finance).approve({ proposalId, reason: 'I read it.' })).toMatchObject(
    REFUSED,
  )
  expect(await ended(proposalId)).toEqual({
    outcome: 'right-ended',
    decidedBy: `money${people}@sandbox.example`,
  })
  expect(await isStopped(payoutId)).toBe(false)
})

/** Begins an act while an uncommitted transaction ends the access of a person. */
function whileEnding<T>(staffId: string, act: () => Promise<T>): Promise<T> {
  const end = 'UPDATE staff SET ended_at = now() WHERE staff_id = $1'
  return whileHeld(world.services.db, tx => tx.raw(end, [staffId]), act)
}

test('an approval waits while the access of its proposer ends, and is refused', async () => {
  const { payoutId, proposalId } = await proposed()
  const approve = () => proposals(finance).approve({ proposalId, reason: 'I read it.' })
  expect(await whileEnding(await staffIdOf(operations), approve)).toMatchObject(REFUSED)
  expect(await isStopped(payoutId)).toBe(false)
})

test('an approver whose access ends meanwhile approves nothing', async () => {
  const { payoutId, proposalId } = await proposed()
  const approve = () => proposals(finance).approve({ proposalId, reason: 'I read it.' })
  const answer = await whileEnding(await staffIdOf(finance), approve)
  expect(answer).toMatchObject({ reason: 'not-permitted' })
  expect(await isStopped(payoutId)).toBe(false)
})

test('a proposer whose access ends meanwhile proposes nothing', async () => {
  const payoutId = await heldPayout()
  const propose = () => proposals(operations).stopPayout({ payoutId, why })
  const answer = await whileEnding(await staffIdOf(operations), propose)
  expect(answer).toMatchObject({ reason: 'not-permitted' })
  const sql = 'SELECT 1 FROM proposal WHERE subject = $1'
  expect(await world.services.db.raw(sql, [payoutId])).toEqual([])
})
