import { expect, test } from 'vitest'
import { call } from '#console/call.ts'
import { inbox } from '#contract/staff/inbox.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { takeFaults } from '#web/testing/server.ts'
import { stub } from '#web/testing/stub.ts'

test('a call of staff may lack a permission or a recent proof', async () => {
  const deciding = stub(proposal.approve, { refused: 'proof-required' })
  const input = { proposalId: 'p1', reason: ' The bank shows it. ' }
  expect(await call(proposal.approve, input)).toMatchObject({ reason: 'proof-required' })
  expect(deciding.inputs).toEqual([{ proposalId: 'p1', reason: 'The bank shows it.' }])
  stub(proposal.approve, { refused: 'not-permitted' })
  expect(await call(proposal.approve, input)).toMatchObject({
    reason: 'not-permitted',
    msg: 'Your role does not allow this.',
  })
})

test('a call of staff without a stub is named', async () => {
  expect(await call(inbox.colleagues, { kind: 'refund' })).toMatchObject({ ok: false })
  expect(takeFaults()).toEqual(['GET /api1/staff/v1/inbox/colleagues: no stub'])
})

test('an answer that the contract does not allow does not compile', () => {
  // @ts-expect-error a colleague has a mail address
  stub(inbox.colleagues, { colleagues: [{ staffId: 's1' }] })
  // @ts-expect-error reading the inbox needs no recent proof
  stub(inbox.list, { refused: 'proof-required' })
  // @ts-expect-error taking an item is refused for no limit of looks
  stub(inbox.take, { refused: 'look-limit-reached' })
})
