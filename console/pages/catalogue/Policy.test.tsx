import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { NOW, proposalsOf, TODAY } from '#console/testing/answers.ts'
import { open } from '#console/testing/open.tsx'
import type { Output } from '#contract/endpoint.ts'
import { policy } from '#contract/staff/policy.ts'
import { proposal } from '#contract/staff/proposal.ts'
import { basisPoints } from '#domain/money.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { on, rs } from '#web/testing/answers.ts'
import { arrive, control, field, says, settle, shown, tap, type } from '#web/testing/page.ts'
import { type State, testStates } from '#web/testing/states.ts'
import { stub } from '#web/testing/stub.ts'

type Policy = Output<typeof policy.list>

/** The values of the specification (§9) and of decision 75. */
const values: Policy = {
  today: TODAY,
  figures: {
    affordablePercent: 40,
    outOfReachPercent: 60,
    lateDaysToLookAt: 0,
    lateDaysToDeny: 30,
  },
  limits: {
    reapplyWaitDays: 15,
    offerWorkingDays: 3,
    newAccountDays: 7,
    tiers: [
      { loansOnTime: 1, discount: basisPoints(500) },
      { loansOnTime: 3, discount: basisPoints(1_000) },
    ],
    ladder: [
      { loansRepaid: 1, least: rs(1_000), most: rs(5_000) },
      { loansRepaid: 3, least: rs(3_000), most: rs(10_000) },
      { loansRepaid: 5, least: rs(5_000), most: rs(40_000) },
    ],
    secondPersonFrom: null,
    looksPerDay: {},
  },
  versions: [],
  proposed: null,
}
const version = {
  version: 2,
  fromDay: on('2026-03-01'),
  madeAt: NOW,
  figures: values.figures,
  limits: values.limits,
}
const givePolicy = (about: Partial<Policy> = {}) => stub(policy.list, { ...values, ...about })
const waits = { ...values.figures, affordablePercent: 45 }

const STATES: readonly State<Role>[] = [
  {
    at: '/policy',
    when: 'the lender has set none',
    given: givePolicy,
    sees: [
      'from 1 loan: 5% · from 3 loans: 10%',
      'after 1 loan: ₹1,000 to ₹5,000 · after 3 loans: ₹3,000 to ₹10,000 · after 5 loans: ₹5,000 to ₹40,000',
      'no limit',
      'The values are those of the program: none was set.',
      'These are the values of the newest version.',
      'Another person has to approve it.',
    ],
  },
  {
    at: '/policy',
    when: 'a change is proposed',
    given: () =>
      givePolicy({
        versions: [version],
        proposed: { ...version, fromDay: on('2026-03-09'), figures: waits },
      }),
    sees: [
      'A change from 9 Mar 2026 is proposed and waits for a second person.',
      'Affordable: percent of the income up to which a loan is approved: 45 (before: 40)',
      'Version 2 from 1 Mar 2026',
    ],
  },
  {
    at: '/policy',
    when: 'the role proposes none',
    given: givePolicy,
    sees: ['Your role does not allow this: it needs the permission to propose policy values.'],
    lacks: ['Propose the change'],
    by: 'viewer',
  },
]
testStates(STATES, (at, role = 'product-manager') => open(at, role))

describe('a policy', () => {
  const UNSOUND: readonly (readonly [field: string, value: string, text: string])[] = [
    [
      'Out of reach: percent of the income above which it is denied',
      '39',
      'The figures are whole numbers; percent from 1 to 100 and days up to 365, each second one no lower than the first.',
    ],
    [
      'Wait after a denial, days',
      '91',
      'The wait after a denial is a whole number of days from 0 to 90.',
    ],
    [
      'An offer stays open, working days',
      '31',
      'An offer stays open for a whole number of working days from 1 to 30.',
    ],
    [
      'Days for which a new or renewed account of staff does not decide with those who made it',
      '91',
      'The days of a new account are from 0 to 90.',
    ],
    [
      'Approving an application needs a second person from, rupees',
      '1,00,00,001',
      'The amount from which a second person decides is one from 0 to 1,00,00,000 rupees, or empty.',
    ],
    ['Finance', '0', 'What a role may open in a day is a whole number from 1 to 10,000.'],
  ]
  test.each(UNSOUND)('says that it is unsound: %s %s', async (label, wrong, sentence) => {
    givePolicy()
    await open('/policy', 'product-manager')
    await type(label, wrong)
    await type('Reason', 'We looked again.')
    await says(sentence)
    expect(await control('Propose the change')).toHaveProperty('disabled', true)
  })

  const STEPS: readonly (readonly [group: string, field: string, value: string, text: string])[] = [
    [
      'Step 2',
      'Loans repaid on time',
      '1',
      'Each step of the discount needs more loans than the step before it, from 1 to 100.',
    ],
    [
      'Step 2',
      'Percent off the fee',
      '5',
      'Each step takes more off the fee than the step before it, up to 50 percent, with at most two decimals.',
    ],
    [
      'Gold tier',
      'Repaid loans',
      '3',
      'Each step of the amounts needs more repaid loans than the step before it, from 1 to 100.',
    ],
    [
      'Gold tier',
      'Most amount, rupees',
      '9000',
      'Each step has a least and a most amount above 0 and up to 1,00,00,000 rupees, and its most is no lower than that of the step before it.',
    ],
  ]
  test.each(STEPS)('says that %s is unsound: %s %s', async (name, label, wrong, sentence) => {
    givePolicy()
    await open('/policy', 'product-manager')
    const group = within(await screen.findByRole('group', { name }))
    await settle(() => fireEvent.change(group.getByLabelText(label), { target: { value: wrong } }))
    await says(sentence)
  })

  test('has at most ten steps of the discount, and none after all are removed', async () => {
    givePolicy()
    await open('/policy', 'product-manager')
    for (let steps = 2; steps < 10; steps++) await tap('Add a step')
    expect(shown('Add a step')).toEqual([])
    for (let steps = 10; steps > 0; steps--) await tap('Remove the step')
    expect(shown(/^Step /)).toEqual([])
  })

  test('is proposed from a day on with a reason, with its changes and nothing else', async () => {
    givePolicy()
    stub(proposal.list, proposalsOf())
    const calls = stub(proposal.changePolicy, { proposalId: 'p1' })
    await open('/policy', 'product-manager')
    await type('Wait after a denial, days', '20')
    await type('Approving an application needs a second person from, rupees', '20,000')
    const day = await field('From the day')
    expect([day.type, day.value, day.min]).toEqual(['date', '2026-03-05', '2026-03-05'])
    await type('Reason', 'We looked again.')
    await type('From the day', '2026-03-04')
    await says('Choose today or a later day.')
    expect(await control('Propose the change')).toHaveProperty('disabled', true)
    await type('From the day', '2026-03-09')
    await tap('Propose the change')
    await arrive('/console/proposals')
    expect(calls.inputs).toEqual([
      {
        figures: values.figures,
        limits: { ...values.limits, reapplyWaitDays: 20, secondPersonFrom: rs(20_000) },
        fromDay: '2026-03-09',
        why: 'We looked again.',
      },
    ])
  })

  test('is rehearsed on past applications', async () => {
    givePolicy()
    const counts = { approve: 1, refer: 0, deny: 0, 'not-offered': 0 }
    const cost = { repayment: rs(5_035), cost: rs(153), apr: basisPoints(16_341) }
    const ran = stub(policy.rehearse, {
      applications: 1,
      before: counts,
      after: { ...counts, approve: 0, refer: 1 },
      costBefore: rs(153),
      costAfter: rs(0),
      changed: [
        {
          orderNo: 'SR0001',
          principal: rs(5_000),
          before: 'approve',
          after: 'refer',
          reasons: ['instalment-needs-a-look'],
          costBefore: cost,
          costAfter: null,
        },
      ],
    })
    await open('/policy', 'product-manager')
    await type(/^Affordable/, '35')
    await tap('Rehearse')
    await says('1 application was rehearsed.')
    await says('1 application would have been decided otherwise:')
    await says(
      'SR0001, ₹5,000: approved, then referred to a person (Instalment is a large part of the income)',
    )
    expect(ran.inputs).toEqual([{ figures: { ...values.figures, affordablePercent: 35 } }])
    stub(policy.rehearse, { refused: 'input-invalid' })
    await type(/^Affordable/, '99')
    expect(await control('Rehearse'), 'unsound').toHaveProperty('disabled', true)
  })
})
