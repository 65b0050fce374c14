import { expect, test } from 'vitest'
import { faultsOfDebit } from './judged-debits.ts'
import type { AutoPayCommand } from './life.ts'
import type { Facts, Happening } from './oracle/facts.ts'

/** 1,000 at 0.1 % a day in two weekly instalments; the first of 505.26 is due on 8 January. */
const facts: Facts = {
  terms: {
    principal: 1_000_00,
    ratePpmYear: 365_000,
    feeBps: 1_000,
    discountBps: 0,
    periodDays: 7,
    instalments: 2,
    maxTenorDays: 90,
    penalRatePpmYear: 365_000,
    penalCapBps: 500,
    extensionFeeBps: 1_000,
    coolingOffDays: 1,
  },
  arrivedOn: '2026-01-01',
  happenings: [],
}
const india = (day: number, time: string) =>
  new Date(`2026-01-0${day}T${time}:00+05:30`).toISOString()
const MADE = india(8, '16:30')
const right = {
  debit: {
    id: 'a',
    mandateId: 'm',
    amount: 505_26,
    announcedAt: india(7, '09:00'),
    at: MADE,
    earliest: MADE,
    state: 'paid',
  },
  facts,
  dueDay: '2026-01-08',
  commands: [],
  notices: [india(7, '09:01')],
} as const
const command = (what: AutoPayCommand['what'], day: number, time: string) => ({
  orderId: 'o',
  what,
  from: india(day, time),
  until: india(day, time),
})

test('a debit as announced is no fault after a command that was taken back', () => {
  const commands = [
    command('pause', 5, '12:00'),
    command('resume', 6, '12:00'),
    command('skip', 1, '12:00'),
    // The command to debit was on its way.
    command('pause', 8, '16:30'),
  ]
  expect(faultsOfDebit({ ...right, commands })).toEqual([])
})

test('a debit at another hour, too soon after its notice, or without one is named', () => {
  const late = { ...right.debit, at: india(8, '17:00'), earliest: india(8, '17:00') }
  for (const wrong of [
    { ...right, debit: late },
    { ...right, notices: [] },
    { ...right, notices: [india(7, '16:31')] },
    { ...right, debit: { ...right.debit, announcedAt: india(7, '16:31') } },
  ])
    expect(faultsOfDebit(wrong)).toEqual([expect.stringContaining('it was made at')])
})

test('a debit of more than falls due is named', () => {
  const byHand: Happening = {
    kind: 'payment',
    id: 'p',
    amount: 505_26,
    page: { id: 'p', openedAt: india(8, '10:00'), amount: 505_26, purpose: { instalment: 1 } },
    at: india(8, '10:00'),
    paidAt: undefined,
  }
  expect(faultsOfDebit({ ...right, facts: { ...facts, happenings: [byHand] } })).toEqual([
    expect.stringContaining('it took 50526 paise, but the oracle says 0'),
  ])
  expect(faultsOfDebit({ ...right, debit: { ...right.debit, amount: 505_27 } })).toHaveLength(1)
})

test('a debit against a command of the borrower is named', () => {
  for (const [what, fault] of [
    ['skip', 'had skipped it'],
    ['pause', `last word was "pause"`],
    ['end', `last word was "end"`],
  ] as const)
    expect(faultsOfDebit({ ...right, commands: [command(what, 7, '12:00')] })).toEqual([
      expect.stringContaining(fault),
    ])
})
