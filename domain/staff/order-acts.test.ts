import { expect, test } from 'vitest'
import { type OrderState, orderStates } from '#domain/lending/order.ts'
import { type Paise, ZERO_PAISE } from '#domain/money.ts'
import { type ActFacts, actsOn } from '#domain/staff/order-acts.ts'

const NOTHING: ActFacts = {
  state: 'loaned',
  isReferred: false,
  hasHardshipRequest: false,
  penalOwed: ZERO_PAISE,
  payout: undefined,
  refunds: [],
  proposed: [],
}
const cannot = (facts: Partial<ActFacts>, act: string) =>
  actsOn({ ...NOTHING, ...facts })
    .filter(each => each.act === act)
    .map(each => each.cannot)

test('a person decides only a referred application', () => {
  const deciding = (Object.keys(orderStates) as OrderState[]).filter(
    state => cannot({ state, isReferred: true }, 'decide')[0] === null,
  )
  expect(deciding).toEqual(['auditing'])
  expect(cannot({ state: 'auditing' }, 'decide')).toEqual(['rules-decide'])
  expect(cannot({ state: 'loaned', isReferred: true }, 'decide')).toEqual(['wrong-state'])
})

test('a person answers a hardship request only of a running loan', () => {
  expect(cannot({ hasHardshipRequest: true }, 'answer-hardship')).toEqual([null])
  expect(cannot({}, 'answer-hardship')).toEqual(['no-request'])
  expect(cannot({ state: 'settled', hasHardshipRequest: true }, 'answer-hardship')).toEqual([
    'wrong-state',
  ])
})

test('penal charges are waived of an overdue loan that owes some, with one proposal', () => {
  const act = 'waive-penal'
  const penalOwed = 1_511 as Paise
  const waivable = (Object.keys(orderStates) as OrderState[]).filter(
    state => cannot({ state, penalOwed }, act)[0] === null,
  )
  expect(waivable).toEqual(['overdue'])
  expect(cannot({ penalOwed }, act)).toEqual(['wrong-state'])
  expect(cannot({ state: 'overdue' }, act)).toEqual(['no-penal'])
  const proposed = [{ act, subject: 'o' } as const]
  expect(cannot({ state: 'overdue', penalOwed, proposed }, act)).toEqual(['proposal-waits'])
  const other = [{ act: 'stop-payout', subject: 'p' } as const]
  expect(cannot({ state: 'overdue', penalOwed, proposed: other }, act)).toEqual([null])
})

test('a payout is stopped while it is under way, once, and with one proposal', () => {
  const act = 'stop-payout'
  const payout = { id: 'p', hasEnded: false, isStopped: false }
  expect(cannot({}, 'stop-payout')).toEqual(['no-payout'])
  expect(cannot({ payout }, 'stop-payout')).toEqual([null])
  expect(cannot({ payout: { ...payout, hasEnded: true } }, 'stop-payout')).toEqual(['payout-ended'])
  expect(cannot({ payout: { ...payout, isStopped: true } }, 'stop-payout')).toEqual([
    'payout-stopped',
  ])
  expect(cannot({ payout, proposed: [{ act, subject: 'p' }] }, act)).toEqual(['proposal-waits'])
  // Another payout of the order, or another act, is not this one.
  expect(cannot({ payout, proposed: [{ act, subject: 'q' }] }, act)).toEqual([null])
  const waiver = [{ act: 'waive-penal', subject: 'p' } as const]
  expect(cannot({ payout, proposed: waiver }, act)).toEqual([null])
})

test('only a refund that its provider gave up is settled by hand', () => {
  const refunds = [
    { id: 'a', state: 'pending' },
    { id: 'b', state: 'given-up' },
    { id: 'c', state: 'done' },
    { id: 'd', state: 'given-up' },
  ] as const
  expect(cannot({}, 'settle-refund')).toEqual(['no-refund'])
  expect(
    cannot({ refunds, proposed: [{ act: 'settle-refund', subject: 'd' }] }, 'settle-refund'),
  ).toEqual(['refund-under-way', null, 'proposal-waits'])
})
